// The graph of quantities: boxes in rows by depth, a dot for each operation. Pure.

import { widthOf } from "./words.js";

/**
 * The quantities of a run, each with the event at which the first party held it (infinity if none did), in order of birth.
 * @param {any} journal
 * @returns {{name: string, born: number}[]}
 */
export function quantitiesOf(journal) {
  const born = new Map();
  const meet = (name, event) => born.set(name, Math.min(born.get(name) ?? Infinity, event));
  for (const entries of Object.values(journal.ledger)) for (const entry of /** @type {any[]} */ (entries)) meet(entry.secret, entry.event);
  for (const rule of journal.derivations) for (const name of [rule.conclusion, ...rule.premises]) meet(name, Infinity);
  return [...born].map(([name, event]) => ({ name, born: event })).sort((a, b) => a.born - b.born);
}

/**
 * The places of the quantities and operations. Circles, such as encrypt and decrypt, are broken by who was born first.
 * @param {any} journal
 * @param {number} width
 * @param {(name: string) => string} [called] what a quantity is called on the page
 * @returns {{boxes: {name: string, x: number, y: number, width: number, height: number}[], left: number, dots: {x: number, y: number, rule: any, index: number, forward: boolean, wires: {from: string, points: {x: number, y: number}[]}[]}[], height: number, width: number}}
 */
export function layOutGraph(journal, width, called = (name) => name) {
  const quantities = quantitiesOf(journal);
  const order = new Map(quantities.map((quantity, i) => [quantity.name, i]));
  const latest = (rule) => Math.max(...rule.premises.map((premise) => /** @type {number} */ (order.get(premise))));
  // Rules are taken in the order in which their premises were born; one that would close a circle goes backward.
  const taken = new Set();
  const rulesOf = (name) => journal.derivations.filter((rule) => rule.conclusion === name && taken.has(rule));
  const madeFrom = (name, wanted) => name === wanted || rulesOf(name).some((rule) => rule.premises.some((premise) => madeFrom(premise, wanted)));
  const early = (rule) => (latest(rule) < /** @type {number} */ (order.get(rule.conclusion)) ? 0 : 1);
  for (const rule of [...journal.derivations].sort((a, b) => early(a) - early(b) || latest(a) - latest(b))) {
    if (!rule.premises.some((premise) => madeFrom(premise, rule.conclusion))) taken.add(rule);
  }
  const forward = (rule) => taken.has(rule);
  const depth = new Map();
  const depthOf = (name) => {
    if (!depth.has(name)) {
      const rules = rulesOf(name);
      depth.set(name, rules.length ? 1 + Math.max(...rules.flatMap((rule) => rule.premises.map(depthOf))) : 0);
    }
    return depth.get(name);
  };
  for (const { name } of quantities) depthOf(name);
  // What nothing is made of stands one row above what it is used for, not at the top: that shortens the lines.
  for (const { name } of quantities) {
    if (journal.derivations.some((rule) => rule.conclusion === name && forward(rule))) continue;
    const used = journal.derivations.filter((rule) => rule.premises.includes(name) && forward(rule)).map((rule) => depth.get(rule.conclusion));
    if (used.length) depth.set(name, Math.max(0, Math.min(...used) - 1));
  }
  const boxWidth = (name) => Math.max(92, Math.min(width - 20, widthOf(called(name)) * 7.4 + 22));
  const rows = [];
  for (const { name } of quantities) (rows[depth.get(name)] ||= []).push(name);
  // A row that is too wide becomes two.
  const lines = [];
  for (const row of rows.filter(Boolean)) {
    // A dot stands above what is computed: such a line needs its distance from the one above.
    const joins = (names) => names.length > 0 && names.every((name) => !rulesOf(name).length);
    let line = [], used = 0;
    for (const name of row) {
      const more = boxWidth(name) + 16;
      if (line.length && used + more > width) {
        lines.push({ names: line, joined: joins(row) });
        line = [];
        used = 0;
      }
      line.push(name);
      used += more;
    }
    lines.push({ names: line, joined: false });
  }
  const gap = Math.max(40, Math.min(70, (860 - lines.length * 30) / Math.max(1, lines.length)));
  const place = new Map();
  let y = 8;
  for (const { names, joined } of lines) {
    const centre = (name) => {
      const from = journal.derivations.filter((rule) => rule.conclusion === name).flatMap((rule) => rule.premises).filter((premise) => place.has(premise)).map((premise) => place.get(premise).x);
      return from.length ? from.reduce((a, b) => a + b, 0) / from.length : null;
    };
    const sorted = names.map((name, i) => ({ name, key: centre(name) ?? ((i + 0.5) * width) / names.length })).sort((a, b) => a.key - b.key);
    const total = sorted.reduce((sum, one) => sum + boxWidth(one.name), 0);
    const space = Math.min(36, (width - total) / (sorted.length + 1));
    let x = (width - total - space * (sorted.length - 1)) / 2;
    for (const { name } of sorted) {
      const wide = boxWidth(name);
      place.set(name, { name, x: x + wide / 2, y: y + 15, width: wide, height: 30 });
      x += wide + space;
    }
    y += 30 + (joined ? 12 : gap);
  }
  const ways = wiresAround([...place.values()], width);
  const perConclusion = new Map();
  const dots = journal.derivations.map((rule, index) => {
    const target = place.get(rule.conclusion), ahead = forward(rule);
    const siblings = journal.derivations.filter((other) => other.conclusion === rule.conclusion).length;
    const nth = perConclusion.get(rule.conclusion) || 0;
    perConclusion.set(rule.conclusion, nth + 1);
    const spread = siblings > 1 ? (nth - (siblings - 1) / 2) * Math.min(70, (target.width - 20) / (siblings - 1)) : 0;
    const dot = { x: target.x + spread, y: ahead ? target.y - 15 - 16 : target.y + 15 + 12, rule, index, forward: ahead };
    return { ...dot, wires: rule.premises.map((premise) => ({ from: premise, points: ways(place.get(premise), dot) })) };
  });
  // What is to be seen: wires may pass outside the boxes.
  const xs = [...[...place.values()].flatMap((box) => [box.x - box.width / 2, box.x + box.width / 2]), ...dots.flatMap((dot) => dot.wires.flatMap((wire) => wire.points.map((point) => point.x)))];
  const left = xs.length ? Math.min(...xs) : 0;
  return { boxes: [...place.values()], dots, height: y, left, width: xs.length ? Math.max(...xs) - left : 0 };
}

const laneWide = 5, rowMargin = 4;

/**
 * Finds ways for wires from a box to a dot. A wire goes through the gap between two boxes of each row that it passes, never behind a box; wires
 * of other quantities in one gap stand beside each other.
 * @param {{name: string, x: number, y: number, width: number, height: number}[]} boxes
 * @param {number} width
 * @returns {(from: any, dot: {x: number, y: number}) => {x: number, y: number}[]}
 */
function wiresAround(boxes, width) {
  const rows = new Map();
  for (const box of boxes) rows.set(box.y, [...(rows.get(box.y) || []), box]);
  const gaps = new Map([...rows].map(([y, row]) => {
    const edges = [...row].sort((a, b) => a.x - b.x).flatMap((box) => [box.x - box.width / 2, box.x + box.width / 2]);
    const ends = [-6, ...edges, width + 6], list = [];
    for (let i = 0; i < ends.length; i += 2) if (ends[i + 1] - ends[i] >= 6) list.push({ from: ends[i] + 3, to: ends[i + 1] - 3, lanes: new Map() });
    return [y, list];
  }));
  /** Where a wire of a quantity passes a row: in the gap nearest to where it wants to be, in the quantity's own lane. */
  const pass = (y, wish, name) => {
    const list = gaps.get(y), away = (gap) => Math.max(0, gap.from - wish, wish - gap.to);
    const gap = list.reduce((best, one) => (away(one) < away(best) ? one : best), list[0]);
    if (!gap) return wish;
    if (!gap.lanes.has(name)) {
      const taken = [...gap.lanes.values()], free = (x) => x >= gap.from && x <= gap.to && taken.every((other) => Math.abs(other - x) >= laneWide);
      const near = Math.max(gap.from, Math.min(gap.to, wish));
      let x = near;
      for (let by = 0; by <= gap.to - gap.from && !free(x); by += 1) x = free(near + by) ? near + by : free(near - by) ? near - by : near;
      gap.lanes.set(name, x);
    }
    return gap.lanes.get(name);
  };
  return (from, dot) => {
    const down = from.y < dot.y, sign = down ? 1 : -1;
    const between = [...rows.keys()].filter((y) => (down ? y > from.y && y < dot.y : y < from.y && y > dot.y)).sort((a, b) => sign * (a - b));
    const points = [{ x: from.x, y: from.y + sign * (from.height / 2) }];
    for (const y of between) {
      const last = points[points.length - 1], share = (y - last.y) / (dot.y - last.y);
      const x = pass(y, last.x + (dot.x - last.x) * share, from.name), half = from.height / 2 + rowMargin;
      points.push({ x, y: y - sign * half }, { x, y: y + sign * half });
    }
    points.push({ x: dot.x, y: dot.y });
    return points;
  };
}

/**
 * The path of a wire: each part leaves and arrives upright.
 * @param {{x: number, y: number}[]} points
 * @returns {string}
 */
export function wirePath(points) {
  const at = (x, y) => x.toFixed(1) + " " + y.toFixed(1);
  return points.map((point, i) => {
    if (!i) return "M" + at(point.x, point.y);
    const before = points[i - 1], middle = (before.y + point.y) / 2;
    return before.x === point.x ? "L" + at(point.x, point.y) : "C" + at(before.x, middle) + " " + at(point.x, middle) + " " + at(point.x, point.y);
  }).join("");
}
