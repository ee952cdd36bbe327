// What a run is at a step: its journal, folded up to and including that step. Nothing here knows the page.
import { flattenFields } from "./tree.js";

const checkpointDistance = 128;
const farthestPane = 60;

/**
 * The greatest index whose value does not exceed `limit`; -1 if there is none.
 * @param {ArrayLike<number>} ascending
 * @param {number} limit
 * @returns {number}
 */
export function lastNotBeyond(ascending, limit) {
  let low = 0, high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * What follows from what is known, in whatever order the derivations stand.
 * @param {Iterable<string>} known
 * @param {{conclusion: string, premises: string[]}[]} derivations
 * @returns {Set<string>}
 */
export function closure(known, derivations) {
  const all = new Set(known);
  for (let grown = true; grown;) {
    grown = false;
    for (const rule of derivations) {
      if (!all.has(rule.conclusion) && rule.premises.every((premise) => all.has(premise))) {
        all.add(rule.conclusion);
        grown = true;
      }
    }
  }
  return all;
}

/**
 * The hosts of a run, as they stand from left to right in a picture: the client, the others, the server.
 * @param {any} journal
 * @returns {string[]}
 */
export function hostsOf(journal) {
  return ["client", ...Object.keys(journal.endpoints || {}).filter((who) => who !== "client" && who !== "server"), "server"];
}

/** Something for each host. */
const forEach = (hosts, make) => Object.fromEntries(hosts.map((who) => [who, make(who)]));

const copyOfFold = (fold) => ({
  tcp: { ...fold.tcp }, tls: { ...fold.tls }, block: forEach(Object.keys(fold.block), (who) => ({ ...fold.block[who] })),
});

/** Applies one event to a fold. A variable keeps the event and the change that it is from: that is its pointer. */
function applyEvent(fold, event) {
  if (!fold.block[event.who]) return;
  if (event.kind === "transition") {
    const machine = fold[event.machine.toLowerCase()];
    if (machine && event.who in machine) machine[event.who] = event.to;
  }
  const block = fold.block[event.who];
  (event.changes || []).forEach((change, index) => {
    if (change.after === "-") delete block[change.name];
    else block[change.name] = { value: change.after, event: event.number, change: index };
  });
}

/**
 * A run with its indexes.
 * @param {any} run a member of the document's `runs`
 * @param {number} index its place there
 */
export function makeModel(run, index) {
  const { journal } = run;
  const { events } = journal;
  const count = events.length;
  const packets = new Map(journal.packets.map((packet, at) => [packet.number, { packet, at }]));
  const messages = new Map(journal.messages.map((message, at) => [message.number, { message, at }]));
  const ids = new Map(), transitions = [], chapters = [], carried = new Map(), fates = new Map();
  const hosts = hostsOf(journal), none = () => forEach(hosts, () => "");
  const start = { tcp: none(), tls: none(), block: forEach(hosts, () => ({})) };
  for (const event of events) {
    if (!ids.has(event.step)) ids.set(event.step, []);
    ids.get(event.step).push(event.number);
    if (event.kind === "chapter") chapters.push(event.number);
    if (event.kind === "received" || event.kind === "lost") {
      if (!fates.has(event.packet)) fates.set(event.packet, []);
      fates.get(event.packet).push(event.number);
    }
    if (event.kind === "transition" && hosts.includes(event.who)) {
      transitions.push(event.number);
      const machine = start[event.machine.toLowerCase()];
      if (machine && event.who in machine && !machine[event.who]) machine[event.who] = event.from;
    }
  }
  for (const message of journal.messages) {
    for (const segment of message.segments) {
      if (!carried.has(segment.packet)) carried.set(segment.packet, []);
      if (!carried.get(segment.packet).includes(message.number)) carried.get(segment.packet).push(message.number);
    }
  }
  const checkpoints = [copyOfFold(start)];
  const running = copyOfFold(start);
  events.forEach((event, at) => {
    applyEvent(running, event);
    if ((at + 1) % checkpointDistance === 0) checkpoints.push(copyOfFold(running));
  });
  // A packet repeats an earlier one of its sender that began at the same number, if it has data, SYN or FIN as that one had.
  const repeated = new Map(), repeats = new Map(), firstOf = new Map();
  for (const packet of [...journal.packets].filter((one) => one.sent).sort((a, b) => a.sent - b.sent)) {
    const label = /<SEQ=(\d+)>.*<CTL=([A-Z,]+)>/.exec(packet.label || ""), marks = label && label[2].split(",").filter((flag) => flag === "SYN" || flag === "FIN");
    if (!label || !(marks.length || packet.payload?.length)) continue;
    const key = events[packet.sent - 1].who + label[1] + (packet.payload?.length ? "" : marks.join());
    const before = firstOf.get(key);
    if (before) {
      repeats.set(packet.number, before);
      repeated.set(before, packet.number);
    }
    firstOf.set(key, packet.number);
  }
  const socketOf = (end) => end.address + ":" + end.port;
  const connections = new Set(journal.packets.filter((packet) => packet.source && (packet.payload?.length || /CTL=SYN/.test(packet.label)))
    .map((packet) => [packet.source, packet.destination].map(socketOf).sort().join()));
  const [left, right] = ([...connections][0] || "").split(",").map((socket) => hosts.find((who) => journal.endpoints?.[who]?.address === socket.slice(0, socket.lastIndexOf(":"))));
  const pair = left && right && left !== right ? [left, right].sort((a, b) => hosts.indexOf(a) - hosts.indexOf(b)) : ["client", "server"];
  const allSteps = Int32Array.from(events, (event) => event.number);
  const paneCache = new Map();
  let latest = { step: -1, fold: start };

  const model = {
    run, index, journal, events, count, hosts, transitions, chapters, carried, fates, ids,
    /** Whether the run has several connections: each counts its octets by itself. */
    hasSeveral: connections.size > 1,
    /** The hosts at the two ends of the connection, of the first if there are several, as they stand from left to right. */
    pair,
    base: "/runs/" + index + "/journal",
    event: (step) => events[step - 1],
    eventPointer: (step) => model.base + "/events/" + (step - 1),
    /** The packet that sends this one's octets again; that of which this one sends the octets again. */
    repeatedBy: (number) => repeated.get(number),
    repeats: (number) => repeats.get(number),
    packet: (number) => packets.get(number)?.packet,
    packetPointer: (number) => model.base + "/packets/" + packets.get(number)?.at,
    message: (number) => messages.get(number)?.message,
    messagePointer: (number) => model.base + "/messages/" + messages.get(number)?.at,
    /** The machines and control blocks after a step. */
    fold(step) {
      if (latest.step === step) return latest.fold;
      let from, fold;
      if (latest.step >= 0 && latest.step < step && step - latest.step < checkpointDistance) {
        from = latest.step;
        fold = copyOfFold(latest.fold);
      } else {
        const nearest = Math.min(Math.floor(step / checkpointDistance), checkpoints.length - 1);
        from = nearest * checkpointDistance;
        fold = copyOfFold(checkpoints[nearest]);
      }
      for (let at = from; at < step; at++) applyEvent(fold, events[at]);
      latest = { step, fold };
      return fold;
    },
    /** Who holds what after a step. Thefts are made after the last step. */
    holdings(step, stolen) {
      const out = {};
      for (const who of [...hosts, "eavesdropper", "thief"]) {
        out[who] = new Set((journal.ledger[who] || []).filter((entry) => entry.event <= step).map((entry) => entry.secret));
      }
      if (stolen && stolen.size && step >= count) out.thief = closure([...out.thief, ...stolen], journal.derivations);
      return out;
    },
    levelSteps: (level) => (level === "all" ? allSteps : run.levels[level]),
    /** The event with this number or `id:n`; 0 if there is none. */
    stepNamed(name) {
      if (/^\d+$/.test(String(name))) return Number(name) >= 1 && Number(name) <= count ? Number(name) : 0;
      const found = /^(.+):(\d+)$/.exec(String(name));
      return (found && ids.get(found[1])?.[Number(found[2]) - 1]) || 0;
    },
    /** The id of a step with its count: `tcp.syn:2`. */
    nameOfStep(step) {
      const id = events[step - 1].step;
      return id + ":" + (lastNotBeyond(ids.get(id), step) + 1);
    },
    /** The pane with this id, with its octets, fields and pointer; null if there is none. */
    pane(id) {
      if (paneCache.has(id)) return paneCache.get(id);
      const pane = findPane(model, id);
      if (pane) pane.rows = flattenFields(pane.fields, pane.pointer + "/fields");
      if (paneCache.size > 64) paneCache.clear();
      paneCache.set(id, pane);
      return pane;
    },
    /** The panes of a step, as far as the sight goes. A step without octets of its own has those of the step that brought it about, or else of the next that has some, unless a reader is asked what comes. */
    panes(step, sight, looksAhead = true) {
      for (let event = events[step - 1], hops = 0; event && hops < 12; hops++, event = events[(event.cause || 0) - 1]) {
        const found = panesOfEvent(model, event, sight);
        if (found.length) return { ids: found, of: event.number };
      }
      // From a seat, what comes is not there yet.
      for (let at = step; looksAhead && (!sight || sight.all) && at < Math.min(count, step + farthestPane); at++) {
        const found = panesOfEvent(model, events[at]);
        if (found.length) return { ids: found, of: events[at].number };
      }
      return { ids: [], of: step };
    },
  };
  return model;
}

function findPane(model, id) {
  const found = /^(?:packet-(\d+)|message-(\d+)-(.+))$/.exec(id);
  if (!found) return null;
  if (found[1]) {
    const packet = model.packet(Number(found[1]));
    return packet && { id, packet, bytes: packet.bytes, fields: packet.fields, length: packet.bytes.length / 2, pointer: model.packetPointer(packet.number) };
  }
  const message = model.message(Number(found[2]));
  const at = message ? message.panes.findIndex((pane) => pane.name === found[3]) : -1;
  if (at < 0) return null;
  const { bytes, fields, name } = message.panes[at];
  return { id, message, name, bytes, fields, length: bytes.length / 2, pointer: model.messagePointer(message.number) + "/panes/" + at };
}

function panesOfEvent(model, event, sight) {
  const out = [];
  if (sight && !sight.shows(event)) return out;
  const ofMessage = (message) => (!sight || sight.hasSeen(message)) && message?.panes.forEach((pane) => pane.bytes && out.push("message-" + message.number + "-" + pane.name));
  if (event.message) {
    const message = model.message(event.message);
    ofMessage(message);
    for (const segment of message?.segments || []) if (!sight || sight.meets(model.packet(segment.packet))) out.push("packet-" + segment.packet);
  } else if (event.packet) {
    out.push("packet-" + event.packet);
    for (const number of model.carried.get(event.packet) || []) ofMessage(model.message(number));
  }
  return [...new Set(out)];
}
