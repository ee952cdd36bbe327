// The answer first: what the run has come to, what its command says beside it, and what to run next. It is told by one who sees everything.
import { el, byId, fill, mark } from "./dom.js";
import { storyLinks, storyOf, storyStepAt } from "./story.js";
import { listedIn, saidOf } from "./overlay.js";
import { say } from "./words.js";

/** The parts of a telling, one section for each heading; a section's outcome stands first in it. */
function sectionsOf(parts) {
  const out = [{ heading: "", outcomes: [], parts: [] }];
  for (const part of parts) {
    if (part.heading !== undefined) out.push({ heading: part.heading, outcomes: [], parts: [] });
    else if (part.outcome !== undefined) out[out.length - 1].outcomes.push(part.outcome);
    else out[out.length - 1].parts.push(part);
  }
  return out.filter((one) => one.heading || one.outcomes.length || one.parts.length);
}

function tableOf({ head, rows }, label) {
  const titled = head.some((cell) => cell);
  return el("div", { class: "table-room", tabindex: 0, role: "group", "aria-label": label || say("answer.label") }, el("table", { class: "told" },
    titled && el("thead", {}, el("tr", {}, head.map((cell) => (cell ? el("th", { scope: "col" }, cell) : el("td", {}))))),
    // A row of one cell is the title of those that follow.
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, i) => el(i ? "td" : "th", { scope: i ? undefined : "row", colspan: row.length === 1 && head.length > 1 ? head.length : undefined }, cell)))))));
}

function partOf(app, part, label) {
  if (part.text !== undefined) return el("p", {}, part.text);
  if (part.list) {
    return el(part.first ? "ol" : "ul", { start: part.first }, part.list.map((item, i) => el("li", { "data-story-run": part.run, "data-story-step": part.run && part.first + i },
      item, part.packets && storyLinks(app, part.run, part.packets[i]))));
  }
  if (part.table) return tableOf(part.table, label);
  if (part.values) return el("dl", { class: "told-values" }, part.values.map((one) => el("div", {}, el("dt", {}, one.name), el("dd", {}, el("code", {}, one.octets)))));
  if (part.said) return el("figure", {}, el("figcaption", {}, part.said.title), el("pre", {}, part.said.lines.join("\n")));
  return null;
}

const isStoryOf = (section) => section.parts.some((part) => part.first);

/** The sections of two stories: what is said of both of them stands before or behind them, and not in the second. */
function apartFromPair(sections) {
  const [one, two] = sections.filter(isStoryOf), end = two.parts.findLastIndex((part) => part.table === undefined) + 1;
  const of = (outcomes, parts) => (outcomes.length || parts.length ? [{ heading: "", outcomes, parts }] : []);
  return sections.flatMap((section) => {
    if (section === one) return [...of(two.outcomes.slice(1), []), one];
    return section === two ? [{ ...two, outcomes: two.outcomes.slice(0, 1), parts: two.parts.slice(0, end) }, ...of([], two.parts.slice(end))] : [section];
  });
}

/** The sections without the title, and the words under it, that the head of the page has already. */
function withoutTitle(sections, said) {
  const [first, ...rest] = sections;
  if (!first || first.heading !== said.title) return sections;
  return [{ ...first, heading: "", parts: first.parts.filter((part) => !part.text || !said.about.includes(part.text)) }, ...rest];
}

/** A story of many steps is folded: its outcome stands above it. Two stories stand open, side by side. */
function sectionNode(app, section, isPair) {
  const isStory = isStoryOf(section) && !isPair, body = section.parts.map((part) => partOf(app, part, section.heading));
  return el("section", { class: isPair && isStoryOf(section) && "told-run" }, section.heading && el("h2", {}, section.heading), section.outcomes.map((text) => el("p", { class: "outcome" }, text)),
    isStory ? el("details", { class: "story" }, el("summary", {}, say("answer.story")), body) : body);
}

/**
 * The answer.
 * @param {any} app
 */
export function makeAnswer(app) {
  const host = byId("hs-answer"), frame = byId("hs-app");
  let key = "", steps = [];
  const build = () => {
    const { model, state } = app, { journal } = model.run, said = saidOf(model.run), { telling } = said;
    const next = journal.next || [], conclusions = journal.conclusions || [];
    const told = state.seat === "everything", has = conclusions.length > 0 || next.length > 0 || telling?.length > 0;
    mark(host, "hidden", !told || !has);
    mark(frame, "data-answer", told && telling?.length > 0 ? "long" : null);
    // What stands under a verdict is read beside it.
    const isVerdict = Boolean(said.title) && !storyOf(model).length;
    mark(host, "data-columns", isVerdict);
    const sections = withoutTitle(sectionsOf(telling || []), said), isPair = sections.filter(isStoryOf).length === 2;
    mark(host, "data-pair", isPair);
    fill(host, told && has && [
      (telling || []).length > 0 && el("p", { class: "jump" }, el("button", { type: "button", click: () => app.toPicture() }, say("answer.picture"))),
      (isPair ? apartFromPair(sections) : sections).map((section) => sectionNode(app, section, isPair)),
      next.length > 0 && el("details", { class: "next" }, el("summary", {}, say("answer.next")), el("ul", {}, next.map((one, i) => {
        const purpose = listedIn(model, "next", i, one.purpose, model.base + "/next/" + i + "/purpose");
        return el("li", {}, el("code", { "data-ptr": model.base + "/next/" + i + "/command" }, one.command), " ", el("span", { class: "quiet", "data-ptr": purpose.pointer }, purpose.text));
      }))),
      conclusions.map((text, i) => {
        const said = listedIn(model, "conclusions", i, text, model.base + "/conclusions/" + i);
        return el("p", { class: "conclusion", "data-ptr": said.pointer }, said.text);
      }),
    ]);
    steps = [...host.querySelectorAll("[data-story-step]")];
  };
  return {
    draw() {
      const { model, state } = app, wanted = [model.index, model.run.id, state.lang, state.seat === "everything"].join();
      if (wanted !== key) {
        key = wanted;
        build();
      }
      // The step of the story that the picture shows now.
      const now = storyStepAt(model, model.event(state.step))?.number;
      for (const node of steps) mark(node, "data-current", node.getAttribute("data-story-run") === model.run.id && Number(node.getAttribute("data-story-step")) === now);
    },
  };
}
