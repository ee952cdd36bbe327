// The story of a run beside its picture: which step of the story a packet shows, and which packets show a step.
import { el, mark } from "./dom.js";
import { shown } from "./pointer.js";
import { saidOf } from "./overlay.js";
import { language, say } from "./words.js";

const stories = new WeakMap();

/**
 * The story of a run: each step with its number, its sentence, the packets that show it, and the pointer to the sentence.
 * @param {any} model
 * @returns {{number: number, text: string, packets: number[], pointer: string}[]} empty for a run without one
 */
export function storyOf(model) {
  const said = saidOf(model.run);
  if (!stories.has(said)) {
    const place = "/runs/" + model.index + (said === model.run ? "" : "/said/" + language()) + "/telling/";
    stories.set(said, (said.telling || []).flatMap((part, at) => (part.run !== model.run.id ? []
      : part.list.map((text, i) => ({ number: part.first + i, text, packets: part.packets[i], pointer: place + at + "/list/" + i })))));
  }
  return stories.get(said);
}

/** The event at which a packet is there: it is sent, or it comes from where the run sees nothing. */
const eventOfPacket = (model, number) => model.packet(number)?.sent ?? model.packet(number)?.received ?? 0;

/**
 * The step of the story at an event: the one that its packet shows, else the last one that has begun.
 * @param {any} model
 * @param {any} event
 * @returns {any} undefined before the first
 */
export function storyStepAt(model, event) {
  const story = storyOf(model), own = event.packet ? story.find((step) => step.packets.includes(event.packet)) : undefined;
  return own ?? story.findLast((step) => step.packets.length && eventOfPacket(model, step.packets[0]) <= event.number);
}

/**
 * Links to the packets that show a step of a story.
 * @param {any} app
 * @param {string} run
 * @param {number[]} packets
 */
export function storyLinks(app, run, packets) {
  return packets.map((number) => [" ", el("button", { type: "button", class: "step-link", click: () => app.toPacket(run, number) }, say("story.packet", { number }))]);
}

/**
 * The story at a step, for the panel of the step: a button for each of its sentences, and the sentence that belongs to the step.
 * @param {any} app
 * @param {any} event
 */
export function storyStrip(app, event) {
  const { model } = app, story = storyOf(model), now = storyStepAt(model, event), { opens } = model.run;
  if (!story.length) return null;
  const button = (step) => {
    const [to] = step.packets;
    if (!to) return el("span", { class: "story-step" }, step.number);
    const node = el("button", { type: "button", class: "story-step", title: step.text, "aria-label": say("story.step", { number: step.number }), click: () => app.toPacket(model.run.id, to) }, step.number);
    mark(node, "aria-current", step === now ? "step" : null);
    return node;
  };
  return el("div", { class: "story-strip" },
    el("div", { class: "story-steps" }, el("span", { class: "quiet" }, say("story.title")), story.map(button),
      opens && (event.packet === opens ? el("b", { class: "opens-here" }, say("story.opens"))
        : el("button", { type: "button", class: "step-link", click: () => app.toPacket(model.run.id, opens) }, say("story.toOpens")))),
    now && shown(now.text, now.pointer, undefined, "p", { class: "story-now" }));
}
