// The picture: a lifeline for each host, slanted arrows, time downwards. It mounts what is in sight; a step changes classes only.
import { el, byId, mark, fill, scrollLater, settleScrolls } from "./dom.js";
import { duration, milliseconds } from "./pointer.js";
import { lastNotBeyond } from "./model.js";
import { makeScene } from "./scene.js";
import { arrowName, unseenShare } from "./label.js";
import { inkOf, nameOf, toneOf } from "./describe.js";
import { termOf } from "./overlay.js";
import { say, startOf, widthOf } from "./words.js";

const pictureMargin = 500;

/** Where the columns of the picture stand, from its width. */
function pictureColumns(width) {
  // Names of states stand outside the lifelines as long as there is room for the arrows; on a telephone the step tells them.
  const narrow = width < 400, tight = width < 560;
  const edge = tight ? 18 : 24, time = tight ? 58 : 82, states = narrow ? 10 : tight ? 96 : 112;
  return { width, narrow, tight, chapter: 4, edge, time, client: narrow ? 72 : time + states, server: narrow ? width - 16 : width - states };
}

/**
 * The picture of the run.
 * @param {any} app
 */
export function makePicture(app) {
  const scroll = byId("hs-scroll"), wire = byId("hs-wire"), heads = byId("hs-heads"), legend = byId("hs-legend"), lostLegend = byId("hs-legend-lost");
  const cursor = el("g", { class: "cursor" }), ground = el("g", {}), layer = el("g", {});
  wire.replaceChildren(cursor, ground, layer);
  let columns = pictureColumns(640), roomHeight = 500, scene = null, sceneKey = "", top = 0, mountedFrom = 1, mountedTo = -1;
  let nodes = [], lastStep = 0;

  const measure = () => {
    const width = scroll.clientWidth || 640, height = scroll.clientHeight || 500;
    if (width === columns.width && height === roomHeight) return false;
    columns = pictureColumns(width);
    roomHeight = height;
    return true;
  };

  const buildScene = () => {
    const { state, model } = app;
    const sight = app.sight(), key = [model.index, state.level, columns.width, roomHeight, state.lang, sight.key].join();
    if (key === sceneKey) return;
    sceneKey = key;
    const wide = Math.floor((columns.server - columns.client - 40) / 7.6);
    scene = makeScene(model, state.level, { height: roomHeight - 1, wide, tight: columns.tight, place: endsOf, lines: Object.fromEntries(model.hosts.map((who) => [who, placeOf(who)])) }, sight);
    const shown = new Set();
    // An instant that is written like the one before it says nothing new.
    scene.times = scene.times.filter(({ at }) => !shown.has(tickText(at)) && shown.add(tickText(at)));
    const height = Math.max(scene.height, state.level === "visit" ? roomHeight - 1 : 0);
    mark(wire, "width", String(columns.width));
    mark(wire, "data-tight", columns.tight);
    mark(wire, "height", String(Math.floor(height)));
    mark(wire, "viewBox", "0 0 " + columns.width + " " + Math.floor(height));
    drawHeads();
    const whole = app.model.journal.packets.length > 0;
    fill(legend, whole ? null : say(app.model.events[0]?.who === "server" ? "legend.messages.server" : "legend.messages.client"));
    mark(lostLegend, "hidden", !whole || !sight.all);
    mark(byId("hs-legend-opens"), "hidden", app.model.run.opens === undefined);
    mountedTo = -1;
    mountedFrom = 1;
    fill(cursor, el("rect", { class: "cursor-band", x: columns.edge + 2, y: -11, width: columns.width - columns.edge - 4, height: 22, rx: 5 }));
  };

  const drawHeads = () => {
    const { endpoints } = app.model.journal;
    mark(heads, "viewBox", "0 0 " + columns.width + " 44");
    mark(heads, "width", String(columns.width));
    // Where many hosts stand on a telephone, their names stand in two rows and their addresses nowhere.
    const isDense = columns.narrow && app.model.hosts.length > 4;
    const headName = (who) => {
      const name = endpoints?.[who]?.name;
      return name ? termOf(app.model, name) : say("who." + who);
    };
    const head = (who, i) => {
      const x = placeOf(who), end = isDense ? null : endpoints?.[who], y = isDense && i % 2 ? 34 : 18;
      if (inkOf(app.model, who) === "host") {
        return el("g", { class: "head " + toneOf(app.model, who) }, el("text", { x, y, "text-anchor": "middle", class: "head-name" }, nameOf(app.model, who)),
          el("text", { x, y: 34, "text-anchor": "middle", class: "head-address" }, end?.address ?? ""));
      }
      const anchor = columns.narrow ? (who === "client" ? "start" : "end") : "middle";
      const at = columns.narrow ? (who === "client" ? x - 2 : x + 8) : x;
      return el("g", { class: "head " + who },
        el("text", { x: at, y, "text-anchor": anchor, class: "head-name" }, headName(who)),
        end && el("text", { x: at, y: 34, "text-anchor": anchor, class: "head-address" }, columns.narrow && app.model.hosts.length > 3 ? end.address : end.address + ":" + end.port));
    };
    fill(heads, app.model.hosts.map((who, i) => head(who, i)),
      el("text", { x: columns.time, y: 34, "text-anchor": "end", class: "tick" }, say("unit.ms")));
  };

  /** Where the lifeline of a host stands; the middle for what is no host. */
  const placeOf = (who) => {
    const { hosts } = app.model, at = hosts.indexOf(who);
    return columns.client + (columns.server - columns.client) * (at < 0 ? 0.5 : at / (hosts.length - 1));
  };
  /** Where the tail of an arrow stands, and where its head stands if it arrives. */
  const endsOf = (arrow) => [placeOf(arrow.from), placeOf(app.model.hosts.includes(arrow.to) ? arrow.to : arrow.from === "server" ? "client" : "server")];
  const tickText = (at) => {
    const exact = milliseconds(at);
    return at >= 10e6 ? duration(at) : columns.tight && exact.length > 6 ? (at / 1000).toFixed(1) : exact;
  };
  const lockPath = (x, y) => el("path", { class: "lock", d: "M" + (x + 1) + " " + (y - 5) + "h8v6h-8zM" + (x + 2.8) + " " + (y - 5) + "v-2.2a2.2 2.2 0 0 1 4.4 0v2.2" });

  /**
   * One arrow: a wide line to click on, the lines, the heads, and its name along it at the tail. Of one whose tail is far above only the lines
   * and heads are drawn: hundreds of packets may be under way at one time.
   */
  const arrowNode = (arrow, hasTail) => {
    const stranger = !app.model.hosts.includes(arrow.from), [x0, xEnd] = endsOf(arrow), leftward = xEnd < x0;
    const parts = [];
    for (const tip of arrow.tips) {
      const share = tip.lost ? 0.58 : tip.underWay ? unseenShare(arrow.crossed || 0) : 1;
      const x1 = x0 + (xEnd - x0) * share, y1 = tip.lost ? arrow.y0 + (tip.y - arrow.y0) * 0.8 : tip.y;
      const length = Math.hypot(x1 - x0, y1 - arrow.y0) || 1, ux = (x1 - x0) / length, uy = (y1 - arrow.y0) / length;
      const line = (shift, name) => el("line", { class: name, x1: x0 - uy * shift, y1: arrow.y0 + ux * shift, x2: x1 - ux * 5 - uy * shift, y2: y1 - uy * 5 + ux * shift });
      if (hasTail) parts.push(el("line", { class: "hit", x1: x0, y1: arrow.y0, x2: x1, y2: y1 }), el("line", { class: "glow", x1: x0, y1: arrow.y0, x2: x1, y2: y1 }));
      if (arrow.sealed) parts.push(line(-1.6, "shaft"), line(1.6, "shaft"));
      else parts.push(line(0, "shaft"));
      if (tip.lost) parts.push(el("path", { class: "cross", d: "M" + (x1 - 6) + " " + (y1 - 6) + "l12 12m0-12l-12 12" }));
      else {
        const back = (along, side) => (x1 - ux * along - uy * side).toFixed(1) + " " + (y1 - uy * along + ux * side).toFixed(1);
        parts.push(el("path", { class: "tip", d: "M" + x1 + " " + y1 + "L" + back(10, 4.5) + "L" + back(8, 0) + "L" + back(10, -4.5) + "z" }));
      }
    }
    const name = arrowName(arrow, x0, xEnd), anchor = leftward ? "end" : "start", side = leftward ? -1 : 1, at = side * name.start;
    const label = hasTail && el("g", { transform: "translate(" + x0 + " " + arrow.y0 + ") rotate(" + name.turn.toFixed(2) + ")", class: "name" },
      el("text", { x: at, y: -5, "text-anchor": anchor }, name.first, name.size && !arrow.unsized && el("tspan", { class: "size", dx: 7 }, name.size)),
      name.more.map((line, i) => el("text", { x: at, y: 13 + 14 * i, "text-anchor": anchor }, line)),
      arrow.sealed && lockPath(leftward ? -name.inset - 10 : name.inset, -5));
    const { opens: decisive } = app.model.run, opening = decisive !== undefined && (arrow.packet === decisive || !!app.model.run.flights[arrow.flight]?.packets.includes(decisive));
    if (opening) parts.push(el("circle", { class: "opens-mark", cx: x0, cy: arrow.y0, r: 7 }));
    const fate = arrow.packet === undefined ? undefined : arrow.arrived ? "arrived" : arrow.lost ? "lost" : "under-way";
    const node = el("g", {
      class: "arrow " + (stranger ? "network" : toneOf(app.model, arrow.from)), "data-flight": arrow.flight, "data-packet": arrow.packet, "data-fate": fate, "data-from": arrow.from,
      "data-message": arrow.message, "data-opens": opening, "data-sent": arrow.sent, "data-y0": arrow.y0.toFixed(3), "data-y1": arrow.y1.toFixed(3), click: () => app.goto(arrow.go, true),
    }, parts, label);
    return node;
  };

  /** Builds what stands between two heights. */
  const mountBetween = (from, to) => {
    mountedFrom = from;
    mountedTo = to;
    nodes = [];
    const low = (list, of, limit) => { let a = 0, b = list.length; while (a < b) { const m = (a + b) >> 1; if (of(list[m]) < limit) a = m + 1; else b = m; } return a; };
    const between = (list) => list.slice(low(list, (x) => x.y, from), low(list, (x) => x.y, to));
    const bottom = Math.min(to, Number(wire.getAttribute("height")));
    const parts = app.model.hosts.map((who) => el("line", { class: "lifeline " + toneOf(app.model, who), x1: placeOf(who), x2: placeOf(who), y1: Math.max(0, from), y2: bottom }));
    for (const time of between(scene.times)) {
      parts.push(el("text", { class: "tick", x: columns.time, y: time.y + 4, "text-anchor": "end" }, tickText(time.at)));
    }
    for (const gap of between(scene.breaks)) {
      for (const x of app.model.hosts.map(placeOf)) parts.push(el("path", { class: "break", d: "M" + (x - 6) + " " + (gap.y + 2) + "l12 -6m-12 10l12 -6" }));
      if (gap.x !== undefined) parts.push(el("text", { class: "gap", x: gap.x, y: gap.y + 4, "text-anchor": "middle" }, "… " + duration(gap.gap) + " …"));
    }
    for (const chapter of scene.chapters.filter((one) => one.y1 >= from && one.y0 <= to)) {
      const y0 = Math.max(chapter.y0 + 3, from), y1 = Math.min(chapter.y1 - 3, bottom), room = Math.floor((y1 - y0 - 8) / 6.3);
      const title = app.words(app.model.event(chapter.event), "title") || chapter.title;
      const [part] = title.split(/[:,：，]/), short = widthOf(title) <= room ? title : widthOf(part) <= room ? part : startOf(title, Math.max(0, room - 1)) + "…";
      const node = el("g", { class: "chapter", click: () => app.goto(chapter.event, true) },
        el("rect", { x: 2, y: y0, width: columns.edge - 4, height: Math.max(2, y1 - y0), rx: 4 }),
        room >= 4 && el("text", { transform: "translate(" + (columns.edge / 2 + 3.5) + " " + (y0 + y1) / 2 + ") rotate(-90)", "text-anchor": "middle" }, short),
        el("svg:title", {}, title));
      nodes.push({ node, kind: "chapter", event: chapter.event, until: app.model.chapters[app.model.chapters.indexOf(chapter.event) + 1] || Infinity });
      parts.push(node);
    }
    if (!columns.narrow) {
      for (const state of scene.states.filter((one) => one.y >= from && one.y <= to)) {
        const left = state.side ? state.side < 0 : state.who === "client", x = placeOf(state.who);
        const node = el("g", { class: "state " + inkOf(app.model, state.who) },
          el("line", { x1: left ? x - 5 : x, x2: left ? x : x + 5, y1: state.y, y2: state.y }),
          el("text", { x: left ? x - 10 : x + 10, y: state.y + 4 + (state.drop || 0), "text-anchor": left ? "end" : "start" }, state.name));
        nodes.push({ node, kind: "state", event: state.event, who: state.who });
        parts.push(node);
      }
    }
    fill(ground, parts);
    const above = [];
    if (scene.level !== "visit") {
      const { events, ys } = scene.points;
      for (let i = Math.max(0, lastNotBeyond(ys, from)); i < events.length && ys[i] <= to; i++) {
        const event = app.model.event(events[i]);
        if (event.kind === "sent" || event.kind === "received" || event.kind === "lost" || event.kind === "chapter") continue;
        const node = el("circle", { class: "dot " + toneOf(app.model, event.who), cx: placeOf(event.who), cy: ys[i], r: 3.4, click: () => app.goto(event.number, true) });
        nodes.push({ node, kind: "dot", event: event.number });
        above.push(node);
      }
    }
    const start = low(scene.reach, (x) => x, from);
    for (let i = start; i < scene.arrows.length && scene.arrows[i].y0 <= to; i++) {
      const arrow = scene.arrows[i];
      if (arrow.y1 < from) continue;
      const node = arrowNode(arrow, arrow.y0 >= from - pictureMargin);
      nodes.push({ node, kind: "arrow", event: arrow.sent, arrow });
      above.push(node);
    }
    fill(layer, above);
  };

  const ensure = () => {
    if (top < mountedFrom + 60 && mountedFrom > -pictureMargin || top + roomHeight > mountedTo - 60) mountBetween(top - pictureMargin, top + roomHeight + pictureMargin);
  };

  /** The arrow that belongs to a step. */
  const currentArrow = (step) => {
    const event = app.model.event(step);
    if (scene.level === "visit") {
      const at = app.flightOf(event);
      if (at >= 0) return "f" + at;
      let best = -1;
      scene.arrows.forEach((arrow, i) => { if (arrow.sent <= step && (best < 0 || arrow.sent >= scene.arrows[best].sent)) best = i; });
      return best < 0 ? "" : scene.arrows[best].key;
    }
    if (event.packet) return "p" + event.packet;
    if (event.message) {
      const carrier = app.model.message(event.message)?.segments[0]?.packet;
      return carrier ? "p" + carrier : "m" + event.message;
    }
    return "";
  };

  const paintStep = () => {
    const { step } = app.state;
    const current = currentArrow(step);
    const present = Object.fromEntries(app.model.hosts.map((who) => [who, 0]));
    for (const one of nodes) if (one.kind === "state" && one.event <= step) present[one.who] = Math.max(present[one.who], one.event);
    for (const { node, kind, event, arrow, who, until } of nodes) {
      mark(node, "data-coming", event > step);
      if (kind === "arrow") mark(node, "data-current", arrow.key === current);
      else if (kind === "state") mark(node, "data-present", present[who] === event);
      else if (kind === "dot") mark(node, "data-current", event === step);
      else if (kind === "chapter") mark(node, "data-current", event <= step && step < until);
    }
  };

  scroll.addEventListener("scroll", () => {
    top = scroll.scrollTop;
    if (!scene) return;
    const was = mountedTo;
    ensure();
    if (mountedTo !== was) paintStep();
  }, { passive: true });
  new ResizeObserver(() => {
    if (!measure() || !scene) return;
    draw();
    settleScrolls();
  }).observe(scroll);

  const draw = () => {
    buildScene();
    const y = scene.yOf(app.state.step);
    cursor.style.transform = "translateY(" + y.toFixed(1) + "px)";
    if ((y < top + 40 || y > top + roomHeight - 70) && scene.height > roomHeight) {
      const wish = app.state.step > lastStep && y < top + roomHeight + 60 ? y - roomHeight * 0.35 : y - roomHeight / 2;
      top = Math.max(0, Math.min(Math.floor(wish), scene.height - roomHeight));
      scrollLater(scroll, top);
    } else if (scene.height <= roomHeight && top) {
      top = 0;
      scrollLater(scroll, 0);
    }
    lastStep = app.state.step;
    ensure();
    paintStep();
  };
  return { draw, measure };
}
