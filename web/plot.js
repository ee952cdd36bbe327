// Sequence number against time, as W. R. Stevens drew it (TCP/IP Illustrated, volume 1), with the two windows; below it what the sender's
// congestion control holds. The drawing is made once for a run: a step moves its cursor and nothing else.
import { el, mark } from "./dom.js";
import { duration, milliseconds, relativeNumber } from "./pointer.js";
import { say } from "./words.js";

const fewestSegments = 6;
const plotLeft = 62, seqTop = 14, seqHigh = 210, flightTop = 256;

/**
 * What one direction of a run did, in the order of time.
 * @param {any} model
 * @param {string} from
 * @param {boolean} [seesLosses] whether what the network loses is told
 * @returns {{segments: {t: number, from: number, to: number, again: boolean, lost: boolean, event: number}[], una: number[][], nxt: number[][], window: number[][], cwnd: number[][], ssthresh: number[][]}}
 */
export function historyOfStream(model, from, seesLosses = true) {
  const segments = [], out = { una: [], nxt: [], window: [], cwnd: [], ssthresh: [] };
  const sends = model.journal.packets.filter((packet) => packet.sent && packet.payload.length > 0 && packet.stream && model.event(packet.sent).who === from).sort((a, b) => a.sent - b.sent);
  let sentTo = 0;
  for (const packet of sends) {
    const { offset, length } = packet.stream, fates = model.fates.get(packet.number) || [];
    segments.push({
      t: model.event(packet.sent).at_us, from: offset + 1, to: offset + 1 + length, again: offset < sentTo, event: packet.sent,
      lost: seesLosses && fates.length > 0 && fates.every((number) => model.event(number).kind === "lost"),
    });
    sentTo = Math.max(sentTo, offset + length);
  }
  let first;
  const now = {};
  for (const event of model.events) {
    if (event.who !== from || !event.changes) continue;
    for (const change of event.changes) if (/^\d+$/.test(change.after)) now[change.name] = change.after;
    first ??= now.ISS;
    if (first === undefined) continue;
    const add = (list, value) => { if (Number.isFinite(value) && (!list.length || list[list.length - 1][1] !== value)) list.push([event.at_us, value]); };
    const place = (name) => (now[name] === undefined ? NaN : relativeNumber(now[name], first));
    add(out.una, place("SND.UNA"));
    add(out.nxt, place("SND.NXT"));
    add(out.window, place("SND.UNA") + Number(now["SND.WND"]));
    add(out.cwnd, Number(now.cwnd));
    add(out.ssthresh, Number(now.ssthresh));
  }
  return { segments, ...out };
}

/**
 * The diagnoses of a recording that packets of one direction show: the network's remarks on what it has carried.
 * @param {any} model
 * @param {string} from
 * @returns {any[]} their events
 */
export const diagnosesOf = (model, from) => model.events.filter((event) => event.who === "network" && event.kind === "remarked" && event.cause && model.event(event.cause).kind === "sent" && model.event(event.cause).who === from);

/**
 * Round values of an axis from nought to `most`, at most `count` of them beside nought.
 * @param {number} most
 * @param {number} count
 * @returns {number[]}
 */
export function ticksUpTo(most, count) {
  if (!(most > 0)) return [0];
  const raw = most / count, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= raw * 0.999) || raw;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step);
}

const cutAbove = 12, cutShare = 0.12;

/**
 * Where instants stand on an axis from 0 to 1. Waits of more than twelve typical ones, such as for a retransmission timer, are cut to a short
 * piece if they take more than a share of the axis: else they leave no room for what happens before and after.
 * @param {number[]} times in microseconds
 * @param {number} start
 * @param {number} end
 * @returns {{at: (t: number) => number, cuts: {from: number, to: number}[]}}
 */
export function brokenAxis(times, start, end) {
  const inside = [...new Set([start, ...times.filter((t) => t > start && t < end), end])].sort((a, b) => a - b);
  const gaps = inside.slice(1).map((t, i) => t - inside[i]), sorted = [...gaps].sort((a, b) => a - b);
  const typical = sorted[sorted.length >> 1] || 1;
  let span = end - start, least = Infinity;
  while (gaps.length > 4 && sorted.length && sorted[sorted.length - 1] > Math.max(cutAbove * typical, cutShare * span)) { least = sorted.pop(); span -= least; }
  const long = (gap) => gap >= least;
  const kept = gaps.reduce((sum, gap) => sum + (long(gap) ? 0 : gap), 0) || 1, piece = kept * 0.07;
  const places = [0], cuts = [];
  gaps.forEach((gap, i) => {
    if (long(gap)) cuts.push({ from: inside[i], to: inside[i + 1] });
    places.push(places[i] + (long(gap) ? piece : gap));
  });
  const whole = places[places.length - 1] || 1;
  const at = (t) => {
    if (t <= start) return 0;
    if (t >= end) return 1;
    let low = 0, high = inside.length - 1;
    while (high - low > 1) { const middle = (low + high) >> 1; if (inside[middle] <= t) low = middle; else high = middle; }
    return (places[low] + ((t - inside[low]) / (inside[high] - inside[low])) * (places[high] - places[low])) / whole;
  };
  return { at, cuts };
}

/** A line of steps through points, from the first to the end of the time. */
function stairs(points, x, y, until) {
  if (!points.length) return "";
  let path = "M" + x(points[0][0]).toFixed(1) + " " + y(points[0][1]).toFixed(1);
  for (const [t, value] of points.slice(1)) path += "H" + x(t).toFixed(1) + "V" + y(value).toFixed(1);
  return path + "H" + x(until).toFixed(1);
}

/**
 * The plot of one direction; null where there is too little to see.
 * @param {any} app
 * @param {any} model
 * @param {string} from
 * @param {boolean} narrow
 * @param {any} sight what the seat sees
 */
export function makePlot(app, model, from, narrow, sight) {
  const plotWide = narrow ? 400 : 740, plotRight = plotWide - 12;
  const history = historyOfStream(model, from, sight.all), { segments } = history;
  const again = segments.filter((one) => one.again).length, lost = segments.filter((one) => one.lost).length;
  if (segments.length < fewestSegments && !(again && segments.length > 1)) return null;
  const start = segments[0].t, lastTime = segments[segments.length - 1].t;
  const acked = history.una.filter(([t]) => t >= start).map(([t]) => t).find((t) => t >= lastTime) ?? lastTime;
  const end = Math.max(start + 1, acked + (acked - start) * 0.03);
  const mostSeq = segments.reduce((most, one) => Math.max(most, one.to), 0) * 1.06;
  const inTime = (list) => list.filter(([t]) => t <= end);
  const flight = [];
  { // What is under way: SND.NXT - SND.UNA, whenever one of the two changes.
    const marks = [...history.una.map(([t, v], i) => [t, i, "una", v]), ...history.nxt.map(([t, v], i) => [t, i, "nxt", v])].sort((a, b) => a[0] - b[0] || (a[2] < b[2] ? 1 : -1));
    const at = { una: 0, nxt: 0 };
    for (const [t, , name, value] of marks) { at[name] = value; flight.push([t, Math.max(0, at.nxt - at.una)]); }
  }
  // A recording does not tell what the sender knew: there is no second axis then.
  const knows = flight.length > 0 || history.cwnd.length > 0, flightHigh = knows ? 84 : 0, plotBottom = knows ? flightTop + flightHigh : seqTop + seqHigh, plotHigh = plotBottom + 26;
  const mostCwnd = Math.max(1, ...inTime(history.cwnd).map(([, value]) => value), ...inTime(flight).map(([, value]) => value)) * 1.08;
  const axis = brokenAxis([...segments.map((one) => one.t), ...history.una.map(([t]) => t)], start, end);
  const x = (t) => plotLeft + axis.at(t) * (plotRight - plotLeft);
  // Round instants where the axis is whole, else the beginning of each piece.
  const instants = axis.cuts.length ? [start, ...axis.cuts.map((cut) => cut.to), lastTime] : ticksUpTo(end - start, narrow ? 3 : 6).map((t) => start + t);
  const marks = instants.filter((t, i) => !i || x(t) - x(instants[i - 1]) > 52);
  const y = (value) => seqTop + seqHigh - (value / mostSeq) * seqHigh;
  const y2 = (value) => flightTop + flightHigh - (value / mostCwnd) * flightHigh;
  const bars = (list) => list.map((one) => "M" + x(one.t).toFixed(1) + " " + y(one.from).toFixed(1) + "V" + Math.min(y(one.from) - 2.5, y(one.to)).toFixed(1)).join("");
  const crosses = segments.filter((one) => one.lost).map((one) => { const a = x(one.t), b = y((one.from + one.to) / 2); return "M" + (a - 4) + " " + (b - 4) + "l8 8m0-8l-8 8"; }).join("");
  const edge = (list, name, of) => list.length > 0 && el("path", { class: name, d: stairs(inTime(list), x, of || y, end) });
  // The congestion window ends where SND.UNA + cwnd is.
  const congestion = [];
  { let una = NaN, cwnd = NaN;
    for (const [t, name, value] of [...history.una.map(([t, v]) => [t, "una", v]), ...history.cwnd.map(([t, v]) => [t, "cwnd", v])].sort((a, b) => a[0] - b[0])) {
      if (name === "una") una = value; else cwnd = value;
      if (una + cwnd >= 0) congestion.push([t, una + cwnd]);
    } }
  // A diagnosis stands at the packet that shows it first. No party knows it. In the half where the curve is low its name stands above, in the other below.
  const found = knows || !sight.all ? [] : diagnosesOf(model, from).filter((event) => event.at_us >= start && event.at_us <= end), rows = { above: 0, below: 0 };
  const flags = found.map((event) => {
    const at = x(event.at_us), isEarly = at < (plotLeft + plotRight) / 2, row = isEarly ? rows.above++ : rows.below++;
    const flag = el("g", { class: "plot-diagnosis" }, el("svg:title", {}, app.headline(event)), el("line", { x1: at, x2: at, y1: seqTop, y2: seqTop + seqHigh }),
      el("text", { x: at + (isEarly ? 4 : -4), y: isEarly ? seqTop + 11 + 12 * row : seqTop + seqHigh - 5 - 12 * row, "text-anchor": isEarly ? "start" : "end" }, event.step));
    flag.addEventListener("click", (click) => { click.stopPropagation(); app.goto(event.number, true); });
    return flag;
  });
  const limits = inTime(history.ssthresh).filter(([, value]) => value <= mostCwnd * 4);
  const shade = el("rect", { class: "plot-coming", y: seqTop, height: plotBottom - seqTop }), needle = el("line", { class: "plot-now", y1: seqTop - 4, y2: plotBottom + 4 });
  const room = (top, high, children) => el("svg", { class: "plot-room", x: plotLeft, y: top, width: plotRight - plotLeft, height: high, viewBox: [plotLeft, top, plotRight - plotLeft, high].join(" ") }, children);
  const grid = (ticks, of) => ticks.map((value) => [el("line", { class: "plot-grid", x1: plotLeft, x2: plotRight, y1: of(value), y2: of(value) }), el("text", { class: "plot-tick", x: plotLeft - 6, y: of(value) + 3.5, "text-anchor": "end" }, value)]);
  const drawing = el("svg", { class: "plot " + from, viewBox: "0 0 " + plotWide + " " + plotHigh, "aria-hidden": "true" },
    el("rect", { class: "plot-hit", x: plotLeft, y: seqTop, width: plotRight - plotLeft, height: seqHigh }),
    grid(ticksUpTo(mostSeq, 5), y), knows && grid(ticksUpTo(mostCwnd, 3), y2),
    marks.map((t) => [el("line", { class: "plot-grid", x1: x(t), x2: x(t), y1: seqTop, y2: plotBottom }), el("text", { class: "plot-tick", x: x(t), y: plotHigh - 8, "text-anchor": "middle" }, axis.cuts.length ? milliseconds(t) : duration(Math.round(t)))]),
    axis.cuts.map((cut) => {
      const middle = (x(cut.from) + x(cut.to)) / 2;
      return [el("rect", { class: "plot-cut", x: x(cut.from), y: seqTop, width: x(cut.to) - x(cut.from), height: plotBottom - seqTop }, el("svg:title", {}, duration(cut.to - cut.from))), el("text", { class: "plot-tick", x: middle, y: knows ? flightTop - 20 : seqTop + 10, "text-anchor": "middle" }, duration(cut.to - cut.from))];
    }),
    room(seqTop, seqHigh, [edge(history.window, "plot-window"), edge(congestion, "plot-congestion"), edge(history.una, "plot-una"),
      el("path", { class: "plot-segment", d: bars(segments.filter((one) => !one.again)) }), el("path", { class: "plot-again", d: bars(segments.filter((one) => one.again)) }), el("path", { class: "plot-lost", d: crosses })]),
    knows && room(flightTop, flightHigh, [edge(flight, "plot-flight", y2), edge(history.cwnd, "plot-congestion", y2), limits.length > 0 && edge(limits, "plot-limit", y2)]),
    shade, needle, flags, el("text", { class: "plot-name", x: plotLeft + 2, y: seqTop - 4 }, say("plot.seq")), knows && el("text", { class: "plot-name", x: plotLeft + 2, y: flightTop - 6 }, say("plot.flight")));
  drawing.addEventListener("click", (event) => {
    const frame = drawing.getBoundingClientRect(), scale = plotWide / (frame.width || 1);
    const px = (event.clientX - frame.left) * scale, py = (event.clientY - frame.top) * scale;
    let best = null, near = 24;
    for (const one of segments) {
      const away = Math.hypot(x(one.t) - px, Math.max(0, y(one.to) - py, py - y(one.from)));
      if (away < near) { near = away; best = one; }
    }
    if (best) app.goto(best.event, true);
  });
  const key = (name, text) => el("span", { class: "plot-key " + name }, say(text));
  const node = el("div", { class: "plot-part " + from }, el("h4", {}, say("plot.title")), drawing,
    el("p", { class: "plot-keys quiet" }, key("k-segment", "plot.segment"), again > 0 && key("k-again", "plot.again"), flags.length > 0 && key("k-diagnosis", "plot.diagnosis"), lost > 0 && key("k-lost", "legend.lost"), knows && key("k-una", "plot.una"),
      history.window.length > 0 && key("k-window", "plot.window"), history.cwnd.length > 0 && key("k-congestion", "plot.cwnd"), limits.length > 0 && key("k-limit", "plot.ssthresh"), knows && key("k-flight", "plot.underway")),
    el("p", { class: "quiet note" }, say(sight.all && knows ? "plot.sum" : "plot.sumOfSender", { count: segments.length, again, lost })));
  return {
    node,
    draw(step) {
      const at = x(model.event(step).at_us);
      mark(needle, "x1", at.toFixed(1));
      mark(needle, "x2", at.toFixed(1));
      mark(shade, "x", at.toFixed(1));
      mark(shade, "width", Math.max(0, plotRight - at).toFixed(1));
    },
  };
}
