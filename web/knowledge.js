// Who holds what at the step, and what a theft opens. What follows for the thief is the closure under the run's derivations.
import { el, byId, fill, mark, write } from "./dom.js";
import { quantitiesOf } from "./graph.js";
import { closure } from "./model.js";
import { inkOf, nameOf } from "./describe.js";
import { termOf } from "./overlay.js";
import { partiesOf } from "./seat.js";
import { say } from "./words.js";

/**
 * The quantities that can be stolen: what somebody drew at random or owned.
 * @param {any} journal
 * @returns {string[]}
 */
export function stealable(journal) {
  const out = new Set();
  for (const who of ["client", "server"]) {
    for (const entry of journal.ledger[who] || []) if (entry.how.by === "generated" || entry.how.by === "configured") out.add(entry.secret);
  }
  return [...out];
}

/** A name that may go on in the next line after an underscore or before a capital letter. */
function breakable(name) {
  return name.replace(/_|[a-z](?=[A-Z])/g, "$&\n").split("\n").flatMap((part, i) => (i ? [el("wbr", {}), part] : [part]));
}

/**
 * Since when a party holds a quantity: the step of the story that tells it, as in the terminal, with the event behind it where that is another.
 * @param {any} app
 * @param {any} entry of the ledger
 * @param {(text: any) => any} [dressed] what stands in the link
 */
export function sinceWhen(app, entry, dressed = (text) => text) {
  const step = entry.told ?? entry.event;
  if (entry.start) return app.stepLink(entry.event, dressed(say("knowledge.start")));
  return [app.stepLink(step, dressed(step)), step !== entry.event && el("span", { class: "event-behind" }, say("bracket.open"), app.stepLink(entry.event, String(entry.event)), say("bracket.close"))];
}

/**
 * The view of who knows what.
 * @param {any} app
 */
export function makeKnowledgeView(app) {
  const host = byId("hs-view-knowledge");
  let key = "", cells = [], caption = null, switches = [], verdict = null, first = {}, thefts = null;
  const build = () => {
    const { journal } = app.model, knowers = partiesOf(app.model);
    const names = quantitiesOf(journal).map((quantity) => quantity.name);
    first = Object.fromEntries(knowers.map((who) => [who, new Map((journal.ledger[who] || []).map((entry) => [entry.secret, entry]).reverse())]));
    cells = [];
    if (!names.length) {
      fill(host, el("p", { class: "quiet" }, say("secrets.none")));
      return;
    }
    const cell = (who, name) => {
      const entry = first[who].get(name);
      const node = el("td", { "data-who": who, "data-quantity": name });
      cells.push({ node, who, name, entry, event: entry?.event, shown: "" });
      return node;
    };
    caption = el("caption", {});
    const offered = stealable(journal);
    verdict = el("p", { class: "verdict", role: "status" });
    switches = offered.map((name) => el("input", { type: "checkbox", "data-secret": name, change: () => app.steal(switches.filter((one) => one.checked).map((one) => one.getAttribute("data-secret"))) }));
    fill(host,
      el("div", { class: "table-room" }, el("table", { class: "knowledge" }, caption,
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("knowledge.quantity")), knowers.map((who) => el("th", { scope: "col", class: inkOf(app.model, who) + "-ink" }, nameOf(app.model, who))))),
        el("tbody", {}, names.map((name) => el("tr", {}, el("th", { scope: "row" }, breakable(termOf(app.model, name))), knowers.map((who) => cell(who, name))))))),
      el("p", { class: "quiet note" }, say("knowledge.numbers")),
      thefts = el("fieldset", { id: "hs-steal" }, el("legend", {}, say("knowledge.steal")),
        el("p", { class: "quiet" }, say("knowledge.note"), " ", app.stepLink(app.model.count, say("knowledge.end"))),
        el("div", { class: "thefts" }, offered.map((name, i) => el("label", {}, switches[i], " ", termOf(app.model, name)))), verdict));
  };
  return {
    draw() {
      const { model, state } = app;
      const wanted = [model.index, state.lang].join();
      if (wanted !== key) {
        key = wanted;
        build();
      }
      if (!cells.length) return;
      write(caption, say("knowledge.caption", { number: state.step }));
      const holdings = app.holdings(), sight = app.sight();
      mark(thefts, "hidden", !sight.knows("thief"));
      const inTheEnd = state.stolen.size ? closure([...model.holdings(model.count, null).thief, ...state.stolen], model.journal.derivations) : null;
      for (const one of cells) {
        if (!sight.knows(one.who)) {
          mark(one.node, "data-holds", "unknown");
          if (one.shown !== "unknown") fill(one.node, el("span", { class: "never" }, say("knowledge.unknown")));
          one.shown = "unknown";
          continue;
        }
        const held = holdings[one.who].has(one.name);
        const byTheft = one.who === "thief" && !!inTheEnd && inTheEnd.has(one.name) && one.event === undefined;
        const holds = held ? "true" : one.event !== undefined || byTheft ? "later" : "false";
        // Between the step that tells it and the event at which the party has it, it is neither held nor yet to be told.
        const isTold = (one.entry?.told ?? Infinity) <= state.step, look = holds + byTheft + isTold;
        mark(one.node, "data-holds", holds);
        if (one.shown === look) continue;
        one.shown = look;
        const dotNode = el("span", { class: "dot-mark", "aria-hidden": "true" });
        if (byTheft) fill(one.node, dotNode, say("knowledge.theft"));
        else if (one.event === undefined) fill(one.node, el("span", { class: "never" }, say("knowledge.never")));
        else fill(one.node, dotNode, sinceWhen(app, one.entry, (text) => [!one.entry.start && el("span", { class: "wide" }, say(held || isTold ? "knowledge.held" : "knowledge.later") + " "), text]));
      }
      for (const one of switches) one.checked = state.stolen.has(one.getAttribute("data-secret"));
      const opened = !!inTheEnd && inTheEnd.has("application data");
      const told = !inTheEnd ? "" : say(opened ? "knowledge.opened" : "knowledge.closed");
      write(verdict, told);
      mark(verdict, "data-opened", inTheEnd ? String(opened) : null);
    },
  };
}
