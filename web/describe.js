// A step in one line: the headline of the step, the row of the list, and what a screen reader says.
import { say } from "./words.js";

/**
 * What a run calls one of its parties, with a capital letter: "TCP Peer A" in a figure of an RFC, "Mallory" in an attack, "Client" in a visit.
 * @param {any} model
 * @param {string} who
 * @returns {string}
 */
export function nameOf(model, who) {
  const name = model.journal.endpoints?.[who]?.name;
  return !name || name === who ? say("who." + who) : name[0].toUpperCase() + name.slice(1);
}

/**
 * What a reader calls a segment: the messages that it carries, or its flags.
 * @param {any} model
 * @param {any} packet
 * @returns {string}
 */
export function segmentName(model, packet) {
  if (!packet) return "?";
  const flags = /CTL=([A-Z,]+)/.exec(packet.label)?.[1].split(",") || [];
  const names = (model.carried.get(packet.number) || []).map((number) => messageName(model.message(number)));
  const marks = flags.filter((flag) => flag !== "PSH" && (flag !== "ACK" || !names.length));
  const size = packet.payload?.length || 0;
  if (!names.length && size) names.push(say("name.octets", { count: size }));
  if (!names.length && !marks.length) return packet.label;
  return [...new Set(names), marks.length && marks.join(",")].filter(Boolean).join(", ");
}

/**
 * The label of a message, short enough for a row.
 * @param {any} message
 * @returns {string}
 */
export function messageName(message) {
  if (!message) return "?";
  return message.label.length > 60 ? message.label.slice(0, 59) + "…" : message.label;
}

/** The first sentence of a remark, cut at a word. */
function firstSentence(text) {
  const sentence = /^[^]*?[.:](?=\s|$)/.exec(text)?.[0] ?? text;
  const bare = sentence.replace(/[.:]$/, "").slice(0, 400);
  return bare.length <= 96 ? bare : bare.slice(0, 96).replace(/\s+\S*$/, "") + " …";
}

/**
 * The words of an event in the language of the page: the journal's own, or the overlay's.
 * @param {any} model
 * @param {any} event
 * @param {string} member `remark`, `title` or `about`
 * @param {string} lang
 * @returns {{text: string, pointer: string} | null}
 */
export function wordsOf(model, event, member, lang) {
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
 * @returns {string}
 */
export function headline(model, event, lang) {
  const who = nameOf(model, event.who);
  const segment = () => segmentName(model, model.packet(event.packet)) + " (" + say("name.packet", { number: event.packet }) + ")";
  switch (event.kind) {
    case "sent": case "received": case "lost": return say("kind." + event.kind, { who, what: segment() });
    case "wrote": case "read": return say("kind." + event.kind, { who, what: messageName(model.message(event.message)) });
    case "computed": return say("kind.computed", { who, what: event.calculation.name });
    case "checked": return say(event.passed ? "kind.passed" : "kind.refused", { who, what: event.what });
    case "learned": {
      const by = event.how.by === "received" ? "learned" : event.how.by;
      return say("kind." + by, { who, what: event.secret });
    }
    case "timer": return say("kind." + event.timing, { who, what: event.timer });
    case "call": return say("kind.call", { who, what: event.call });
    case "transition": return say("kind.transition", { who, machine: event.machine, from: event.from, to: event.to });
    case "failed": return say("kind.failed", { who, what: event.alert });
    case "chapter": return wordsOf(model, event, "title", lang)?.text ?? event.step;
    default: {
      const remark = wordsOf(model, event, "remark", lang);
      return say("kind.other", { who, what: remark ? firstSentence(remark.text) : event.step });
    }
  }
}
