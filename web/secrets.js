// Where each quantity comes from: the graph of the derivations, lit as the seat holds it, and the value of the one that was chosen.
import { el, byId, fill, mark } from "./dom.js";
import { shown, citation } from "./pointer.js";
import { nameOf } from "./describe.js";
import { termOf, termPointer } from "./overlay.js";
import { layOutGraph, wirePath } from "./graph.js";
import { sinceWhen } from "./knowledge.js";
import { listOf, say, widthOf } from "./words.js";

/** Whether the client and the server both have a value for a quantity, and it is one. */
function equalOnBothSides(ledger, name) {
  const [a, b] = ["client", "server"].map((who) => (ledger[who] || []).find((entry) => entry.secret === name)?.value);
  return a !== undefined && a === b;
}

/**
 * The view of the secrets.
 * @param {any} app
 */
export function makeSecretsView(app) {
  const host = byId("hs-view-secrets");
  const detail = el("div", { id: "hs-quantity", class: "quantity" });
  let key = "", boxes = new Map(), lines = [], detailKey = "", chosen = "", pick = null;

  /** What a name is held by at a step: from the all-seeing seat, by anyone. */
  const holdersOf = (holdings, name) => Object.keys(holdings).filter((who) => holdings[who].has(name));

  const build = () => {
    const { journal } = app.model, called = (name) => termOf(app.model, name);
    const layout = layOutGraph(journal, 720, called);
    boxes = new Map();
    lines = [];
    if (!layout.boxes.length) {
      fill(host, el("p", { class: "quiet" }, say("secrets.none")));
      return;
    }
    const place = new Map(layout.boxes.map((box) => [box.name, box]));
    const parts = [];
    for (const dot of layout.dots) {
      const target = place.get(dot.rule.conclusion);
      const wires = dot.wires.map((wire) => el("path", { class: "wire", "data-from": wire.from, d: wirePath(wire.points) }));
      const out = el("path", { class: "wire out", d: "M" + dot.x + " " + dot.y + "L" + dot.x + " " + (target.y + (dot.forward ? -15 : 15)) });
      const node = el("g", { class: "rule" + (dot.forward ? "" : " back") }, wires, out, el("circle", { cx: dot.x, cy: dot.y, r: 4.5 }), el("svg:title", {}, called(dot.rule.operation)));
      lines.push({ node, rule: dot.rule });
      parts.push(node);
    }
    for (const box of layout.boxes) {
      const node = el("g", { class: "quantity-box", "data-quantity": box.name, click: () => choose(box.name) },
        el("rect", { x: box.x - box.width / 2, y: box.y - 15, width: box.width, height: 30, rx: 7 }),
        el("text", { x: box.x, y: box.y + 4, "text-anchor": "middle", textLength: widthOf(called(box.name)) * 7.4 + 22 > box.width + 1 ? box.width - 14 : undefined, lengthAdjust: "spacingAndGlyphs" }, called(box.name)));
      boxes.set(box.name, node);
      parts.push(node);
    }
    const drawing = el("svg", { class: "graph", viewBox: layout.left - 8 + " 0 " + (layout.width + 16) + " " + layout.height, "aria-hidden": "true" }, parts);
    drawing.style.setProperty("--wide", String(layout.width + 16));
    pick = el("select", { id: "hs-pick-quantity", change: (event) => choose(event.target.value) }, el("option", { value: "" }, "–"), layout.boxes.map((box) => el("option", { value: box.name }, called(box.name))));
    fill(host, el("p", { class: "quiet note" }, say("secrets.legend")),
      el("div", { class: "graph-room", tabindex: 0, role: "group", "aria-label": say("view.secrets") }, drawing),
      el("p", { class: "pick" }, el("label", { for: "hs-pick-quantity" }, say("secrets.quantity")), " ", pick), detail);
  };

  const choose = (name) => {
    chosen = name;
    draw();
  };

  const drawDetail = (holdings) => {
    const { model, state } = app;
    const sight = app.sight(), wanted = [model.index, state.step, state.seat, state.lang, chosen, [...state.stolen].join()].join();
    if (wanted === detailKey) return;
    detailKey = wanted;
    if (pick) pick.value = chosen;
    if (!chosen || !boxes.has(chosen)) {
      fill(detail, el("p", { class: "quiet" }, say("secrets.choose")));
      return;
    }
    const may = state.seat === "everything" || holdings[state.seat].has(chosen);
    let value = null, pointer = "";
    const holders = [];
    // What the seat's own party holds stands first: two parties may call two values by one name.
    const parties = Object.entries(model.journal.ledger).sort(([a], [b]) => Number(b === state.seat) - Number(a === state.seat));
    for (const [who, entries] of parties) {
      const held = /** @type {any[]} */ (entries);
      held.forEach((entry, i) => {
        if (entry.secret !== chosen) return;
        const at = model.base + "/ledger/" + who + "/" + i;
        if (entry.value !== undefined && value === null) {
          value = entry.value;
          pointer = at + "/value";
        }
        if (sight.knows(who)) holders.push(el("li", {}, el("span", { class: "badge " + who }, nameOf(model, who)), " ", sinceWhen(app, entry), " ",
          el("span", { class: "quiet" }, (entry.reasons || []).slice(0, 1).map((reason, n) => shown(termOf(model, reason), termPointer(model, reason, at + "/reasons/" + n))))));
      });
    }
    const made = model.journal.derivations.map((rule, i) => rule.conclusion === chosen && el("li", {},
      shown(termOf(model, rule.operation), termPointer(model, rule.operation, model.base + "/derivations/" + i + "/operation"), undefined, "code"), " ", el("span", { class: "quiet" }, listOf(rule.premises.map((name) => termOf(model, name)))), " ",
      rule.cite && citation(rule.cite, model.base + "/derivations/" + i + "/cite"))).filter(Boolean);
    fill(detail, el("h3", {}, termOf(model, chosen)),
      value === null ? el("p", { class: "quiet" }, say("secrets.novalue")) : may ? shown(value, pointer, "hex", "code", { class: "octet-text" }) : el("p", { class: "quiet" }, say("secrets.hidden")),
      sight.all && equalOnBothSides(model.journal.ledger, chosen) && el("p", { class: "equal" }, say("secrets.equal")),
      made.length > 0 && [el("h4", {}, say("secrets.made")), el("ul", { class: "plain" }, made)],
      holders.length > 0 && [el("h4", {}, say("secrets.holders")), el("ul", { class: "plain" }, holders)]);
  };

  const draw = () => {
    const { model, state } = app;
    const wanted = [model.index, state.lang].join();
    if (wanted !== key) {
      key = wanted;
      detailKey = "";
      build();
    }
    const holdings = app.holdings();
    const holds = (name) => (state.seat === "everything" ? holdersOf(holdings, name).length > 0 : holdings[state.seat].has(name));
    for (const [name, node] of boxes) {
      mark(node, "data-holds", String(holds(name)));
      mark(node, "data-current", name === chosen);
    }
    for (const { node, rule } of lines) mark(node, "data-open", rule.premises.every(holds));
    mark(host, "data-seat", state.seat);
    drawDetail(holdings);
  };
  return { draw, choose: (name) => { chosen = name; } };
}
