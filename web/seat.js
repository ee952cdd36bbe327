// What a seat can read. The ledger says who holds the keys; the two ends read what is theirs.
import { say } from "./words.js";

const keyNames = /^key block$|traffic secret|traffic key/;

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
  return [...holdings[state.seat]].some((name) => keyNames.test(name));
}

/**
 * A sentence that says what the seat lacks, and from which step on it has it.
 * @param {any} model
 * @param {any} pane
 * @param {{seat: string, step: number}} state
 * @returns {string}
 */
export function reasonUnreadable(model, pane, state) {
  const names = new Set(Object.values(model.journal.ledger).flat().map((entry) => entry.secret).filter((name) => keyNames.test(name)));
  const coming = (model.journal.ledger[state.seat] || []).find((entry) => keyNames.test(entry.secret));
  const what = [...names].slice(0, 2).join(", ") || "key block";
  return say("octets.sealed", { what }) + " " + (coming ? say("octets.sealedLater", { number: coming.event }) : say("octets.sealedNever"));
}
