// The drawing of a state machine: boxes on a grid, and ways between them that go around what is in between.
import { el, mark } from "./dom.js";
import { lastNotBeyond } from "./model.js";
import { say } from "./words.js";

// Places in Figure 5 of RFC 9293: column and row.
const figurePlaces = {
  "CLOSED": [1, 0], "LISTEN": [1, 1], "SYN-RECEIVED": [0, 2], "SYN-SENT": [2, 2], "ESTABLISHED": [1, 3],
  "FIN-WAIT-1": [0, 4], "CLOSE-WAIT": [2, 4], "FIN-WAIT-2": [0, 5], "CLOSING": [1, 5], "LAST-ACK": [2, 5], "TIME-WAIT": [0, 6],
};
const boxWide = 104, boxHigh = 24, figureMargin = 24, columnWide = 132, rowHigh = 47, figureWide = 2 * figureMargin + 2 * columnWide + boxWide;

/**
 * Where the states stand. One that the figure does not know has a place below.
 * @param {string[]} states
 * @returns {Record<string, {column: number, row: number, x: number, y: number}>}
 */
export function placesOfStates(states) {
  let others = 0;
  return Object.fromEntries(states.map((name) => {
    const [column, row] = figurePlaces[name] || [others % 3, 7 + Math.floor(others++ / 3)];
    return [name, { column, row, x: figureMargin + column * columnWide + boxWide / 2, y: 15 + row * rowHigh }];
  }));
}

/** The sides of the boxes at which a way begins and ends. */
function sidesOfWay(a, b, taken) {
  const between = (column) => Object.values(taken).some((place) => place.column === column && place.row > Math.min(a.row, b.row) && place.row < Math.max(a.row, b.row));
  const outward = a.column === 0 || (a.column === 1 && b.column === 0) ? "left" : "right";
  if (a.row === b.row) return a.column < b.column ? ["right", "left"] : ["left", "right"];
  if (b.row - a.row <= -3) return [outward, outward, "around"];
  if (a.column === b.column && between(a.column)) return [outward, outward, "bow"];
  const up = b.row < a.row, upper = up ? b : a, lower = up ? a : b;
  if (upper.column !== lower.column && between(upper.column)) {
    const side = lower.column > upper.column ? "right" : "left";
    return up ? ["top", side] : [side, "top"];
  }
  return up ? ["top", "bottom"] : ["bottom", "top"];
}

/**
 * The ways between states as paths. The ends of several ways at one side of a box stand beside each other.
 * @param {{from: string, to: string}[]} arrows
 * @param {ReturnType<typeof placesOfStates>} places
 * @returns {{from: string, to: string, line: string, tip: string}[]}
 */
export function waysBetween(arrows, places) {
  const ways = arrows.map((arrow) => {
    const [out, into, how] = sidesOfWay(places[arrow.from], places[arrow.to], places);
    return { arrow, out, into, how, ends: {} };
  });
  const ports = new Map();
  for (const way of ways) {
    for (const [end, name, other, side] of [["out", way.arrow.from, way.arrow.to, way.out], ["into", way.arrow.to, way.arrow.from, way.into]]) {
      const key = name + " " + side;
      if (!ports.has(key)) ports.set(key, []);
      ports.get(key).push({ way, end, name, other: places[other], side });
    }
  }
  for (const list of ports.values()) {
    const level = list[0].side === "top" || list[0].side === "bottom";
    list.sort((a, b) => (level ? a.other.x - b.other.x || (a.way.arrow.from < b.way.arrow.from ? -1 : 1) : a.other.y - b.other.y || (a.end < b.end ? -1 : 1)));
    list.forEach((port, i) => {
      const { x, y } = places[port.name];
      const shift = (i - (list.length - 1) / 2) * Math.min(level ? 22 : 8, ((level ? boxWide : boxHigh) - 14) / Math.max(1, list.length - 1));
      port.way.ends[port.end] = level ? { x: x + shift, y: y + (port.side === "top" ? -boxHigh / 2 : boxHigh / 2) } : { x: x + (port.side === "left" ? -boxWide / 2 : boxWide / 2), y: y + shift };
    });
  }
  const lanes = { left: 0, right: 0 };
  return ways.map(({ arrow, out, into, how, ends }) => {
    const a = ends.out, b = ends.into, toward = { top: [0, 1], bottom: [0, -1], left: [1, 0], right: [-1, 0] }[into];
    const end = { x: b.x - toward[0] * 5, y: b.y - toward[1] * 5 };
    const at = (x, y) => x.toFixed(1) + " " + y.toFixed(1);
    let line = "M" + at(a.x, a.y);
    if (how === "around") {
      const lane = 6 + 6 * (lanes[out]++ % 3), x = out === "left" ? lane : figureWide - lane, turn = out === "left" ? 7 : -7;
      line += "L" + at(x + turn, a.y) + "Q" + at(x, a.y) + " " + at(x, a.y - 7) + "L" + at(x, end.y + 7) + "Q" + at(x, end.y) + " " + at(x + turn, end.y) + "L" + at(end.x, end.y);
    } else if (how === "bow") {
      const x = a.x + (out === "left" ? -16 : 16);
      line += "C" + at(x, a.y) + " " + at(x, end.y) + " " + at(end.x, end.y);
    } else if (out === "left" || out === "right") {
      const level = into === "left" || into === "right";
      line += level ? "L" + at(end.x, end.y) : "Q" + at(end.x, a.y) + " " + at(end.x, end.y);
    } else if (into === "left" || into === "right") line += "Q" + at(a.x, end.y) + " " + at(end.x, end.y);
    else line += "C" + at(a.x, (a.y + end.y) / 2) + " " + at(end.x, (a.y + end.y) / 2) + " " + at(end.x, end.y);
    const back = (along, side) => at(b.x - toward[0] * along - toward[1] * side, b.y - toward[1] * along + toward[0] * side);
    return { from: arrow.from, to: arrow.to, line, tip: "M" + at(b.x, b.y) + "L" + back(7, 3.2) + "L" + back(7, -3.2) + "z" };
  });
}

/**
 * Figure 5 for one end, and what to change in it at a step.
 * @param {any} app
 * @param {string} who
 * @param {any} table `machines.TCP` of the run
 */
export function makeFigure(app, who, table) {
  const states = (table?.states || []).filter((name) => name !== "DELETE TCB");
  const places = placesOfStates(states), met = new Map();
  for (const arrow of table?.arrows || []) {
    if (places[arrow.from] && places[arrow.to] && arrow.from !== arrow.to && !met.has(arrow.from + ">" + arrow.to)) met.set(arrow.from + ">" + arrow.to, arrow);
  }
  const edges = waysBetween([...met.values()], places).map((way) => ({
    key: way.from + ">" + way.to,
    node: el("g", { class: "edge" }, el("path", { class: "edge-line", d: way.line }), el("path", { class: "edge-tip", d: way.tip }), el("svg:title", {}, say("ends.edge", met.get(way.from + ">" + way.to)))),
  }));
  const boxes = new Map(states.map((name) => {
    const { x, y } = places[name];
    return [name, el("g", { class: "tcp-state", "data-state": name, "data-lit": "false" },
      el("rect", { x: x - boxWide / 2, y: y - boxHigh / 2, width: boxWide, height: boxHigh, rx: 6 }),
      el("text", { x, y: y + 4, "text-anchor": "middle" }, name))];
  }));
  const height = Math.max(...Object.values(places).map((place) => place.y), 20) + 17;
  const node = el("svg", { class: "figure", viewBox: "0 0 " + figureWide + " " + height, "aria-hidden": "true" }, edges.map((edge) => edge.node), [...boxes.values()]);
  const ways = app.model.transitions.filter((number) => {
    const event = app.model.event(number);
    return event.who === who && event.machine === "TCP";
  });
  let drawn = "";
  return {
    node,
    draw(step, present) {
      const count = lastNotBeyond(ways, step) + 1, wanted = count + present;
      if (wanted === drawn) return;
      drawn = wanted;
      const taken = new Set(), been = new Set();
      let last = "";
      for (const number of ways.slice(0, count)) {
        const event = app.model.event(number);
        taken.add(last = event.from + ">" + event.to);
        been.add(event.from);
      }
      for (const { key, node: edge } of edges) mark(edge, "data-taken", taken.has(key) ? (key === last ? "last" : "yes") : null);
      for (const [name, box] of boxes) {
        mark(box, "data-lit", String(name === present));
        mark(box, "data-been", been.has(name));
      }
    },
  };
}
