// Each stream as one axis of numbers: what the sender knows above, what the receiver knows below. The difference of the two is what
// the sender cannot know yet.
import { el, byId, fill } from "./dom.js";
import { shown, relativeNumber } from "./pointer.js";
import { makePlot } from "./plot.js";
import { inkOf, messageName, nameOf } from "./describe.js";
import { listOf, say, widthOf } from "./words.js";

/** The first number of a stream: of the control blocks, or else of a SYN that the seat has met. */
function firstNumber(model, step, from, to, fold, sight) {
  const known = fold.block[from].ISS?.value ?? fold.block[to].IRS?.value;
  const met = (packet) => { const at = packet.sent && model.event(packet.sent).who === from && sight.meets(packet); return at && at <= step; };
  return known ?? model.journal.packets.filter(met).map((packet) => /^<SEQ=(\d+)>.*<CTL=SYN/.exec(packet.label || "")?.[1]).find(Boolean);
}

/** The end of a stream in a whole run, in relative numbers: so the axis stays while the run goes on. */
function streamEnd(model, from) {
  let most = 1;
  for (const message of model.journal.messages) if (message.who === from) most = Math.max(most, message.stream.offset + message.stream.length + 1);
  for (const packet of model.journal.packets) {
    if (packet.sent && model.event(packet.sent).who === from) most = Math.max(most, (packet.stream?.offset || 0) + (packet.stream?.length || 0) + 1);
  }
  return most + 1;
}

const mostBands = 200;
const axisLeft = 64;

/** The drawing of one stream. */
function streamDrawing(model, step, from, to, fold, end, narrow, sight) {
  const axisWide = narrow ? 400 : 740, axisRight = axisWide - (narrow ? 16 : 76);
  const sender = fold.block[from], receiver = fold.block[to];
  const first = firstNumber(model, step, from, to, fold, sight);
  const at = (relative) => axisLeft + (Math.max(0, Math.min(relative, end)) / end) * (axisRight - axisLeft);
  const relative = (held) => (held && first !== undefined && /^\d+$/.test(held.value) ? relativeNumber(held.value, first) : null);
  const una = relative(sender["SND.UNA"]), nxt = relative(sender["SND.NXT"]), expected = relative(receiver["RCV.NXT"]);
  const bar = (y, a, b, name) => b > a && el("rect", { class: name, x: at(a), y, width: Math.max(1.5, at(b) - at(a)), height: 16 });
  const needle = (x, y, text, up) => el("g", { class: "needle" }, el("line", { x1: at(x), x2: at(x), y1: up ? y - 8 : y - 2, y2: up ? y + 18 : y + 24 }),
    el("text", { x: at(x), y: up ? y - 12 : y + 36, "text-anchor": at(x) > axisRight - 60 ? "end" : at(x) < axisLeft + 60 ? "start" : "middle" }, text));
  const bands = model.journal.messages.filter((message) => message.who === from && (sight.all || sight.hasSeen(message))).slice(0, mostBands).map((message) => {
    const x = at(message.stream.offset + 1), width = Math.max(1.5, at(message.stream.offset + message.stream.length + 1) - x), name = messageName(message, sight);
    return el("g", { class: "band" + (message.encrypted ? " sealed" : "") + (message.event > step ? " coming" : "") },
      el("rect", { x, y: 92, width, height: 18, rx: 3 }), width > widthOf(name) * 6.2 + 6 && el("text", { x: x + width / 2, y: 105, "text-anchor": "middle" }, name), el("svg:title", {}, name));
  });
  const same = una !== null && nxt !== null && Math.abs(at(una) - at(nxt)) < 70;
  return el("svg", { class: "stream " + inkOf(model, from), viewBox: first === undefined ? "0 84 " + axisWide + " 34" : "0 0 " + axisWide + " 150", "aria-hidden": "true" },
    first !== undefined && [el("text", { class: "side", x: 0, y: 54 }, say("stream.sender")), el("text", { class: "side", x: 0, y: 83 }, say("stream.receiver"))], bands.length > 0 && el("text", { class: "side", x: 0, y: 105 }, say("stream.messages")),
    first !== undefined && [el("rect", { class: "bed", x: axisLeft, y: 42, width: axisRight - axisLeft, height: 16 }), el("rect", { class: "bed", x: axisLeft, y: 70, width: axisRight - axisLeft, height: 16 })],
    una !== null && bar(42, 0, una, "done " + inkOf(model, from)), una !== null && nxt !== null && bar(42, una, nxt, "flying " + inkOf(model, from)), expected !== null && bar(70, 0, expected, "done " + inkOf(model, to)),
    una !== null && nxt !== null && (same ? needle((una + nxt) / 2, 42, una === nxt ? "SND.UNA = SND.NXT" : "SND.UNA · SND.NXT", true) : [needle(una, 42, "SND.UNA", true), needle(nxt, 42, "SND.NXT", true)]),
    bands, expected !== null && el("g", { class: "needle" }, el("line", { x1: at(expected), x2: at(expected), y1: 66, y2: 118 }),
      el("text", { x: at(expected), y: 131, "text-anchor": at(expected) > axisRight - 60 ? "end" : at(expected) < axisLeft + 60 ? "start" : "middle" }, "RCV.NXT")));
}

/**
 * The view of the numbers.
 * @param {any} app
 */
export function makeStreamView(app) {
  const host = byId("hs-view-stream");
  let plotsKey = "", plots = new Map(), ends = new Map();
  const numberRow = (model, fold, who, name, first) => {
    const held = fold.block[who][name];
    if (!held) return null;
    const isPlace = first !== undefined && /NXT|UNA|ISS|IRS|WL/.test(name) && /^\d+$/.test(held.value);
    return el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: inkOf(model, who) + "-ink" }, nameOf(model, who)),
      el("td", {}, shown(held.value, model.eventPointer(held.event) + "/changes/" + held.change + "/after")),
      el("td", { class: "quiet" }, isPlace ? relativeNumber(held.value, first) : ""));
  };
  return {
    draw() {
      const { model, state } = app;
      if (model.hasSeveral) return fill(host, el("p", { class: "quiet" }, say("stream.several")));
      const sight = app.sight(), whole = model.fold(state.step);
      const ways = [model.pair, [...model.pair].reverse()];
      // A seat knows the variables of its own side, and no other's.
      const fold = { block: Object.fromEntries(model.pair.map((who) => [who, sight.knows(who) ? whole.block[who] : {}])) };
      const narrow = host.clientWidth > 0 && host.clientWidth < 480, wanted = [model.index, state.lang, narrow, state.seat].join();
      if (wanted !== plotsKey) {
        plotsKey = wanted;
        plots = new Map(model.pair.map((from) => [from, sight.knows(from) ? makePlot(app, model, from, narrow, sight) : null]));
        ends = new Map(model.pair.map((from) => [from, streamEnd(model, from)]));
      }
      if (!model.journal.packets.length && model.journal.messages.length) {
        fill(host, el("p", { class: "quiet note" }, say("stream.live")), ways.map(([from, to]) => el("section", { class: "stream-part" },
          el("h3", {}, say("stream.title", { from: nameOf(model, from), to: nameOf(model, to) })), streamDrawing(model, state.step, from, to, fold, ends.get(from), narrow, sight))));
        return;
      }
      const foreign = sight.all ? model.journal.packets.filter((packet) => packet.sent && packet.sent <= state.step).map((packet) => model.event(packet.sent).who).filter((who) => !model.pair.includes(who)) : [];
      const streams = ways.filter(([from, to]) => fold.block[from].ISS || fold.block[to].IRS || plots.get(from) || (!sight.all && model.journal.messages.some((message) => message.who === from && sight.hasSeen(message))));
      fill(host, streams.length === 0 && el("p", { class: "quiet" }, say("stream.none")), streams.map(([from, to]) => {
        const first = firstNumber(model, state.step, from, to, fold, sight);
        return el("section", { class: "stream-part" },
          el("h3", {}, say("stream.title", { from: nameOf(model, from), to: nameOf(model, to) })),
          streamDrawing(model, state.step, from, to, fold, ends.get(from), narrow, sight),
          plots.get(from)?.node,
          first !== undefined && el("table", { class: "numbers" }, el("thead", {}, el("tr", {}, ["name", "who", "value", "rel"].map((one) => el("th", { scope: "col" }, say("stream." + one))))),
            el("tbody", {}, ["ISS", "SND.UNA", "SND.NXT", "SND.WND", "cwnd", "ssthresh"].map((name) => numberRow(model, fold, from, name, first)), ["RCV.NXT", "RCV.WND", "RCV.HELD"].map((name) => numberRow(model, fold, to, name, first)))));
      }), foreign.length > 0 && el("p", { class: "quiet note" }, say("stream.others", { who: listOf([...new Set(foreign)].map((who) => nameOf(model, who))), count: foreign.length })), streams.length > 0 && el("p", { class: "quiet note" },
        el("span", { class: "key-done" }), say("stream.acknowledged"), el("span", { class: "key-flying" }), say("stream.flying"), " · ", say("stream.begins")));
      for (const plot of plots.values()) plot?.draw(state.step);
    },
  };
}
