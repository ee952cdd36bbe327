// The ends: TCP's states as in RFC 9293, Figure 5, the control block with what has just changed, and the way of TLS through its states.
import { el, byId, fill, mark, write } from "./dom.js";
import { shown } from "./pointer.js";
import { makeFigure } from "./machine.js";
import { inkOf, nameOf } from "./describe.js";
import { partiesOf } from "./seat.js";
import { listOf, say } from "./words.js";

/** The transitions of one machine of one end, in order. */
function waysOf(model, who, machine) {
  return model.transitions.map((number) => model.event(number)).filter((event) => event.who === who && event.machine === machine);
}

/** What brings a state about, as the table of the machine has it. */
function labelOfWay(model, machine, event) {
  return (model.run.machines?.[machine]?.arrows || []).find((arrow) => arrow.from === event.from && arrow.to === event.to)?.label || "";
}

/** The way of TLS through its states: each with what began it. The present one is lit. */
function makeTrack(app, who) {
  const { model } = app;
  const ways = waysOf(model, who, "TLS");
  if (!ways.length) return null;
  const row = (name, event) => ({
    event: event ? event.number : 0,
    node: el("li", { class: "stop" }, el("span", { class: "stop-name" }, name),
      event && el("span", { class: "stop-label" }, labelOfWay(model, "TLS", event)), event && app.stepLink(event.number)),
  });
  const rows = [row(ways[0].from, null), ...ways.map((event) => row(event.to, event))];
  return {
    node: el("ol", { class: "track" }, rows.map((one) => one.node)),
    draw(step) {
      rows.forEach((one, i) => {
        const begun = one.event <= step, over = i + 1 < rows.length && rows[i + 1].event <= step;
        mark(one.node, "data-now", begun && !over);
        mark(one.node, "aria-current", begun && !over ? "step" : null);
        mark(one.node, "data-been", begun && over);
      });
    },
  };
}

/** Whether the run has states or variables of a host. */
function hasStates(model, who) {
  return model.events.some((event) => event.who === who && (event.kind === "transition" || event.changes?.length));
}

/**
 * The view of the ends: of all hosts that have states.
 * @param {any} app
 */
export function makeEndsView(app) {
  const host = byId("hs-view-ends");
  let key = "", ends = {}, names = [];
  const build = () => {
    const { model } = app, hosts = partiesOf(model).filter((who) => model.hosts.includes(who));
    const told = hosts.filter((who) => hasStates(model, who)), untold = hosts.filter((who) => !told.includes(who));
    ends = {};
    names = [...new Set(model.events.flatMap((event) => (event.changes || []).map((change) => change.name)))];
    const column = (who) => {
      const end = {
        ways: waysOf(model, who, "TCP"), figure: makeFigure(app, who, model.run.machines?.TCP), track: makeTrack(app, who), why: el("p", { class: "why" }), whyOf: -1, rows: new Map(), order: "",
        tcp: el("span", { class: "state-name" }), tls: el("span", { class: "state-name", "data-tls": who }), block: el("dl", { class: "block", "data-block": who }),
      };
      ends[who] = end;
      end.tcpPart = el("span", {}, el("span", { class: "quiet" }, say("ends.tcp")), " ", end.tcp);
      end.tlsPart = el("span", {}, el("span", { class: "quiet" }, say("ends.tls")), " ", end.tls);
      end.room = el("div", { id: "hs-tcp-" + who, class: "figure-room" }, end.figure.node);
      const line = el("p", { class: "state-line" }, end.tcpPart, end.tlsPart), way = end.track && el("div", {}, el("h4", {}, say("ends.track")), end.track.node);
      end.known = [line, end.room, end.why, end.block, way].filter(Boolean);
      end.unknown = el("p", { class: "quiet" }, say("seat.unknownEnd", { who: nameOf(model, who) }));
      return el("section", { class: "end " + inkOf(model, who) }, el("h3", {}, nameOf(model, who)), end.unknown, end.known);
    };
    fill(host, model.hasSeveral && el("p", { class: "quiet" }, say("ends.several")), el("div", { class: "two-ends" }, told.map(column)),
      untold.length > 0 && el("p", { class: "quiet note" }, say("ends.untold", { who: listOf(untold.map((who) => nameOf(model, who))) })),
      told.length > 0 && el("p", { class: "quiet note" }, model.run.machines?.TCP ? say("ends.figure") + say("gap") : "", say("ends.legend")));
  };
  /** The last way of TCP, and the step that took it. */
  const drawWhy = (end, step) => {
    let last = null;
    for (const event of end.ways) if (event.number <= step) last = event;
    const of = last ? last.number : 0;
    if (end.whyOf === of) return;
    end.whyOf = of;
    fill(end.why, last && [say("ends.since", { state: last.to, label: labelOfWay(app.model, "TCP", last) || "?" }), say("gap"), app.stepLink(last.number)]);
  };
  /** The control block. A row stands as long as its variable has one, and is written anew only where the value is another. */
  const drawBlock = (end, block) => {
    const { model, state } = app;
    const rows = names.filter((name) => block[name]), order = rows.join();
    for (const name of rows) {
      const { value, event, change } = block[name], at = model.eventPointer(event) + "/changes/" + change + "/after";
      let row = end.rows.get(name);
      if (!row) {
        const cell = shown(value, at);
        row = { at, cell, node: el("div", { "data-name": name }, el("dt", {}, name), el("dd", {}, cell)) };
        end.rows.set(name, row);
      } else if (row.at !== at) {
        row.at = at;
        row.cell.replaceWith(row.cell = shown(value, at));
      }
      mark(row.node, "class", event === state.step ? "changed" : null);
    }
    if (end.order !== order) {
      end.order = order;
      fill(end.block, rows.map((name) => end.rows.get(name).node));
    }
    mark(end.block, "hidden", rows.length === 0);
  };
  return {
    draw() {
      const { model, state } = app;
      const wanted = [model.index, state.lang].join();
      if (wanted !== key) {
        key = wanted;
        build();
      }
      const fold = model.fold(state.step), sight = app.sight();
      for (const [who, end] of Object.entries(ends)) {
        const known = sight.knows(who);
        mark(end.unknown, "hidden", known);
        for (const part of end.known) mark(part, "hidden", !known);
        if (!known) continue;
        end.figure.draw(state.step, fold.tcp[who]);
        end.track?.draw(state.step);
        drawWhy(end, state.step);
        write(end.tcp, fold.tcp[who]);
        write(end.tls, fold.tls[who]);
        mark(end.tcpPart, "hidden", !fold.tcp[who]);
        mark(end.tlsPart, "hidden", !fold.tls[who]);
        mark(end.room, "hidden", !model.run.machines?.TCP);
        drawBlock(end, fold.block[who]);
      }
    },
  };
}
