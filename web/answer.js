// The answer first: what the run has come to, what its command says beside it, and what to run next. It is told by one who sees everything.
import { el, byId, fill, mark } from "./dom.js";
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

function partOf(part, label) {
  if (part.text !== undefined) return el("p", {}, part.text);
  if (part.list) return el(part.first ? "ol" : "ul", { start: part.first }, part.list.map((item) => el("li", {}, item)));
  if (part.table) return tableOf(part.table, label);
  if (part.values) return el("dl", { class: "told-values" }, part.values.map((one) => el("div", {}, el("dt", {}, one.name), el("dd", {}, el("code", {}, one.octets)))));
  if (part.said) return el("figure", {}, el("figcaption", {}, part.said.title), el("pre", {}, part.said.lines.join("\n")));
  return null;
}

/** A story of many steps is folded: its outcome stands above it. */
function sectionNode(section) {
  const isStory = section.parts.some((part) => part.first), body = section.parts.map((part) => partOf(part, section.heading));
  return el("section", {}, section.heading && el("h2", {}, section.heading), section.outcomes.map((text) => el("p", { class: "outcome" }, text)),
    isStory ? el("details", { class: "story" }, el("summary", {}, say("answer.story")), body) : body);
}

/**
 * The answer.
 * @param {any} app
 */
export function makeAnswer(app) {
  const host = byId("hs-answer"), frame = byId("hs-app");
  let key = "";
  return {
    draw() {
      const { model, state } = app, { journal, telling } = model.run;
      const wanted = [model.index, model.run.id, state.lang, state.seat === "everything"].join();
      if (wanted === key) return;
      key = wanted;
      const next = journal.next || [], conclusions = journal.conclusions || [];
      const told = state.seat === "everything", has = conclusions.length > 0 || next.length > 0 || telling?.length > 0;
      mark(host, "hidden", !told || !has);
      mark(frame, "data-answer", told && telling?.length > 0 ? "long" : null);
      // What stands under a verdict is read beside it.
      mark(host, "data-columns", Boolean(model.run.title));
      fill(host, told && has && [
        (telling || []).length > 0 && el("p", { class: "jump" }, el("button", { type: "button", click: () => app.toPicture() }, say("answer.picture"))),
        sectionsOf(telling || []).map(sectionNode),
        next.length > 0 && el("details", { class: "next" }, el("summary", {}, say("answer.next")), el("ul", {}, next.map((one, i) => el("li", {},
          el("code", { "data-ptr": model.base + "/next/" + i + "/command" }, one.command), " ", el("span", { class: "quiet", "data-ptr": model.base + "/next/" + i + "/purpose" }, one.purpose))))),
        conclusions.map((text, i) => el("p", { class: "conclusion", "data-ptr": model.base + "/conclusions/" + i }, text)),
      ]);
    },
  };
}
