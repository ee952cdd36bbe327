// The steps of the level as a list of text. A keyboard walks it and a screen reader reads it; the picture is its decoration.
import { el, byId, mark } from "./dom.js";
import { virtualRows } from "./virtual.js";
import { lastNotBeyond } from "./model.js";
import { toneOf, kindMark } from "./describe.js";
import { milliseconds } from "./pointer.js";
import { say } from "./words.js";

/**
 * The list of steps.
 * @param {any} app
 */
export function makeStepList(app) {
  const host = byId("hs-steps");
  let steps = [], key = "", selected = -1;
  const rows = virtualRows(host, {
    row: 30,
    build(index) {
      const number = steps[index], event = app.model.event(number);
      return el("div", {
        class: "row " + toneOf(app.model, event.who) + (event.kind === "chapter" ? " is-chapter" : ""), role: "option", id: "hs-row-" + number, "data-step": number,
        "aria-setsize": steps.length, "aria-posinset": index + 1, "aria-selected": String(index === selected), click: () => app.goto(number, true),
      },
      el("span", { class: "row-number" }, number),
      el("span", { class: "row-time" }, milliseconds(event.at_us)),
      el("span", { class: "row-mark", "aria-hidden": "true" }, kindMark(event)),
      el("span", { class: "row-text" }, app.headline(event)));
    },
  });
  return {
    draw() {
      const { state, model } = app;
      const wanted = [model.index, state.level, state.lang, app.sight().key].join();
      const at = () => Math.max(0, lastNotBeyond(steps, state.step));
      if (wanted !== key) {
        key = wanted;
        steps = app.sight().steps(state.level);
        selected = at();
        rows.reset(steps.length);
        mark(host, "aria-label", say("list.label"));
      }
      const now = at();
      if (now !== selected) {
        if (rows.nodes.has(selected)) mark(rows.nodes.get(selected), "aria-selected", "false");
        selected = now;
      }
      rows.reveal(now);
      if (rows.nodes.has(now)) mark(rows.nodes.get(now), "aria-selected", "true");
      mark(host, "aria-activedescendant", "hs-row-" + steps[now]);
    },
  };
}
