// Tokens between the service and somebody else's library, both ways: jose verifies what the
// service signs against the key set that it publishes, before and after the key is replaced; and
// what jose signs with the service's key is accepted or refused as it has to be.
//
// usage: node foreign_tokens.mjs --program SPLICED
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

import {
  SignJWT,
  UnsecuredJWT,
  base64url,
  calculateJwkThumbprint,
  createRemoteJWKSet,
  generateKeyPair,
  importJWK,
  jwtVerify,
} from "jose";

const { values: options } = parseArgs({ options: { program: { type: "string" } } });
if (!options.program) {
  console.error("usage: node foreign_tokens.mjs --program SPLICED");
  process.exit(2);
}

const EXPECTED = { algorithms: ["EdDSA"], issuer: "spliced", audience: "spliced", typ: "JWT" };
const PATIENCE = 30_000;
const data = mkdtempSync(join(tmpdir(), "spliced-tokens-"));
let passed = 0;
let failed = 0;

function check(what, holds) {
  if (holds) passed += 1;
  else failed += 1;
  if (!holds) console.log(`wrong: ${what}`);
}

function run(...args) {
  return execFileSync(options.program, [...args, "--data", data], { encoding: "utf8" }).trim();
}

async function start() {
  const server = spawn(options.program, ["serve", "--listen", "127.0.0.1:0", "--data", data], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  process.on("exit", () => server.kill("SIGKILL"));
  for await (const line of createInterface({ input: server.stdout })) {
    const [, url] = line.match(/^spliced listens on (\S+)/) ?? [];
    if (url) return { server, url };
  }
  throw new Error("the server does not start");
}

const { server, url } = await start();

async function call(token, path = "/v1/games", method = "GET") {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(url + path, { method, headers });
}

async function published() {
  return (await (await fetch(`${url}/.well-known/jwks.json`)).json()).keys;
}

// The service's own key, as jose wants it: the file holds the seed, which is "d" of a JWK.
async function ownKey() {
  const [{ kty, crv, x, kid }] = await published();
  check("the kid is the thumbprint", (await calculateJwkThumbprint({ kty, crv, x })) === kid);
  const jwk = { kty, crv, x, d: base64url.encode(readFileSync(join(data, "keys", "token.key"))) };
  const [key, renamed] = await Promise.all(["EdDSA", "Ed25519"].map((alg) => importJWK(jwk, alg)));
  return { kid, x, key, renamed };
}

const own = await ownKey();
const stranger = (await generateKeyPair("EdDSA")).privateKey;
const now = Math.floor(Date.now() / 1000);
const HEADER = { alg: "EdDSA", typ: "JWT", kid: own.kid };
const CLAIMS = {
  iss: "spliced",
  aud: "spliced",
  sub: "jose",
  role: "creator",
  iat: now,
  exp: now + 600,
  jti: "abcdefghijklmnopqrstuvwx22",
};

// A member that is undefined is left out.
const sign = ({ header = {}, claims = {}, key = own.key, options: more = undefined }) =>
  new SignJWT(JSON.parse(JSON.stringify({ ...CLAIMS, ...claims })))
    .setProtectedHeader(JSON.parse(JSON.stringify({ ...HEADER, ...header })))
    .sign(key, more);

const ACCEPTED = {
  "as the service makes them": {},
  "of an operator": { claims: { role: "operator" } },
  "with further claims": { claims: { scope: "a b", nested: { a: [1, null] } } },
  "which began a while ago": { claims: { nbf: now - 60, iat: now - 60 } },
  "of a clock that is a little fast": { claims: { iat: now + 30 } },
};

const crit = { crit: { "urn:example": true } };
const REFUSED = {
  "of another key by the same name": { key: stranger },
  "by another name": { header: { kid: "somebody" } },
  "without kid": { header: { kid: undefined } },
  "without typ": { header: { typ: undefined } },
  "of another type": { header: { typ: "at+jwt" } },
  "with crit": { header: { crit: ["urn:example"], "urn:example": 1 }, options: crit },
  "with a key of its own": { header: { jwk: { kty: "OKP", crv: "Ed25519", x: own.x } } },
  "with a key's address": { header: { jku: `${url}/.well-known/jwks.json` } },
  "of another issuer": { claims: { iss: "others" } },
  "without issuer": { claims: { iss: undefined } },
  "for another audience": { claims: { aud: "others" } },
  "for several audiences": { claims: { aud: ["spliced", "others"] } },
  "without audience": { claims: { aud: undefined } },
  "that have expired": { claims: { iat: now - 600, exp: now - 120 } },
  "without exp": { claims: { exp: undefined } },
  "that end with a fraction": { claims: { exp: now + 600.5 } },
  "whose exp is a text": { claims: { exp: String(now + 600) } },
  "of the future": { claims: { iat: now + 3600 } },
  "not yet begun": { claims: { nbf: now + 3600 } },
  "without iat": { claims: { iat: undefined } },
  "without jti": { claims: { jti: undefined } },
  "without a name": { claims: { sub: undefined } },
  "without a role": { claims: { role: undefined } },
  "of a role that there is not": { claims: { role: "root" } },
  "of a host of no game": { claims: { role: "host" } },
  "larger than 2 KiB": { claims: { more: "x".repeat(2048) } },
};

for (const [what, parts] of Object.entries(ACCEPTED))
  check(`tokens ${what} are accepted`, (await call(await sign(parts))).status === 200);

async function checkRefused(what, token) {
  const answer = await call(token);
  const challenge = answer.headers.get("www-authenticate") ?? "";
  check(`tokens ${what} are refused`, answer.status === 401 && challenge.includes("invalid_token"));
}

for (const [what, parts] of Object.entries(REFUSED)) await checkRefused(what, await sign(parts));

await checkRefused("without a signature", new UnsecuredJWT(CLAIMS).encode());
const secrets = [base64url.decode(own.x), new TextEncoder().encode(own.x)];
for (const key of secrets)
  await checkRefused("of a MAC with the public key", await sign({ header: { alg: "HS256" }, key }));
// RFC 9864 calls the algorithm Ed25519; the service, and so its keys' "alg", say EdDSA.
const renamed = await sign({ header: { alg: "Ed25519" }, key: own.renamed });
await checkRefused("by another name of the algorithm", renamed);

// What the service signs, verified against its key set as a web page would fetch it.
const remote = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), { cooldownDuration: 0 });

// Answers the kid.
async function checkVerifies(what, token, role) {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, remote, EXPECTED);
    check(`the role of a ${what} token`, payload.role === role);
    return protectedHeader.kid;
  } catch (error) {
    check(`a ${what} token verifies: ${error.message}`, false);
    return undefined;
  }
}

const printed = run("token", "--role", "creator", "--name", "jose");
const printedBy = await checkVerifies("printed", printed, "creator");
check("a printed token names the key", printedBy === own.kid);
const created = await fetch(`${url}/v1/games`, {
  method: "POST",
  headers: { authorization: `Bearer ${printed}`, "content-type": "application/json" },
  body: JSON.stringify({ name: "Jose", players: 3 }),
});
await checkVerifies("host", (await created.json()).host_token, "host");
const renewed = await (await call(await sign({}), "/v1/token/refresh", "POST")).json();
await checkVerifies("renewed", renewed.token, "creator");

run("key", "rotate");
const deadline = Date.now() + PATIENCE;
while ((await published())[0].kid === own.kid && Date.now() < deadline) await pause(50);
const [next] = await published();
const after = run("token", "--role", "operator");
check("the new key is another", next.kid !== own.kid);
check("a new token verifies", (await checkVerifies("new", after, "operator")) === next.kid);
check("an old token verifies", (await checkVerifies("old", printed, "creator")) === own.kid);
check("the service takes the new token", (await call(after)).status === 200);
check("the service takes the old token", (await call(printed)).status === 200);
await checkRefused("of the old key by the new name", await sign({ header: { kid: next.kid } }));

server.kill("SIGTERM");
const [code] = server.exitCode === null ? await once(server, "exit") : [server.exitCode];
check("the server ends well", code === 0);
rmSync(data, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
