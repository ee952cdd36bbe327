// A step in one line: the headline of the step, the row of the list, and what a screen reader says.
import { listOf, say, startOf, widthOf } from "./words.js";
import { wholeSight } from "./seat.js";
import { termOf, termPointer } from "./overlay.js";

/**
 * What a run calls one of its parties, with a capital letter: "TCP Peer A" in a figure of an RFC, "Mallory" in an attack, "Client" in a visit.
 * @param {any} model
 * @param {string} who
 * @returns {string}
 */
export function nameOf(model, who) {
  const name = model.journal.endpoints?.[who]?.name;
  if (!name || (name === who && (who === "client" || who === "server"))) return say("who." + who);
  const term = termOf(model, name);
  return term[0].toUpperCase() + term.slice(1);
}

/**
 * The name of the colour of a party: hosts beside the two ends share one.
 * @param {any} model
 * @param {string} who
 * @returns {string}
 */
export function inkOf(model, who) { return model.hosts.slice(1, -1).includes(who) ? "host" : who; }

/**
 * The name of the colour that a party has in the picture and in the list: an attacker with an address of her own has hers.
 * @param {any} model
 * @param {string} who
 * @returns {string}
 */
export function toneOf(model, who) { return who === "attacker" ? "thief" : inkOf(model, who); }

/**
 * What a seat is called: a host beside the two ends by its own name.
 * @param {any} model
 * @param {string} seat
 * @returns {string}
 */
export function seatName(model, seat) { return inkOf(model, seat) === "host" ? nameOf(model, seat) : say("seat." + seat); }

/**
 * What a reader calls a segment: the messages that it carries, or its flags.
 * @param {any} model
 * @param {any} packet
 * @param {any} [sight]
 * @returns {string}
 */
export function segmentName(model, packet, sight) {
  if (!packet) return "?";
  const flags = /CTL=([A-Z,]+)/.exec(packet.label)?.[1].split(",") || [];
  const names = (model.carried.get(packet.number) || []).map((number) => messageName(model.message(number), sight));
  const marks = flags.filter((flag) => flag !== "PSH" && (flag !== "ACK" || !names.length));
  const size = packet.payload?.length || 0;
  if (!names.length && size) names.push(say("name.octets", { count: size }));
  if (!names.length && !marks.length) return packet.label;
  // Where it goes to none of the hosts of the run, its address says where.
  const to = packet.sent && model.event(packet.sent).to, away = to && to !== "client" && to !== "server" && !model.hosts.includes(to) && packet.destination;
  return listOf([...new Set(names), marks.length && marks.join(",")].filter(Boolean)) + (away ? " " + say("name.away", { address: away.address }) : "");
}

/**
 * The label of a message, short enough for a row. From a seat that cannot read it: what an onlooker sees of its record.
 * @param {any} message
 * @param {any} [sight]
 * @returns {string}
 */
export function messageName(message, sight) {
  if (!message) return "?";
  if (sight && !sight.reads(message)) {
    const type = parseInt(message.panes[0]?.bytes.slice(0, 2), 16);
    return say("sealed.record", { type: say(type >= 20 && type <= 23 ? "sealed." + type : "sealed.other"), count: message.stream.length });
  }
  return widthOf(message.label) > 60 ? startOf(message.label, 59) + "…" : message.label;
}

/** The first sentence of a remark, cut at a word. */
function firstSentence(text) {
  const sentence = /^[^]*?(?:[.:](?=\s|$)|[。：？])/.exec(text)?.[0] ?? text;
  const bare = sentence.replace(/[.:。：]$/, "").slice(0, 400);
  if (widthOf(bare) <= 96) return bare;
  // Between Han characters a line may be cut anywhere.
  const start = startOf(bare, 96), isHan = widthOf(start) > start.length * 1.5;
  return isHan ? start + "…" : start.replace(/\s+\S*$/, "") + " …";
}

/**
 * The words of an event in the language of the page: the journal's own, or the overlay's. From a seat, those that its party may say: its own,
 * without what only one who sees everything knows.
 * @param {any} model
 * @param {any} event
 * @param {string} member `remark`, `title`, `about`, `why`, `arguments` or `alert`
 * @param {string} lang
 * @param {any} [sight]
 * @returns {{text: string, pointer: string} | null}
 */
export function wordsOf(model, event, member, lang, sight) {
  if (sight && sight.shows(event) !== "all") return null;
  if (sight && !sight.all && member === "remark" && event.own_remark !== undefined) {
    const own = event.own_remark;
    return own ? { text: termOf(model, own), pointer: termPointer(model, own, model.eventPointer(event.number) + "/own_remark") } : null;
  }
  const other = model.run.words?.[lang]?.events?.[event.number]?.[member];
  if (other) return { text: other, pointer: "/runs/" + model.index + "/words/" + lang + "/events/" + event.number + "/" + member };
  return event[member] ? { text: event[member], pointer: model.eventPointer(event.number) + "/" + member } : null;
}

/**
 * A mark that goes before a row: the kind of the step without words.
 * @param {any} event
 * @returns {string}
 */
export function kindMark(event) {
  switch (event.kind) {
    case "sent": case "received": return (event.kind === "sent") === (event.who !== "server") ? "→" : "←";
    case "lost": case "failed": return "×";
    case "wrote": case "read": return "≡";
    case "computed": return "ƒ";
    case "checked": return event.passed ? "✓" : "×";
    case "learned": return "◆";
    case "transition": return "●";
    case "timer": return "◷";
    case "chapter": return "§";
    default: return "·";
  }
}

/**
 * The headline of an event.
 * @param {any} model
 * @param {any} event
 * @param {string} lang
 * @param {any} [sight] without it, as one sees it who sees everything
 * @returns {string}
 */
export function headline(model, event, lang, sight = wholeSight(model)) {
  const who = nameOf(model, event.who), seen = sight.shows(event);
  if (!seen) return say("kind.hidden");
  const segment = () => say("behind", { text: segmentName(model, model.packet(event.packet), sight), note: say("name.packet", { number: event.packet }) });
  switch (event.kind) {
    case "sent": case "received": return say("kind." + event.kind, { who, what: segment() });
    case "lost": return say(inkOf(model, event.who) === "host" ? "kind.kept" : "kind.lost", { who, what: segment() });
    // Who writes or reads a message knows its name.
    case "wrote": case "read": return say("kind." + event.kind, { who, what: messageName(model.message(event.message), seen === "all" ? undefined : sight) });
    case "computed": return say("kind.computed", { who, what: termOf(model, event.calculation.name) });
    case "checked": return say(event.passed ? "kind.passed" : "kind.refused", { who, what: termOf(model, event.what) });
    case "learned": {
      if (event.how.random) return say("kind.composed", { who, what: termOf(model, event.secret), count: event.how.random });
      const by = event.how.by === "received" ? "learned" : event.how.by;
      return say("kind." + by, { who, what: termOf(model, event.secret) });
    }
    case "timer": return say("kind." + event.timing, { who, what: termOf(model, event.timer) });
    case "call": return say("kind.call", { who, what: event.call });
    case "transition": return say("kind.transition", { who, machine: event.machine, from: event.from, to: event.to });
    case "failed": return say("kind.failed", { who, what: wordsOf(model, event, "alert", lang)?.text ?? "" });
    case "chapter": return wordsOf(model, event, "title", lang)?.text ?? event.step;
    default: {
      const remark = wordsOf(model, event, "remark", lang, sight);
      return say("kind.other", { who, what: remark ? firstSentence(remark.text) : event.step });
    }
  }
}
