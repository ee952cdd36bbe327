// What the picture of a level holds: its points in time, its arrows, its states and chapters, with a y for each. Pure.
import { layOutTime } from "./time.js";
import { lastNotBeyond } from "./model.js";
import { segmentName, messageName } from "./describe.js";

/**
 * Where another program's TCP carries the stream there are no packets, and messages take their place. This side knows when it wrote or read
 * one and nothing else of its way: the other end of the arrow is drawn a little earlier or later.
 */
function messageArrows(model, joined) {
  const out = [];
  for (const message of model.journal.messages) {
    const event = model.event(message.event);
    if (!event) continue;
    const last = out[out.length - 1], from = message.who;
    const same = joined && last && last.from === from && (last.sealed === message.encrypted || last.from !== event.who);
    const arrow = same ? last : { key: "m" + message.number, message: message.number, from, to: from === "client" ? "server" : "client", sent: event.number, ends: [], lost: false, sealed: message.encrypted, titles: [], octets: 0, first: event.number, messages: [], byUs: event.who === from };
    if (!same) out.push(arrow);
    arrow.messages.push(message.number);
    arrow.titles.push(messageName(message));
    arrow.octets += message.stream.length;
    arrow.sealed ||= message.encrypted;
    arrow.title = [...new Set(arrow.titles)].join(", ");
  }
  return out;
}

/** Arrows that belong to a level: flights at `visit`, packets at the others. */
function arrowsOfLevel(model, level) {
  const { events } = model;
  if (!model.journal.packets.length) return messageArrows(model, level === "visit");
  if (level === "visit") {
    return model.run.flights.map((flight, index) => {
      const ends = flight.packets.flatMap((number) => model.fates.get(number) || []);
      const end = flight.received ?? flight.lost ?? (ends.length ? Math.max(...ends) : undefined);
      return {
        key: "f" + index, flight: index, from: flight.from, to: flight.to, sent: flight.sent, ends: end ? [end] : [],
        lost: flight.received === undefined && flight.lost !== undefined, sealed: flight.encrypted, title: flight.title, octets: flight.octets,
        first: flight.sent,
      };
    });
  }
  return model.journal.packets.filter((packet) => packet.sent).map((packet) => {
    const sent = events[packet.sent - 1];
    const ends = model.fates.get(packet.number) || [];
    const carried = (model.carried.get(packet.number) || []).map((number) => model.message(number));
    return {
      key: "p" + packet.number, packet: packet.number, from: sent.who, to: sent.to, sent: packet.sent, ends,
      lost: ends.length > 0 && ends.every((end) => events[end - 1].kind === "lost"), arrived: ends.some((end) => events[end - 1].kind === "received"),
      sealed: carried.length > 0 && carried.every((message) => message.encrypted), title: segmentName(model, packet), octets: packet.payload.length,
      first: packet.sent,
    };
  }).sort((a, b) => a.sent - b.sent);
}

/**
 * The picture of a level.
 * @param {any} model
 * @param {string} level
 * @param {{height?: number, wide: number}} room `height`: what the overview has to fit into; `wide`: letters that fit along an arrow
 */
export function makeScene(model, level, room) {
  const { events } = model;
  const arrows = arrowsOfLevel(model, level);
  const wanted = new Set();
  if (level === "all") for (const event of events) wanted.add(event.number);
  else if (level === "story") for (const step of model.levelSteps("story")) wanted.add(step);
  const wrapped = new Set();
  for (const arrow of arrows) {
    wanted.add(arrow.sent);
    for (const end of arrow.ends) wanted.add(end);
    arrow.lines = level === "visit" ? inTwoLines(arrow.title, room.wide) : [arrow.title];
    if (arrow.lines.length > 1) for (const place of [arrow.sent, ...arrow.ends]) wrapped.add(place);
  }
  // A state that begins when nothing is on the wire, such as CLOSED after TIME-WAIT, has a row of its own.
  const instants = new Set([...wanted].map((number) => events[number - 1].at_us));
  for (const number of model.transitions) if (events[number - 1].machine === "TCP" && !instants.has(events[number - 1].at_us)) wanted.add(number);
  if (!wanted.size) wanted.add(1);
  const numbers = [...wanted].sort((a, b) => a - b);
  const ownSends = new Set(arrows.map((arrow) => arrow.sent));
  const tightSends = new Set(), alone = !model.journal.packets.length;
  const points = numbers.map((number, i) => {
    const event = events[number - 1], before = i ? events[numbers[i - 1] - 1] : null;
    const tight = !!before && !wrapped.has(before.number) && level === "visit" && ownSends.has(number) && before.kind === "received" && before.who === event.who && before.at_us === event.at_us;
    const isMessage = alone && (event.kind === "wrote" || event.kind === "read");
    const onWire = isMessage || event.kind === "sent" || event.kind === "received" || event.kind === "lost" || event.kind === "chapter";
    if (tight) tightSends.add(number);
    return { event: number, at: event.at_us, share: tight ? 0.72 : level !== "visit" && !onWire ? 0.55 : 1, after: (wrapped.has(number) ? 9 : 0) + (isMessage && event.kind === "wrote" ? 12 : 0) };
  });
  const fits = level === "visit" && room.height && arrows.length <= 16;
  const layout = layOutTime(points, {
    row: level === "visit" ? 20 : level === "story" ? 22 : 17, top: level === "visit" ? 18 : 24,
    height: fits ? room.height : undefined, stretch: 1.5,
  });
  /** The y of a step: that of the last point that is not beyond it. */
  const yOf = (step) => layout.ys[Math.max(0, lastNotBeyond(layout.events, step))];
  for (const arrow of arrows) {
    arrow.y0 = yOf(arrow.sent);
    arrow.tight = tightSends.has(arrow.sent);
    arrow.tips = arrow.ends.map((end) => ({ y: yOf(end), lost: events[end - 1].kind === "lost", event: end }));
    if (arrow.messages) {
      // Ours begins at its step and ends lower; the other side's ends at its step and begins higher.
      arrow.tips.push({ y: arrow.y0 + (arrow.byUs ? 14 : 0), lost: false, event: arrow.sent });
      if (!arrow.byUs) arrow.y0 -= 14;
    } else if (!arrow.tips.length) arrow.tips.push({ y: arrow.y0 + 26, lost: false, underWay: true, event: 0 });
    arrow.y1 = Math.max(...arrow.tips.map((tip) => tip.y));
  }
  // Where another arrow sets out across this one before it arrives, there is no room below it for a second line.
  arrows.forEach((arrow, i) => {
    const crossed = arrow.lines.length > 1 && arrows.slice(i + 1, i + 6).some((other) => other.from !== arrow.from && other.y0 < arrow.y1 + 4);
    if (crossed) arrow.lines = [arrow.lines[0].replace(/,?$/, " …")];
  });
  const reach = [];
  arrows.forEach((arrow, i) => reach.push(Math.max(arrow.y1, i ? reach[i - 1] : 0)));
  const times = [];
  layout.events.forEach((number, i) => {
    const at = events[number - 1].at_us, y = layout.ys[i], last = times[times.length - 1];
    if (!last || (at !== last.at && y - last.y >= 13)) times.push({ at, y, event: number });
  });
  const states = model.transitions.map((number) => events[number - 1]).filter((event) => event.machine === "TCP")
    .map((event) => ({ event: event.number, who: event.who, name: event.to, y: yOf(event.number) }));
  const height = Math.max(layout.height, ...arrows.map((arrow) => arrow.y1 + 18).slice(-40));
  const chapters = model.chapters.map((number, i) => ({
    event: number, title: events[number - 1].title,
    y0: i ? yOf(number) : 6, y1: i + 1 < model.chapters.length ? yOf(model.chapters[i + 1]) : height - 6,
  }));
  return { level, arrows, reach, times, states: apart(states), chapters: chapters.filter((chapter) => chapter.y1 - chapter.y0 > 8), breaks: layout.breaks, points: layout, height, yOf };
}

/** Names of states that would stand on one another: the later one wins, unless there is room to move it down. */
function apart(states) {
  const out = [], last = {};
  for (const state of states) {
    const before = last[state.who];
    if (before && state.y - before.y < 13) {
      if (state.y - before.natural < 4) out.splice(out.indexOf(before), 1);
      else state.y = before.y + 13;
    }
    const kept = { ...state, natural: state.y };
    out.push(kept);
    last[state.who] = kept;
  }
  return out;
}

/**
 * A title in two lines, the second below its arrow, where one has no room.
 * @param {string} title
 * @param {number} most letters of a line
 * @returns {string[]}
 */
export function inTwoLines(title, most) {
  if (title.length <= most) return [title];
  const cut = title.lastIndexOf(" ", most);
  if (cut < most / 3) return [title.slice(0, most - 1) + "…"];
  const rest = title.slice(cut + 1);
  return [title.slice(0, cut), rest.length <= most ? rest : rest.slice(0, most - 1) + "…"];
}
