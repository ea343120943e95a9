// Checks recorded traffic against api/openapi.yaml, and that the document, the service's table of
// routes and what the tests exercised are one and the same.
//
// usage: node validate.mjs --document FILE [--program SPLICED] [--unseen] RECORDED.ndjson…
//
// A recorded line is {"method", "path", "status", "headers": {lower-case names}, "body",
// "request_body"?}. With --unseen also tells which described statuses no test has produced.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";

import { Document } from "./document.mjs";
import { check } from "./exchange.mjs";
import { checkTokens } from "./tokens.mjs";

const { values: options, positionals: files } = parseArgs({
  options: { document: { type: "string" }, program: { type: "string" }, unseen: { type: "boolean" } },
  allowPositionals: true,
});
if (!options.document || files.length === 0) {
  console.error("usage: node validate.mjs --document FILE [--program SPLICED] [--unseen] RECORDED.ndjson…");
  process.exit(2);
}

const document = new Document(options.document);
let passed = 0;
let failed = 0;

function report(what, faults) {
  if (faults.length === 0) {
    passed += 1;
    return;
  }
  failed += 1;
  console.log(what);
  for (const fault of new Set(faults)) console.log(`    ${fault}`);
}

// A file that is not there means that a test did not record, which is a fault of its own.
function exchangesOf(file) {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  } catch (error) {
    report(basename(file), [error.message]);
    return [];
  }
}

const statuses = new Map(document.operations().map((operation) => [operation, new Set()]));
const codes = new Set();

for (const file of files) {
  const exchanges = exchangesOf(file);
  exchanges.forEach((exchange, index) => {
    const { operation, faults } = check(document, exchange);
    report(`${basename(file)}:${index + 1} ${exchange.method} ${exchange.path} ${exchange.status}`, faults);
    if (operation) statuses.get(operation).add(exchange.status);
    if (exchange.path === "/problems" && exchange.method === "GET" && exchange.status === 200)
      for (const { code } of JSON.parse(exchange.body).items) codes.add(code);
  });
  const { verified, faults } = await checkTokens(exchanges);
  if (verified + faults.length > 0) report(`${basename(file)} tokens`, faults);
}

for (const [operation, seen] of statuses)
  report(operation, [...seen].some((status) => status < 300) ? [] : ["no test saw it succeed"]);

function differences(described, real, what) {
  return [
    ...[...real].filter((one) => !described.has(one)).map((one) => `${one}: the service has this ${what}, the document does not`),
    ...[...described].filter((one) => !real.has(one)).map((one) => `${one}: the document has this ${what}, the service does not`),
  ];
}

if (options.program) {
  const routes = execFileSync(options.program, ["routes"], { encoding: "utf8" }).trim().split("\n");
  report("routes", differences(new Set(document.operations()), new Set(routes), "route"));
}
report("problems", differences(new Set(document.root.components.schemas.ProblemCode.enum), codes, "problem"));

if (options.unseen)
  for (const [operation, seen] of statuses)
    for (const status of Object.keys(document.operation(...operation.split(" ")).responses))
      if (!seen.has(Number(status))) console.log(`never seen: ${operation} ${status}`);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
