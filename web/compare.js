// Two runs, one row a step.
import { el, byId, fill, mark } from "./dom.js";
import { alignKeys } from "./align.js";
import { headline, inkOf } from "./describe.js";
import { saidOf } from "./overlay.js";
import { sightOf } from "./seat.js";
import { say } from "./words.js";

const mostPairs = 1500;

/** What makes two steps equal: who, kind, id, and the message or flags. */
function stepKey(model, number) {
  const event = model.event(number);
  const what = event.message ? model.message(event.message)?.label : event.packet ? /CTL=([A-Z,]+)/.exec(model.packet(event.packet)?.label || "")?.[1] : "";
  return [event.who, event.kind, event.step, what, event.about || "", event.kind === "learned" ? event.secret : ""].join("|");
}

/** A rung of a ladder: an arrow between the lifelines for what goes over the wire, a point at its side for the rest. */
function rung(event) {
  if (event.kind === "chapter") return null;
  const from = event.kind === "received" ? event.from : event.who, wire = event.kind === "sent" || event.kind === "received" || event.kind === "lost";
  const way = !wire ? (event.who === "client" || event.who === "server" ? "at-" + event.who : "at-wire") : event.kind === "lost" ? "is-lost" : from === "server" ? "leftward" : "rightward";
  return el("span", { class: "rung " + way + " " + from, "aria-hidden": "true" });
}

/**
 * The view that compares two runs.
 * @param {any} app
 */
export function makeCompareView(app) {
  const host = byId("hs-view-compare");
  let key = "", pairs = [];
  const build = () => {
    const { document: whole, state } = app;
    const ids = (whole.pairs || []).find((pair) => pair.includes(whole.runs[state.run].id)) || [whole.runs[0].id, whole.runs[1].id];
    const [left, right] = ids.map((id) => app.modelOf(id));
    const sights = new Map([left, right].map((model) => [model, sightOf(model, state.seat, state.step, model.holdings(state.step, null)[state.seat])]));
    const steps = [left, right].map((model) => [...sights.get(model).steps("story")]);
    const rows = alignKeys(...steps.map((list, side) => list.map((number) => stepKey([left, right][side], number))));
    const first = rows.findIndex(([a, b]) => a < 0 || b < 0);
    pairs = [];
    const cell = (model, number) => {
      if (number === undefined) return el("td", { class: "absent" });
      const event = model.event(number);
      const node = el("td", { "data-run": model.run.id, "data-step": number },
        el("button", { type: "button", class: "pair-step", click: () => { app.show({ run: model.run.id }); app.goto(number, true); } },
          el("span", { class: "row-number " + inkOf(model, event.who) + "-ink" }, number), rung(event), el("span", { class: "rung-text" }, headline(model, event, state.lang, sights.get(model)))));
      pairs.push({ node, run: model.index, number });
      return node;
    };
    fill(host, el("p", { class: "quiet note" }, first < 0 ? say("compare.same") : [say("compare.note"), " ",
      el("button", { type: "button", click: () => host.querySelector("#hs-pair-" + first)?.scrollIntoView({ block: "center" }) }, say("compare.first"))]),
    el("div", { class: "table-room" }, el("table", { id: "hs-pairs" },
      el("thead", {}, el("tr", {}, [left, right].map((model) => el("th", { scope: "col" }, saidOf(model.run).label)))),
      el("tbody", {}, rows.slice(0, mostPairs).map(([a, b], i) => el("tr", { id: "hs-pair-" + i, class: a < 0 || b < 0 ? "alone" : undefined }, cell(left, steps[0][a]), cell(right, steps[1][b])))))),
    rows.length > mostPairs && el("p", { class: "quiet" }, say("compare.more", { count: rows.length - mostPairs })));
  };
  return {
    draw() {
      if (app.document.runs.length < 2) return;
      const wanted = [app.state.lang, app.sight().key, app.document.pairs ? app.state.run : 0, ...app.document.runs.map((run) => run.id)].join();
      if (wanted !== key) {
        key = wanted;
        build();
      }
      for (const { node, run, number } of pairs) mark(node, "data-current", run === app.state.run && number === app.state.step);
    },
  };
}
