// Tokens that the service handed out, verified by somebody else's library against the key set
// that the service publishes.
import { createLocalJWKSet, jwtVerify } from "jose";

function tokensIn(exchange) {
  if (exchange.status >= 300 || !exchange.body || !exchange.headers["content-type"]?.startsWith("application/json"))
    return [];
  const body = JSON.parse(exchange.body);
  return [body.token, body.host_token].filter((token) => typeof token === "string");
}

// Each test starts a server with keys of its own, so a file's tokens belong to that file's key
// set; a file without one is passed over. Answers texts of faults and how many were verified.
export async function checkTokens(exchanges) {
  const published = exchanges.find(({ path, status }) => path === "/.well-known/jwks.json" && status === 200);
  const faults = [];
  let verified = 0;
  if (!published) return { verified, faults };
  const keys = createLocalJWKSet(JSON.parse(published.body));
  for (const token of new Set(exchanges.flatMap(tokensIn))) {
    try {
      await jwtVerify(token, keys, { algorithms: ["EdDSA"], audience: "spliced", clockTolerance: "10y" });
      verified += 1;
    } catch (error) {
      faults.push(`a token does not verify against the published keys: ${error.message}`);
    }
  }
  return { verified, faults };
}
