// Both ends: TCP's states as in RFC 9293, Figure 5, TLS's state, and the control block with what has just changed.
import { el, byId, fill, mark } from "./dom.js";
import { shown } from "./pointer.js";
import { say } from "./words.js";

// Places in Figure 5: column and row.
const figurePlaces = {
  "CLOSED": [1, 0], "LISTEN": [1, 1], "SYN-RECEIVED": [0, 2], "SYN-SENT": [2, 2], "ESTABLISHED": [1, 3],
  "FIN-WAIT-1": [0, 4], "CLOSE-WAIT": [2, 4], "FIN-WAIT-2": [0, 5], "CLOSING": [1, 5], "LAST-ACK": [2, 5], "TIME-WAIT": [0, 6],
};
const stateWide = 104, stateHigh = 24, figureWide = 366, figureRow = 43;

/** Where a state stands; one that the figure does not know has a place below. */
function statePlace(name, others) {
  const [column, row] = figurePlaces[name] || [others % 3, 7 + Math.floor(others / 3)];
  return { x: 8 + column * 123 + stateWide / 2, y: 16 + row * figureRow };
}

/** An edge from the border of one box to the border of another, bent a little so that two of opposite sense stay apart. */
function edgePath(a, b) {
  if (a === b) return "";
  const dx = b.x - a.x, dy = b.y - a.y;
  const clip = (p, sx, sy) => {
    const tx = Math.abs(sx) > 0.01 ? (stateWide / 2 + 2) / Math.abs(sx) : 99, ty = Math.abs(sy) > 0.01 ? (stateHigh / 2 + 2) / Math.abs(sy) : 99;
    const t = Math.min(tx, ty);
    return { x: p.x + sx * t, y: p.y + sy * t };
  };
  const length = Math.hypot(dx, dy), shift = 5, ox = (-dy / length) * shift, oy = (dx / length) * shift;
  const far = Math.abs(dx) < 1 && Math.abs(dy) > figureRow * 1.5;
  const from = clip({ x: a.x + ox, y: a.y + oy }, dx / length, dy / length), to = clip({ x: b.x + ox, y: b.y + oy }, -dx / length, -dy / length);
  const bend = far ? 66 : 0;
  return "M" + from.x.toFixed(1) + " " + from.y.toFixed(1) + "Q" + ((from.x + to.x) / 2 + bend).toFixed(1) + " " + ((from.y + to.y) / 2).toFixed(1) + " " + to.x.toFixed(1) + " " + to.y.toFixed(1);
}

/** Figure 5 for one end, and what to change in it at a step. */
function makeFigure(app, who, table) {
  const states = (table?.states || []).filter((name) => name !== "DELETE TCB");
  let others = 0;
  const places = Object.fromEntries(states.map((name) => [name, statePlace(name, figurePlaces[name] ? 0 : others++)]));
  const edges = [], boxes = new Map();
  for (const arrow of table?.arrows || []) {
    if (!places[arrow.from] || !places[arrow.to] || arrow.from === arrow.to || edges.some((edge) => edge.from === arrow.from && edge.to === arrow.to)) continue;
    const label = say("ends.edge", arrow);
    edges.push({ from: arrow.from, to: arrow.to, node: el("path", { class: "edge", d: edgePath(places[arrow.from], places[arrow.to]) }, el("svg:title", {}, label)) });
  }
  for (const name of states) {
    const { x, y } = places[name];
    boxes.set(name, el("g", { class: "tcp-state " + who, "data-state": name, "data-lit": "false" },
      el("rect", { x: x - stateWide / 2, y: y - stateHigh / 2, width: stateWide, height: stateHigh, rx: 6 }),
      el("text", { x, y: y + 4, "text-anchor": "middle" }, name)));
  }
  const height = Math.max(...Object.values(places).map((place) => place.y), 20) + 20;
  const node = el("svg", { class: "figure", viewBox: "0 0 " + figureWide + " " + height, "aria-hidden": "true" }, edges.map((edge) => edge.node), [...boxes.values()]);
  return {
    node,
    draw(step, present) {
      const taken = new Set();
      let last = "";
      for (const number of app.model.transitions) {
        if (number > step) break;
        const event = app.model.event(number);
        if (event.who === who && event.machine === "TCP") taken.add(last = event.from + ">" + event.to);
      }
      for (const { from, to, node: edge } of edges) {
        const key = from + ">" + to;
        mark(edge, "data-taken", taken.has(key) ? (key === last ? "last" : "yes") : null);
      }
      for (const [name, box] of boxes) mark(box, "data-lit", String(name === present));
    },
  };
}

/**
 * The view of both ends.
 * @param {any} app
 */
export function makeEndsView(app) {
  const host = byId("hs-view-ends");
  let key = "", figures = {}, tls = {}, blocks = {}, names = [];
  const build = () => {
    const { model } = app;
    const machines = model.run.machines || {};
    names = [...new Set(model.events.flatMap((event) => (event.changes || []).map((change) => change.name)))];
    const column = (who) => {
      figures[who] = makeFigure(app, who, machines.TCP);
      tls[who] = el("span", { class: "tls-state", "data-tls": who });
      blocks[who] = el("dl", { class: "block", "data-block": who });
      return el("section", { class: "end " + who },
        el("h3", {}, say("who." + who)),
        el("div", { id: "hs-tcp-" + who, class: "figure-room" }, figures[who].node),
        el("p", { class: "tls-line" }, el("span", { class: "quiet" }, say("ends.tls")), " ", tls[who]),
        blocks[who]);
    };
    fill(host, el("div", { class: "two-ends" }, column("client"), column("server")), el("p", { class: "quiet note" }, say("ends.figure"), " ", say("ends.legend")));
  };
  return {
    draw() {
      const { model, state } = app;
      const wanted = [model.index, state.lang].join();
      if (wanted !== key) {
        key = wanted;
        build();
      }
      const fold = model.fold(state.step);
      for (const who of ["client", "server"]) {
        figures[who].draw(state.step, fold.tcp[who]);
        tls[who].textContent = fold.tls[who];
        mark(tls[who].parentElement, "hidden", !fold.tls[who]);
        const rows = names.filter((name) => fold.block[who][name]);
        fill(blocks[who], rows.map((name) => {
          const held = fold.block[who][name];
          return el("div", { "data-name": name, class: held.event === state.step ? "changed" : undefined }, el("dt", {}, name),
            el("dd", {}, shown(held.value, model.eventPointer(held.event) + "/changes/" + held.change + "/after")));
        }));
        mark(blocks[who], "hidden", rows.length === 0);
      }
    },
  };
}
