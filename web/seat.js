// What a seat may see. `sightOf` decides it for events, packets, messages and machines, and every view asks there: a seat shows what its party
// has seen or can compute, and nothing else. The ledger says who can compute what.
import { termOf } from "./overlay.js";
import { say } from "./words.js";

/**
 * The seats of a run.
 * @param {any} model
 * @returns {string[]}
 */
export function seatsOf(model) { return ["everything", ...partiesOf(model)]; }

/**
 * Those who may know something: the ends, the other hosts, those who watch.
 * @param {any} model
 * @returns {string[]}
 */
export function partiesOf(model) { return ["client", "server", ...model.hosts.slice(1, -1), "eavesdropper", "thief"]; }

/**
 * Whether a host beside the two ends stands where their packets pass: it knows what a packet of theirs has brought from the moment it was sent.
 * @param {any} model
 * @param {string} seat
 */
export function standsOnPath(model, seat) {
  const sentByAnother = (number) => { const event = model.event(number); return event?.kind === "sent" && event.who !== seat; };
  return model.hosts.slice(1, -1).includes(seat) && (model.journal.ledger[seat] || []).some((entry) => entry.how.by === "received" && sentByAnother(entry.event));
}

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

/** What a seat sees of a run whatever the step is: made once for a run and a seat. */
function makeOutlook(model, seat) {
  const all = seat === "everything", isEnd = model.hosts.includes(seat) && !standsOnPath(model, seat), live = !model.journal.packets.length;
  const readAt = new Map(), keys = new Map(), levels = new Map();
  for (const event of model.events) if (event.kind === "read" && event.who === seat && !readAt.has(event.message)) readAt.set(event.message, event.number);
  /** "all", "wire" where it is only a packet or record that passes, or nothing. */
  const shows = (event) => {
    if (all || event.who === seat) return "all";
    if (event.kind === "chapter") return event.who === "thief" ? "" : "all";
    if (isEnd) return "";
    const passes = event.kind === "sent" || (event.kind === "received" && !model.packet(event.packet)?.sent) || (live && (event.kind === "wrote" || event.kind === "read"));
    return passes ? "wire" : "";
  };
  /** The event at which the seat meets a packet: it sends it, gets it, or sees it pass; 0 if it never does. */
  const meets = (packet) => {
    if (packet?.sent && shows(model.event(packet.sent))) return packet.sent;
    return (packet && model.fates.get(packet.number)?.find((number) => model.event(number).kind === "received" && shows(model.event(number)))) || 0;
  };
  const steps = (level) => {
    if (all) return model.levelSteps(level);
    if (!levels.has(level)) {
      const chosen = new Set();
      for (const number of model.levelSteps(level)) {
        const event = model.event(number);
        // What the other side sends is there from its arrival on.
        const at = shows(event) ? number : isEnd && event.kind === "sent" ? meets(model.packet(event.packet)) : 0;
        if (at) chosen.add(at);
      }
      levels.set(level, Int32Array.from(chosen.size ? chosen : [1]).sort());
    }
    return levels.get(level);
  };
  const keyOf = (message) => {
    if (!keys.has(message)) keys.set(message, keyOfMessage(model.journal, message));
    return keys.get(message);
  };
  return { all, isEnd, live, shows, meets, steps, readAt, keyOf };
}

const outlooks = new WeakMap();

/** Whether the parts of a message that stand in these packets are the whole of it. */
function coversMessage(message, segments) {
  let reached = 0;
  for (const { within, length } of [...segments].sort((a, b) => a.within - b.within)) if (within <= reached) reached = Math.max(reached, within + length);
  return segments.length > 0 && reached >= message.stream.length;
}

/**
 * What may be seen from a seat at a step.
 * @param {any} model
 * @param {string} seat `everything` or a party
 * @param {number} step
 * @param {Set<string> | undefined} held what that party holds at the step
 */
export function sightOf(model, seat, step, held) {
  if (!outlooks.has(model)) outlooks.set(model, new Map());
  const known = outlooks.get(model);
  if (!known.has(seat)) known.set(seat, makeOutlook(model, seat));
  const outlook = known.get(seat), { all, isEnd, shows, meets, readAt, keyOf } = outlook;
  let key = "";
  const sight = {
    seat, all, shows, meets, steps: outlook.steps,
    /** Whether the states, timers and variables of a party are its own business. */
    knows: (who) => all || who === seat,
    /** Whether the seat knows what is in a message. Its writer does; its reader does once it holds the key. */
    reads(message) {
      if (all || !message.encrypted || message.who === seat) return true;
      if (isEnd && !readAt.has(message.number)) return false;
      const name = keyOf(message);
      return name ? !!held?.has(name) : [...held || []].some((one) => anyKey.test(one));
    },
    /** Whether the octets of a message have come to the seat. */
    hasSeen(message) {
      if (all) return true;
      if (message.who === seat) return message.event <= step;
      if (outlook.live) return message.event <= step && !!shows(model.event(message.event));
      return coversMessage(message, message.segments.filter((segment) => { const at = meets(model.packet(segment.packet)); return at && at <= step; }));
    },
    /** The step at which the seat meets a message: its end writes or reads it, or the last part of it passes. */
    stepOf(message) {
      if (all || message.who === seat) return message.event;
      return readAt.get(message.number) || Math.max(0, ...message.segments.map((segment) => meets(model.packet(segment.packet)))) || message.event;
    },
    canRead: (pane) => pane.name !== "plaintext" || sight.reads(pane.message),
    /** Changes when a name or a step that is drawn may change. */
    get key() { return key ||= all ? seat : seat + model.journal.messages.filter((message) => message.encrypted && sight.reads(message)).map((message) => message.number); },
    /** A sentence that says what the seat lacks for a pane, and from which step on it has it. */
    whyUnreadable(pane) {
      const name = keyOf(pane.message), coming = (model.journal.ledger[seat] || []).find((entry) => (name ? entry.secret === name : anyKey.test(entry.secret)));
      return say("octets.sealed", { what: termOf(model, name || "key block") }) + say("gap") + (coming && coming.event > step ? say("octets.sealedLater", { number: coming.event }) : say("octets.sealedNever"));
    },
  };
  return sight;
}

/** What one who sees everything sees of a run. */
export function wholeSight(model) { return sightOf(model, "everything", model.count, undefined); }
