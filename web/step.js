// The current step: what happens, why, by which rule, what brought it about and what it changed. Every value has its pointer.
import { el, byId, fill, mark, write, scrollLater } from "./dom.js";
import { shown, citation } from "./pointer.js";
import { wordsOf, nameOf, messageName, seatName, toneOf } from "./describe.js";
import { termOf, termPointer } from "./overlay.js";
import { storyStrip } from "./story.js";
import { say } from "./words.js";

/** A row of the facts of a step; none where there is no value. */
function factRow(key, ...value) {
  return el("div", { class: "fact" }, el("dt", {}, say(key)), el("dd", {}, value));
}

function octetText(value, pointer) {
  return shown(value, pointer, "hex", "code", { class: "octet-text" });
}

/** A name of the journal in the language of the page. */
function term(model, text, pointer, name = "span", attributes = {}) {
  return shown(termOf(model, text), termPointer(model, text, pointer), undefined, name, attributes);
}

/** The words of an event in the language of the page. */
function told(app, event, member) {
  const { text, pointer } = wordsOf(app.model, event, member, app.state.lang);
  return shown(text, pointer);
}

/** What goes into a calculation, what comes out, or what stands between. */
function operandRow(key, name, list, base, app, leads = true) {
  return list.length > 0 && el("div", { class: "fact" }, el("dt", {}, say(key)),
    el("dd", {}, list.map((one, i) => el("div", { class: "operand" },
      el("span", {}, term(app.model, one.name, base + "/" + name + "/" + i + "/name", "b"),
        leads && one.secret && el("button", { type: "button", class: "step-link", "aria-label": say("detail.inSecretsOf", { name: termOf(app.model, one.secret) }), click: () => app.openSecret(one.secret) }, say("detail.inSecrets"))),
      octetText(one.octets, base + "/" + name + "/" + i + "/octets"),
      one.note && term(app.model, one.note, base + "/" + name + "/" + i + "/note", "span", { class: "quiet" })))));
}

function calculationFacts(calculation, base, app) {
  return [
    factRow("detail.formula", term(app.model, calculation.formula, base + "/formula", "code")),
    operandRow("detail.results", "results", calculation.results, base, app),
    operandRow("detail.inputs", "inputs", calculation.inputs, base, app),
  ];
}

/** What is folded away below the facts: the steps between, and the command that computes the same. */
function calculationSteps(calculation, base, app) {
  return [
    calculation.steps.length > 0 && el("details", {}, el("summary", {}, say("detail.steps")), el("dl", {}, operandRow("detail.steps", "steps", calculation.steps, base, app, false))),
    calculation.reproduce && el("details", {}, el("summary", {}, say("detail.reproduce")), shown(calculation.reproduce, base + "/reproduce", undefined, "code", { class: "shell" })),
  ];
}

/** What belongs to the kind of an event. */
function kindFacts(app, event, at) {
  const { model } = app, sight = app.sight(), isOwn = sight.shows(event) === "all";
  const out = [];
  if (event.packet) {
    const packet = model.packet(event.packet), place = model.packetPointer(event.packet);
    if (packet) {
      out.push(factRow("detail.label", shown(packet.label, place + "/label", undefined, "code")));
      if (packet.relative_label && packet.relative_label !== packet.label) out.push(factRow("detail.relative", shown(packet.relative_label, place + "/relative_label", undefined, "code")));
      const fate = packet.received || packet.lost, isKnown = event.kind === "sent" && fate && sight.shows(model.event(fate)), end = !isKnown ? "" : packet.received ? "detail.arrives" : "detail.lostAt";
      if (end) out.push(factRow(end, app.stepLink(fate), " ", shown(model.event(fate).at_us, model.eventPointer(fate) + "/at_us", "ms"), " ", say("unit.ms")));
    }
    for (const [key, number] of [["detail.again", model.repeatedBy(event.packet)], ["detail.repeats", model.repeats(event.packet)]]) {
      const meeting = number && sight.meets(model.packet(number));
      if (meeting) out.push(factRow(key, say("name.packet", { number }), " ", app.stepLink(meeting)));
    }
    if (event.why) out.push(factRow("detail.why", told(app, event, "why")));
  }
  if (event.message) {
    const message = model.message(event.message), place = model.messagePointer(event.message);
    if (message && !isOwn && !sight.reads(message)) out.push(factRow("detail.message", messageName(message, sight)));
    else if (message) {
      out.push(factRow("detail.message", term(model, message.label, place + "/label")));
      if (message.transcript_hash && event.kind === "wrote") out.push(factRow("detail.hash", shown(message.transcript_hash, place + "/transcript_hash", "brief", "code")));
    }
  }
  switch (event.kind) {
    case "transition": {
      const arrows = model.run.machines?.[event.machine]?.arrows || [], way = arrows.findIndex((arrow) => arrow.from === event.from && arrow.to === event.to);
      if (arrows[way]?.label) out.push(factRow("detail.event", shown(arrows[way].label, "/runs/" + model.index + "/machines/" + event.machine + "/arrows/" + way + "/label", undefined, "b")));
      out.push(factRow("detail.from", shown(event.from, at + "/from")), factRow("detail.to", shown(event.to, at + "/to", undefined, "b")));
      break;
    }
    case "computed": out.push(...calculationFacts(event.calculation, at + "/calculation", app)); break;
    case "checked": out.push(factRow("detail.what", term(model, event.what, at + "/what"))); break;
    case "learned": {
      const { how } = event;
      if (how.operation) out.push(factRow("detail.operation", term(model, how.operation, at + "/how/operation", "code")));
      if (how.from) out.push(factRow("detail.premises", how.from.map((name, i) => [i ? say("list.and") : "", term(model, name, at + "/how/from/" + i)])));
      if (how.means) out.push(factRow("detail.means", term(model, how.means, at + "/how/means")));
      if (how.event && how.event !== event.number) out.push(factRow("detail.from", app.stepLink(how.event)));
      if (event.value !== undefined) out.push(factRow("detail.value", octetText(event.value, at + "/value")));
      out.push(factRow("view.secrets", el("button", { type: "button", class: "step-link", click: () => app.openSecret(event.secret) }, termOf(model, event.secret))));
      break;
    }
    case "timer": if (event.until_us !== undefined) out.push(factRow("detail.until", shown(event.until_us, at + "/until_us", "ms"), " ", say("unit.ms"))); break;
    case "call": if (event.arguments) out.push(factRow("detail.arguments", told(app, event, "arguments"))); break;
    case "failed": if (event.alert !== undefined) out.push(factRow("detail.alert", told(app, event, "alert"))); break;
    default: break;
  }
  return out.filter(Boolean);
}

/**
 * The panel of the current step.
 * @param {any} app
 */
export function makeStepPanel(app) {
  const host = byId("hs-step"), saying = byId("hs-say");
  let key = "";
  return {
    draw() {
      const { state, model } = app;
      const sight = app.sight(), wanted = [model.index, state.step, state.lang, sight.key].join();
      if (wanted === key) return;
      key = wanted;
      const event = model.event(state.step), at = model.eventPointer(state.step);
      const title = app.headline(event), seen = sight.shows(event), isWire = seen === "wire";
      mark(host, "data-step", String(state.step));
      mark(host, "data-id", event.step);
      const remark = wordsOf(model, event, "remark", state.lang, sight), about = wordsOf(model, event, "about", state.lang, sight);
      const facts = seen ? kindFacts(app, event, at) : [];
      const changes = (seen === "all" && event.changes) || [];
      if (!seen) {
        fill(host, el("div", { class: "meta" }, el("span", { class: "number" }, "#", shown(event.number, at + "/number")), el("span", { class: "time" }, shown(event.at_us, at + "/at_us", "ms"), " ", say("unit.ms"))),
          el("h2", {}, title), el("p", { class: "remark" }, say("seat.hidden", { seat: seatName(model, state.seat) })));
      } else fill(host,
        sight.all && storyStrip(app, event),
        el("h2", {}, title),
        about && shown(about.text, about.pointer, undefined, "p", { class: "about" }),
        remark && shown(remark.text, remark.pointer, undefined, "p", { class: "remark" }),
        isWire && el("p", { class: "remark" }, say("seat.wire")),
        el("div", { class: "meta" },
          el("span", { class: "badge " + toneOf(model, event.who) }, nameOf(model, event.who)),
          el("span", { class: "number" }, "#", shown(event.number, at + "/number")),
          el("span", { class: "time" }, shown(event.at_us, at + "/at_us", "ms"), " ", say("unit.ms")),
          !isWire && event.cite && el("span", {}, say("step.rule"), " ", citation(event.cite, at + "/cite")),
          seen === "all" && event.cause && sight.shows(model.event(event.cause)) && el("span", {}, say("step.cause"), " ", app.stepLink(event.cause)),
          !isWire && shown(event.step, at + "/step", undefined, "code", { class: "step-id", title: say("step.id") })),
        facts.length > 0 && el("dl", { class: "facts" }, facts),
        event.kind === "computed" && calculationSteps(event.calculation, at + "/calculation", app),
        changes.length > 0 && el("table", { class: "changes" },
          el("caption", {}, say("step.changes")),
          el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("step.variable")), el("th", { scope: "col" }, say("step.before")), el("th", { scope: "col" }, say("step.after")))),
          el("tbody", {}, changes.map((change, i) => el("tr", {},
            el("th", { scope: "row" }, change.name),
            el("td", {}, shown(change.before, at + "/changes/" + i + "/before")),
            el("td", { class: "new" }, shown(change.after, at + "/changes/" + i + "/after")))))));
      scrollLater(host, 0);
      write(saying, say("say", { number: state.step, text: title }));
    },
  };
}
