// Where the name of an arrow stands, and whether it would stand on another. Pure.
import { say, startOf, widthOf } from "./words.js";

const letterWide = 7.3, smallLetterWide = 6.4, lineHigh = 14;
// A name has at most this many neighbours near enough to touch it.
const neighbours = 8;

/**
 * How far an arrow is drawn of which it is not known that it arrives: not to a line, which would say that its host gets it.
 * @param {number} crossed how many lines stand on its way
 */
export function unseenShare(crossed) { return crossed ? 0.72 / (crossed + 1) : 0.5; }

/**
 * The name of an arrow: at its tail, turned with it, above it; further lines stand below it.
 * @param {any} arrow
 * @param {number} x0 where its tail stands
 * @param {number} xEnd where its head stands if it arrives
 */
export function arrowName(arrow, x0, xEnd) {
  const tip = arrow.tips[0], leftward = xEnd < x0;
  const angle = (Math.atan2(tip.y - arrow.y0, (xEnd - x0) * (tip.underWay ? unseenShare(arrow.crossed || 0) : 1)) * 180) / Math.PI;
  // A name begins beyond the head of an arrow that has just come in above it.
  const inset = arrow.tight ? 20 : 10, start = inset + (arrow.sealed ? 14 : 0);
  const spare = Math.floor((Math.abs(xEnd - x0) - inset) / letterWide) - 2 - (arrow.sealed ? 2 : 0);
  const first = widthOf(arrow.lines[0]) > spare ? startOf(arrow.lines[0], Math.max(3, spare - 1)) + "…" : arrow.lines[0];
  const size = arrow.octets ? say("name.octets", { count: arrow.octets }) : "";
  const sized = arrow.lines.length < 2 && !first.includes(size) && widthOf(first) + widthOf(size) < spare ? size : "";
  return { x0, leftward, turn: leftward ? angle + 180 : angle, inset, start, first, size: sized, more: arrow.lines.slice(1) };
}

/** The lines of a name as slanted boxes: from left to right, with the slope, and with top and bottom where it begins. */
function boxesOf(arrow, label, withSize) {
  const turn = (label.turn * Math.PI) / 180, slope = Math.tan(turn), cosine = Math.max(0.5, Math.cos(turn));
  const box = (text, small, top, bottom) => {
    const long = label.start + widthOf(text) * (letterWide + 0.6) + (small ? widthOf(small) * smallLetterWide + 7 : 0);
    const [from, to] = label.leftward ? [-long, -label.inset] : [label.inset, long];
    const slant = Math.abs(16 * Math.sin(turn)), left = from * cosine - slant, right = to * cosine + slant;
    return { left: label.x0 + left, right: label.x0 + right, slope, top: arrow.y0 + left * slope + top / cosine, bottom: arrow.y0 + left * slope + bottom / cosine };
  };
  return [box(label.first, withSize ? label.size : "", -16, -2), ...label.more.map((text, i) => box(text, "", 3 + lineHigh * i, 16 + lineHigh * i))].filter((one) => one.right - one.left > label.start + 4);
}

/** How far the later of two names has to go down so as not to stand on the other; 0 if it does not stand on it. */
function depthBetween(upper, lower) {
  let deepest = 0;
  for (const p of upper) {
    for (const q of lower) {
      const left = Math.max(p.left, q.left), right = Math.min(p.right, q.right);
      if (left >= right) continue;
      const at = (box, x) => (x - box.left) * box.slope;
      const below = Math.max(...[left, right].map((x) => p.bottom + at(p, x) - q.top - at(q, x)));
      const above = Math.max(...[left, right].map((x) => q.bottom + at(q, x) - p.top - at(p, x)));
      if (below > 0 && above > 0) deepest = Math.max(deepest, below);
    }
  }
  return deepest;
}

/** Each arrow's boxes; `place` tells where a party's line stands. */
function allBoxes(arrows, place, withSize) {
  return arrows.map((arrow) => boxesOf(arrow, arrowName(arrow, ...place(arrow)), withSize));
}

/**
 * The names that stand on an earlier one, with how far each has to go down.
 * @param {any[]} arrows from top to bottom
 * @param {(arrow: any) => [number, number]} place
 * @returns {{arrow: any, down: number}[]}
 */
export function crowded(arrows, place) {
  const boxes = allBoxes(arrows, place, false), out = [];
  arrows.forEach((arrow, i) => {
    const down = Math.max(0, ...boxes.slice(Math.max(0, i - neighbours), i).map((other) => depthBetween(other, boxes[i])));
    if (down) out.push({ arrow, down });
  });
  return out;
}

/**
 * Marks the arrows beside whose name the number of octets has no room.
 * @param {any[]} arrows
 * @param {(arrow: any) => [number, number]} place
 */
export function dropSizes(arrows, place) {
  const plain = allBoxes(arrows, place, false), wide = allBoxes(arrows, place, true), shown = [];
  arrows.forEach((arrow, i) => {
    const before = shown.slice(-neighbours), after = plain.slice(i + 1, i + 1 + neighbours);
    arrow.unsized = before.some((other) => depthBetween(other, wide[i])) || after.some((other) => depthBetween(wide[i], other));
    shown.push(arrow.unsized ? plain[i] : wide[i]);
  });
}

/**
 * Puts what is written beside the arrows where no name of an arrow stands: the length of a gap between two lines, and the state of a host in the
 * middle on one side of its line. What has no such place is left out: the step tells a state, and the times tell a gap.
 * @param {any[]} arrows
 * @param {(arrow: any) => [number, number]} place
 * @param {any[]} gaps each gets `x`; undefined where there is no room
 * @param {any[]} states those of hosts in the middle get `side` and `drop`, or `hasNoPlace`
 * @param {Record<string, number>} lines where the line of each host stands, from left to right
 */
export function placeBeside(arrows, place, gaps, states, lines) {
  const boxes = arrows.map((arrow) => boxesOf(arrow, arrowName(arrow, ...place(arrow)), !arrow.unsized)), xs = Object.values(lines), taken = [];
  const isFree = (box) => !xs.some((x) => box.left + 12 < x && x < box.right - 12) && ![...boxes, ...taken].some((other) => depthBetween(other, [box]));
  const level = (left, wide, y) => ({ left, right: left + wide, slope: 0, top: y - 7, bottom: y + 6 });
  const choose = (options, boxOf) => {
    const best = options.find((option) => isFree(boxOf(option)));
    if (best !== undefined) taken.push([boxOf(best)]);
    return best;
  };
  for (const state of states.filter((one) => lines[one.who] > xs[0] && lines[one.who] < xs[xs.length - 1])) {
    const x = lines[state.who], wide = state.name.length * (letterWide + 0.6) + 24;
    const options = [0, 13, -13].flatMap((drop) => [1, -1].map((side) => ({ side, drop })));
    Object.assign(state, choose(options, ({ side, drop }) => level(side > 0 ? x : x - wide, wide, state.y + drop)) ?? { hasNoPlace: true });
  }
  for (const gap of gaps) {
    const wide = 92, options = xs.slice(1).flatMap((x, i) => [0.5, 0.72, 0.28].map((share) => xs[i] + (x - xs[i]) * share));
    gap.x = choose(options.filter((x) => !xs.some((line) => Math.abs(line - x) < wide / 2)).concat(options[0]), (x) => level(x - wide / 2, wide, gap.y));
  }
}
