// What webhooks were sent, verified by the library that receivers would use, and against the
// section "webhooks" of the document.
import { Webhook } from "standardwebhooks";

// The schema of the body that the operation NAME of the section has.
function schemaOf(document, name) {
  return document.root.webhooks[name].post.requestBody.content["application/json"].schema;
}

const OPERATIONS = { ping: "tellPing", "player.waited_on": "tellWaitedOn" };

// The library wants a message to have been sent just now: it is verified at that time.
function verifiedAt(seconds, verify) {
  const now = Date.now;
  Date.now = () => seconds * 1000;
  try {
    verify();
    return true;
  } catch {
    return false;
  } finally {
    Date.now = now;
  }
}

function signatureFaults({ secret, headers, body }) {
  const webhook = new Webhook(secret);
  const seconds = Number(headers["webhook-timestamp"]);
  const faults = [];
  if (!verifiedAt(seconds, () => webhook.verify(body, headers)))
    faults.push("the signature does not verify");
  if (verifiedAt(seconds, () => webhook.verify(`${body} `, headers)))
    faults.push("the signature verifies for another body");
  return faults;
}

function headerFaults(document, headers) {
  return document.root.webhooks.tellEvent.post.parameters.flatMap((reference) => {
    const { name, schema } = document.resolve(reference);
    return document.faults(schema, headers[name]).map((fault) => `header ${name}: ${fault}`);
  });
}

// Faults of one line {"secret", "headers", "body"}; a message for Discord has no secret.
export function checkReceived(document, received) {
  const body = JSON.parse(received.body);
  if (received.secret === null) return document.faults(schemaOf(document, "tellChannel"), body);
  const operation = OPERATIONS[body.type] ?? "tellEvent";
  const faults = [
    ...signatureFaults(received),
    ...headerFaults(document, received.headers),
    ...document.faults(schemaOf(document, operation), body),
  ];
  const event = body.data?.event;
  if (event && (event.type !== body.type || event.seq !== body.data.seq || event.at !== body.timestamp))
    faults.push("the notice and the event in it differ");
  return faults;
}

// Names of the section's operations that LINES have an example of.
export function operationsSeen(lines) {
  return new Set(
    lines.map(({ secret, body }) =>
      secret === null ? "tellChannel" : (OPERATIONS[JSON.parse(body).type] ?? "tellEvent"),
    ),
  );
}
