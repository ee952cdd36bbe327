// What the picture of a level holds: its points in time, its arrows, its states and chapters, with a y for each. Pure.
import { layOutTime } from "./time.js";
import { crowded, dropSizes, placeBeside } from "./label.js";
import { lastNotBeyond } from "./model.js";
import { segmentName, messageName } from "./describe.js";
import { titleOfFlight } from "./overlay.js";
import { wholeSight } from "./seat.js";
import { listOf, say, startOf, widthOf } from "./words.js";

// How far an arrow rises or falls on the part of its way that no party sees.
const unseenRise = 26;
// How far the overview is squeezed into its window. What needs more room scrolls.
const mostSqueezed = 0.55;
const mostRounds = 12;
// How far a name moves what comes after it. Steeper arrows have names that need more room: without a limit that has no end.
const mostMoved = 42;

/**
 * Where another program's TCP carries the stream there are no packets, and messages take their place. This side knows when it wrote or read
 * one and nothing else of its way: the other end of the arrow is drawn a little earlier or later.
 */
function messageArrows(model, joined, sight) {
  const out = [];
  for (const message of model.journal.messages) {
    const event = model.event(message.event);
    if (!event || !sight.shows(event)) continue;
    const last = out[out.length - 1], from = message.who;
    const same = joined && last && last.from === from && (last.sealed === message.encrypted || last.from !== event.who);
    const arrow = same ? last : { key: "m" + message.number, message: message.number, from, to: from === "client" ? "server" : "client", sent: event.number, ends: [], lost: false, sealed: message.encrypted, titles: [], octets: 0, go: event.number, messages: [], byUs: event.who === from };
    if (!same) out.push(arrow);
    arrow.messages.push(message.number);
    arrow.titles.push(messageName(message, sight));
    arrow.octets += message.stream.length;
    arrow.sealed ||= message.encrypted;
    arrow.title = listOf([...new Set(arrow.titles)]);
  }
  return out;
}

/** Arrows that belong to a level: flights at `visit`, packets at the others. */
function arrowsOfLevel(model, level, sight) {
  const { events } = model;
  /** What becomes of a packet, where the seat sees it: no sender sees whether its packet arrives. */
  const fatesSeen = (number) => (model.fates.get(number) || []).filter((end) => sight.shows(events[end - 1]));
  if (!model.journal.packets.length) return messageArrows(model, level === "visit", sight);
  if (level === "visit") {
    return model.run.flights.flatMap((flight, index) => {
      const met = flight.packets.map((number) => model.packet(number)).filter((packet) => sight.meets(packet));
      if (!met.length) return [];
      const ends = flight.packets.flatMap((number) => fatesSeen(number));
      const end = sight.all ? flight.received ?? flight.lost ?? (ends.length ? Math.max(...ends) : undefined) : ends.length ? Math.max(...ends) : undefined;
      return [{
        key: "f" + index, flight: index, from: flight.from, to: flight.to, sent: flight.sent, ends: end ? [end] : [],
        lost: sight.all && flight.received === undefined && flight.lost !== undefined, sealed: flight.encrypted,
        title: sight.all ? titleOfFlight(model.run, index) : listOf([...new Set(met.flatMap((packet) => segmentName(model, packet, sight).split(say("list.and"))))]),
        octets: sight.all ? flight.octets : met.reduce((sum, packet) => sum + packet.payload.length, 0),
        go: sight.meets(met[0]),
      }];
    });
  }
  return model.journal.packets.filter((packet) => (packet.sent || packet.received) && sight.meets(packet)).map((packet) => {
    // Where the run does not know that it was sent, as when the other end is another program, it is drawn where it comes.
    const number = packet.sent ?? packet.received, event = events[number - 1], [from, to] = packet.sent ? [event.who, event.to] : [event.from, event.who];
    const ends = fatesSeen(packet.number);
    const carried = (model.carried.get(packet.number) || []).map((number) => model.message(number));
    return {
      key: "p" + packet.number, packet: packet.number, from, to, sent: number, ends,
      lost: ends.length > 0 && ends.every((end) => events[end - 1].kind === "lost"), arrived: ends.some((end) => events[end - 1].kind === "received"),
      sealed: carried.length > 0 && carried.every((message) => message.encrypted), title: segmentName(model, packet, sight), octets: packet.payload.length,
      go: sight.meets(packet),
    };
  }).sort((a, b) => a.sent - b.sent);
}

/**
 * The picture of a level.
 * @param {any} model
 * @param {string} level
 * @param {{height?: number, wide: number, tight?: boolean, place?: (arrow: any) => [number, number], lines?: Record<string, number>}} room `height`: what the overview has to fit into; `wide`: letters that fit along an arrow; `tight`: there is so little room beside that the picture scrolls; `place`: where an arrow's tail and head stand; `lines`: where the line of each host stands
 * @param {any} [sight] what the seat sees
 */
export function makeScene(model, level, room, sight = wholeSight(model)) {
  const { events } = model;
  const arrows = arrowsOfLevel(model, level, sight);
  // An arrow to or from a host in the middle is shorter than the picture is wide.
  const roomOf = (arrow) => {
    if (!room.place) return room.wide;
    const [x0, xEnd] = room.place(arrow);
    return Math.max(12, Math.floor((Math.abs(xEnd - x0) - 40) / 7.6));
  };
  // The lines of the hosts between its two ends.
  if (room.place) for (const arrow of arrows) {
    const [x0, xEnd] = room.place(arrow);
    arrow.crossed = Object.values(room.lines || {}).filter((x) => Math.min(x0, xEnd) + 1 < x && x < Math.max(x0, xEnd) - 1).length;
  }
  const wanted = new Set();
  if (level !== "visit") for (const step of sight.steps(level)) wanted.add(step);
  if (level === "visit") setOutAfterArrival(arrows, events);
  const moreLines = new Map();
  for (const arrow of arrows) {
    // Of what the other side sends, an end knows when it comes, not when it was sent.
    const isUnsent = events[arrow.sent - 1].kind === "received";
    arrow.blind = isUnsent || !sight.shows(events[arrow.sent - 1]);
    arrow.tail = isUnsent ? arrow.sent : arrow.blind ? arrow.go : arrow.tail ?? arrow.sent;
    wanted.add(arrow.tail);
    for (const end of arrow.ends) wanted.add(end);
    arrow.lines = level === "visit" ? inLines(arrow.title, roomOf(arrow)) : [arrow.title];
    if (arrow.lines.length > 1) for (const place of [arrow.tail, ...arrow.ends]) moreLines.set(place, arrow.lines.length - 1);
  }
  const eventAt = (place) => events[Math.floor(place) - 1];
  // A state that begins when nothing is on the wire, such as CLOSED after TIME-WAIT, has a row of its own.
  const instants = new Set([...wanted].map((place) => eventAt(place).at_us));
  for (const number of model.transitions) if (events[number - 1].machine === "TCP" && sight.shows(events[number - 1]) && !instants.has(events[number - 1].at_us)) wanted.add(number);
  if (!wanted.size) wanted.add(1);
  const places = [...wanted].sort((a, b) => a - b);
  const tails = new Set(arrows.map((arrow) => arrow.tail));
  const tightTails = new Set(), alone = !model.journal.packets.length;
  const points = places.map((place, i) => {
    const event = eventAt(place), before = i ? eventAt(places[i - 1]) : null;
    const tight = !!before && !moreLines.has(places[i - 1]) && !tails.has(places[i - 1]) && level === "visit" && tails.has(place) && before.kind === "received" && before.who === event.who && before.at_us === event.at_us;
    const isMessage = alone && (event.kind === "wrote" || event.kind === "read");
    const onWire = isMessage || event.kind === "sent" || event.kind === "received" || event.kind === "lost" || event.kind === "chapter";
    // A name stands above its arrow: one that sets out right after another needs room for it.
    const above = !!before && level === "visit" && tails.has(place) && tails.has(places[i - 1]) && before.who === event.who;
    if (tight) tightTails.add(place);
    return { event: place, at: event.at_us, share: tight ? 0.72 : above ? 1.3 : level !== "visit" && !onWire ? 0.55 : 1, after: (room.tight ? 14 : 9) * (moreLines.get(place) ?? 0) + (isMessage && event.kind === "wrote" ? 12 : 0) };
  });
  // An arrow of which only the head is known begins above it, and needs a row of more height.
  const isBlind = arrows.some((arrow) => arrow.blind), fits = sight.all && !isBlind && !room.tight && level === "visit" && room.height && arrows.length <= 16;
  const options = {
    row: level === "visit" ? (!sight.all || isBlind ? 46 : room.tight ? 26 : 20) : level === "story" ? 22 : 17, top: (level === "visit" ? 18 : 24) + (arrows[0]?.blind ? unseenRise : 0),
    height: fits ? room.height : undefined, stretch: 1.5, least: mostSqueezed,
  };
  const moved = arrows.filter((arrow) => arrow.tail > arrow.sent);
  let layout;
  const yAt = (place) => layout.ys[Math.max(0, lastNotBeyond(layout.events, place))];
  /** The y of a step: that of the last point that is not beyond it. What follows a flight that sets out later stands there, too. */
  const yOf = (step) => yAt(moved.findLast((arrow) => arrow.sent <= step && step < arrow.tail)?.tail ?? step);
  const stand = () => {
    layout = layOutTime(points, options);
    for (const arrow of arrows) {
      arrow.y0 = yAt(arrow.tail);
      arrow.tight = tightTails.has(arrow.tail);
      arrow.tips = arrow.ends.map((end) => ({ y: yAt(end), lost: events[end - 1].kind === "lost", event: end }));
      if (arrow.messages) {
        // Ours begins at its step and ends lower; the other side's ends at its step and begins higher.
        arrow.tips.push({ y: arrow.y0 + (arrow.byUs ? 14 : 0), lost: false, event: arrow.sent });
        if (!arrow.byUs) arrow.y0 -= 14;
      } else if (!arrow.tips.length) arrow.tips.push({ y: arrow.y0 + unseenRise, lost: false, underWay: true, event: 0 });
      if (arrow.blind) arrow.y0 -= unseenRise;
      arrow.y1 = Math.max(...arrow.tips.map((tip) => tip.y));
    }
    // Where another arrow sets out across this one before it arrives, there is no room below it for more lines.
    arrows.forEach((arrow, i) => {
      const crossed = arrow.lines.length > 1 && arrows.slice(i + 1, i + 6).some((other) => other.from !== arrow.from && other.y0 < arrow.y1 + 4);
      if (crossed) arrow.lines = [arrow.lines[0].replace(/[,、]?$/, " …")];
    });
  };
  stand();
  if (room.place) {
    // A name that stands on another goes down with all that comes later, until none does.
    for (let round = 0; round < mostRounds; round++) {
      const low = crowded(arrows, room.place);
      if (!low.length) break;
      for (const { arrow, down } of low) {
        const point = points[Math.max(0, lastNotBeyond(places, arrow.tail))];
        point.extra = Math.min(mostMoved, (point.extra || 0) + down + 1);
      }
      stand();
    }
    dropSizes(arrows, room.place);
  }
  const reach = [];
  arrows.forEach((arrow, i) => reach.push(Math.max(arrow.y1, i ? reach[i - 1] : 0)));
  const times = [];
  layout.events.forEach((place, i) => {
    const at = eventAt(place).at_us, y = layout.ys[i], last = times[times.length - 1];
    if (!sight.shows(eventAt(place))) return;
    if (!last || (at !== last.at && y - last.y >= 13)) times.push({ at, y, event: eventAt(place).number });
  });
  const states = model.transitions.map((number) => events[number - 1]).filter((event) => event.machine === "TCP" && sight.shows(event))
    .map((event) => ({ event: event.number, who: event.who, name: event.to, y: yOf(event.number) }));
  const height = Math.max(layout.height, ...arrows.map((arrow) => arrow.y1 + (fits ? 4 : 18)).slice(-40));
  const begun = model.chapters.filter((number) => sight.shows(events[number - 1]));
  const chapters = begun.map((number, i) => ({
    event: number, title: events[number - 1].title,
    y0: i ? yOf(number) : 6, y1: i + 1 < begun.length ? yOf(begun[i + 1]) : height - 6,
  }));
  const told = apart(states);
  if (room.place && room.lines) placeBeside(arrows, room.place, layout.breaks, told, room.lines);
  return { level, arrows, reach, times, states: told.filter((state) => !state.hasNoPlace), chapters: chapters.filter((chapter) => chapter.y1 - chapter.y0 > 8), breaks: layout.breaks, points: layout, height, yOf };
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
 * In the overview a flight sets out below the heads of the flights that have come in at the same instant, even if its first packet left
 * between their packets: a client of TLS 1.3 answers while the rest of the server's flight is coming in.
 */
function setOutAfterArrival(arrows, events) {
  arrows.forEach((arrow, i) => {
    const { at_us } = events[arrow.sent - 1];
    const heads = arrows.slice(Math.max(0, i - 6), i).filter((other) => other.to === arrow.from).flatMap((other) => other.ends)
      .filter((end) => end > arrow.sent && events[end - 1].at_us === at_us);
    const before = i ? arrows[i - 1].tail ?? arrows[i - 1].sent : 0;
    const tail = heads.length ? Math.max(...heads) + 0.5 : arrow.sent;
    arrow.tail = tail > before ? tail : before + 0.01;
  });
}

/**
 * A title in up to three lines, all but the first below its arrow, where one has no room. It is cut after a comma or before a parenthesis
 * if that leaves no short line.
 * @param {string} title
 * @param {number} most letters of a line
 * @returns {string[]}
 */
export function inLines(title, most) {
  if (!title) return [""];
  const lines = [];
  for (let rest = title; rest;) {
    const isShort = widthOf(rest) <= most, head = startOf(rest, most + 1);
    const good = Math.max(head.lastIndexOf(", ") + 1, head.lastIndexOf("、") + 1, head.lastIndexOf(" ("), head.lastIndexOf("（"));
    const cut = isShort ? rest.length : widthOf(rest.slice(0, good)) >= most / 3 ? good : Math.max(0, head.lastIndexOf(" "));
    if (widthOf(rest.slice(0, cut)) < most / 3 && cut < rest.length || lines.length === 2) {
      lines.push(isShort ? rest : startOf(rest, most - 1).trimEnd() + "…");
      break;
    }
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut).trimStart();
  }
  return lines;
}
