// Transcripts checked with nothing of ours but the recipe: the hash of every event, the signed
// head, and, where an epoch has been disclosed, its seed and every opening.
import { createHash, createPublicKey, verify } from "node:crypto";

const ZEROS = "0".repeat(64);

function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}

// RFC 8785 for values that are texts, whole numbers, booleans, null, arrays and objects.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

function* linkFaults(events) {
  let prev = ZEROS;
  for (const [index, { hash, ...event }] of events.entries()) {
    if (event.seq !== index + 1) yield `event ${index + 1} has the number ${event.seq}`;
    if (event.prev !== prev) yield `event ${event.seq} does not follow the one before it`;
    if (sha256(canonical(event)) !== hash) yield `event ${event.seq} does not have its hash`;
    prev = hash;
  }
}

function* headFaults(events, head) {
  const last = events.at(-1);
  if (head.seq !== last.seq || head.hash !== last.hash) yield "the head is not the last event's";
  const key = createPublicKey({
    format: "jwk",
    key: { kty: "OKP", crv: "Ed25519", x: head.public_key },
  });
  const text = `spliced-head-v1|${events[0].data.game}|${head.seq}|${head.hash}`;
  if (!verify(null, Buffer.from(text), key, Buffer.from(head.signature, "base64url")))
    yield "the head is not signed by its key";
}

function* disclosureFaults(events) {
  const { game, seed_commitment: commitment } = events[0].data;
  const committed = new Set(
    events
      .filter(({ type }) => type === "pick.committed")
      .map(({ player, data }) => `${player} ${data.step} ${data.round} ${data.commitment}`),
  );
  let link = commitment;
  for (const { type, data } of events) {
    if (type !== "epoch.disclosed") continue;
    if (sha256(`spliced-seed-v1|${game}|${data.epoch}|${data.seed}`) !== link)
      yield `the seed of epoch ${data.epoch} is not the one that was committed to`;
    link = data.seed;
    for (const { player, step, round, cards, nonce } of data.openings) {
      const picked = cards.join(",");
      const opening = `spliced-pick-v1|${game}|${step}|${round}|${player}|${picked}|${nonce}`;
      if (!committed.has(`${player} ${step} ${round} ${sha256(opening)}`))
        yield `the pick of ${player} in ${step}, round ${round}, opens no commitment`;
    }
  }
}

// BODY is a transcript as it was served. Answers texts of faults.
export function checkTranscript(body) {
  const lines = body
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { head } = lines.at(-1);
  const events = lines.slice(0, -1);
  return [...linkFaults(events), ...headFaults(events, head), ...disclosureFaults(events)];
}
