// What a seat can read. The ledger says who holds the keys; the two ends read what is theirs.
import { say } from "./words.js";

const anyKey = /^key block$|traffic_secret|traffic secret|traffic key/;

/**
 * The quantity that opens a sealed message. In TLS 1.2 one key block serves all. In TLS 1.3 each direction has a secret for the rest of the
 * handshake, one for what follows its Finished, a new one after each KeyUpdate, and the client one for early data (RFC 8446 7.1).
 * @param {any} journal
 * @param {any} message
 * @returns {string} its name in the ledger; empty where the ledger knows none
 */
export function keyOfMessage(journal, message) {
  const names = new Set(Object.values(journal.ledger).flat().map((entry) => entry.secret));
  if (names.has("key block")) return "key block";
  const before = journal.messages.filter((other) => other.who === message.who && other.stream.offset < message.stream.offset);
  const finished = before.some((other) => other.label.startsWith("Finished"));
  const updates = before.filter((other) => other.label.startsWith("KeyUpdate")).length;
  const early = message.who === "client" && !finished && /^(application data|early data|EndOfEarlyData)/i.test(message.label);
  const name = early ? "client_early_traffic_secret" : message.who + (finished ? "_application_traffic_secret_" + updates : "_handshake_traffic_secret");
  return names.has(name) ? name : "";
}

/**
 * Whether a pane can be read from the seat at the step.
 * @param {any} model
 * @param {any} pane
 * @param {{seat: string, step: number}} state
 * @param {Record<string, Set<string>>} holdings
 * @returns {boolean}
 */
export function canReadPane(model, pane, state, holdings) {
  if (pane.name !== "plaintext" || !pane.message.encrypted || state.seat === "everything") return true;
  if (state.seat === "eavesdropper") return false;
  const key = keyOfMessage(model.journal, pane.message);
  return key ? holdings[state.seat].has(key) : [...holdings[state.seat]].some((name) => anyKey.test(name));
}

/**
 * A sentence that says what the seat lacks, and from which step on it has it.
 * @param {any} model
 * @param {any} pane
 * @param {{seat: string, step: number}} state
 * @returns {string}
 */
export function reasonUnreadable(model, pane, state) {
  const key = keyOfMessage(model.journal, pane.message);
  const coming = (model.journal.ledger[state.seat] || []).find((entry) => (key ? entry.secret === key : anyKey.test(entry.secret)));
  return say("octets.sealed", { what: key || "key block" }) + " " + (coming ? say("octets.sealedLater", { number: coming.event }) : say("octets.sealedNever"));
}
