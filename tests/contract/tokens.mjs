// Tokens that the service handed out, verified by somebody else's library against the key sets
// that the service publishes.
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";

const EXPECTED = { algorithms: ["EdDSA"], audience: "spliced" };

function tokensIn(exchange) {
  const type = exchange.headers["content-type"] ?? "";
  if (exchange.status >= 300 || !exchange.body || !type.startsWith("application/json")) return [];
  const body = JSON.parse(exchange.body);
  return [body.token, body.host_token].filter((token) => typeof token === "string");
}

function keysIn({ method, path, status, body }) {
  const isKeySet = method === "GET" && path === "/.well-known/jwks.json" && status === 200;
  return isKeySet ? JSON.parse(body).keys : [];
}

// Tests start servers with keys of their own and do not ask all of them for their key sets: a
// token of an unknown key is passed over. Answers texts of faults and how many were verified.
export async function checkTokens(exchanges) {
  const known = new Map(exchanges.flatMap(keysIn).map((key) => [key.kid, key]));
  const set = createLocalJWKSet({ keys: [...known.values()] });
  const faults = [];
  let verified = 0;
  for (const token of new Set(exchanges.flatMap(tokensIn))) {
    if (!known.has(decodeProtectedHeader(token).kid)) continue;
    try {
      await jwtVerify(token, set, EXPECTED);
      verified += 1;
    } catch (error) {
      faults.push(`a token does not verify against the published keys: ${error.message}`);
    }
  }
  return { verified, faults };
}
