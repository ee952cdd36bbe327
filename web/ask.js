// "Ask me first": before a step is shown, the page asks which packet, message or state comes. The same questions as --step --predict asks.
import { el, byId, fill, mark } from "./dom.js";
import { messageName, nameOf } from "./describe.js";
import { say } from "./words.js";

const mostChoices = 4;
const askedBy = { packet: "ask.packet", message: "ask.message", state: "ask.state" };

/** A message by its whole label. From a seat that cannot read it: what an onlooker sees. */
const labelOf = (message, sight) => (sight.reads(message) ? message.label : messageName(message, sight));

/** What an event is asked about, and what comes; nothing for an event without a question. */
function happeningOf(model, event, sight) {
  if (!sight.shows(event)) return null;
  if (event.kind === "sent") return { kind: "packet", who: event.who, what: model.packet(event.packet).relative_label };
  if (event.kind === "wrote") return { kind: "message", who: event.who, what: labelOf(model.message(event.message), sight) };
  return event.kind === "transition" ? { kind: "state", machine: event.machine, who: event.who, what: event.to } : null;
}

/**
 * The question before a step. The wrong answers are what else happens in this run: first what comes soon after, then what came before.
 * @param {any} model
 * @param {number} number the number of the step's event
 * @param {any} sight
 * @returns {{kind: string, who: string, machine?: string, right: string, choices: string[]} | null} null where there is nothing to choose
 */
export function questionBefore(model, number, sight) {
  const wanted = happeningOf(model, model.event(number), sight);
  if (!wanted) return null;
  const choices = new Set([wanted.what]);
  const consider = (at) => {
    const other = happeningOf(model, model.event(at), sight);
    if (other && other.kind === wanted.kind && other.machine === wanted.machine) choices.add(other.what);
  };
  for (let at = number + 1; at <= model.count && choices.size < mostChoices; at++) consider(at);
  for (let at = number - 1; at > 0 && choices.size < mostChoices; at--) consider(at);
  return choices.size > 1 ? { ...wanted, right: wanted.what, choices: [...choices].sort() } : null;
}

/** The words of a question. */
export function wordsOfQuestion(model, question) {
  return say(askedBy[question.kind], { who: nameOf(model, question.who), machine: question.machine });
}

/**
 * The questions of the page, and the tally of the answers.
 * @param {any} app
 */
export function makeAsking(app) {
  const toggle = byId("hs-ask"), host = byId("hs-question"), frame = byId("hs-app");
  let asked = null, said = "", right = 0, count = 0, key = "";
  const answer = (choice) => {
    const { question, number } = asked, isRight = choice === question.right;
    count += 1;
    if (isRight) right += 1;
    said = (isRight ? say("ask.right") : say("ask.wrong", { what: question.right })) + say("gap") + say("ask.tally", { right, count });
    asked = null;
    app.goto(number);
  };
  toggle.addEventListener("change", () => {
    asked = null;
    said = "";
    right = count = 0;
    app.show({ view: "octets" });
  });
  return {
    /** Whether the reader is asked. The picture, the list and all views but the octets are hidden then: they show what is to come. */
    isOn: () => toggle.checked,
    /** Asks before a step; false where the step is to be shown: it has no question, or it was asked about already. */
    before(number) {
      const isSecond = asked?.number === number, question = toggle.checked && !isSecond && questionBefore(app.model, number, app.sight());
      asked = question ? { question, number } : null;
      said = "";
      if (asked) app.show({});
      return asked !== null;
    },
    /** A digit as the answer; false where nothing is asked. */
    takes(digit) {
      const choice = asked?.question.choices[digit - 1];
      if (choice === undefined) return false;
      answer(choice);
      return true;
    },
    /** Gives up the question: the reader went elsewhere. */
    leave() { asked = null; },
    draw() {
      mark(frame, "data-asking", toggle.checked);
      const wanted = [toggle.checked, asked?.number, app.state.lang, said].join();
      if (wanted === key) return;
      key = wanted;
      const question = asked?.question;
      fill(host, question && [
        el("p", {}, wordsOfQuestion(app.model, question)),
        el("ol", {}, question.choices.map((choice) => el("li", {}, el("button", { type: "button", click: () => answer(choice) }, choice)))),
        el("p", { class: "quiet" }, say("ask.how")),
      ], !question && toggle.checked && el("p", { class: "asked" }, said || say("ask.begin")));
    },
  };
}
