// Checks recorded traffic against api/openapi.yaml, and that the document, the service's table of
// routes and what the tests exercised are one and the same.
//
// usage: node validate.mjs --document FILE [--program SPLICED] [--received FILE]… [--unseen]
//                          RECORDED.ndjson…
//
// A recorded line is {"method", "path", "status", "headers": {lower-case names}, "body",
// "request_body"?}; what webhooks were sent is in the files --received. With --unseen
// also tells which described statuses no test has produced.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";

import { checkTranscript } from "./chain.mjs";
import { Document } from "./document.mjs";
import { check } from "./exchange.mjs";
import { checkTokens } from "./tokens.mjs";
import { checkReceived, operationsSeen } from "./webhooks.mjs";

const USAGE =
  "usage: node validate.mjs --document FILE [--program SPLICED] [--received FILE]… [--unseen] " +
  "RECORDED.ndjson…";

const { values: options, positionals: files } = parseArgs({
  options: {
    document: { type: "string" },
    program: { type: "string" },
    received: { type: "string", multiple: true },
    unseen: { type: "boolean" },
  },
  allowPositionals: true,
});
if (!options.document || files.length === 0) {
  console.error(USAGE);
  process.exit(2);
}

const document = new Document(options.document);
const statuses = new Map(document.operations().map((operation) => [operation, new Set()]));
const codes = new Set();
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
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  } catch (error) {
    report(basename(file), [error.message]);
    return [];
  }
}

function take(exchange, where) {
  const { method, path, status, body } = exchange;
  const { operation, faults } = check(document, exchange);
  report(`${where} ${method} ${path} ${status}`, faults);
  if (operation) statuses.get(operation).add(status);
  if (method !== "GET" || status !== 200 || faults.length > 0) return;
  if (path === "/problems") for (const { code } of JSON.parse(body).items) codes.add(code);
  if (path.endsWith("/transcript")) report(`${where} ${path} chain`, checkTranscript(body));
}

function differences(described, real, what) {
  const unknown = [...real].filter((one) => !described.has(one));
  const gone = [...described].filter((one) => !real.has(one));
  return [
    ...unknown.map((one) => `${one}: the service has this ${what}, the document does not`),
    ...gone.map((one) => `${one}: the document has this ${what}, the service does not`),
  ];
}

const exchanges = [];
for (const file of files) {
  const recorded = exchangesOf(file);
  recorded.forEach((exchange, index) => take(exchange, `${basename(file)}:${index + 1}`));
  exchanges.push(...recorded);
}

const { verified, faults } = await checkTokens(exchanges);
report("tokens", verified + faults.length > 0 ? faults : ["no token could be verified"]);

if (options.received) {
  const lines = [];
  for (const file of options.received) {
    const received = exchangesOf(file);
    received.forEach((line, index) =>
      report(`${basename(file)}:${index + 1}`, checkReceived(document, line)),
    );
    lines.push(...received);
  }
  const described = new Set(Object.keys(document.root.webhooks));
  report("webhooks", differences(described, operationsSeen(lines), "webhook"));
}

for (const [operation, seen] of statuses)
  report(operation, [...seen].some((status) => status < 300) ? [] : ["no test saw it succeed"]);

if (options.program) {
  const routes = execFileSync(options.program, ["routes"], { encoding: "utf8" }).trim().split("\n");
  report("routes", differences(new Set(document.operations()), new Set(routes), "route"));
}
const described = document.root.components.schemas.ProblemCode.enum;
report("problems", differences(new Set(described), codes, "problem"));

if (options.unseen)
  for (const [operation, seen] of statuses)
    for (const status of Object.keys(document.operation(...operation.split(" ")).responses))
      if (!seen.has(Number(status))) console.log(`never seen: ${operation} ${status}`);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
