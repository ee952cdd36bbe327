// The page: one state, and views that are functions of it. Everything that changes goes through here.
import { el, byId, mark, settleScrolls } from "./dom.js";
import { makeModel } from "./model.js";
import { openShared } from "./shared.js";
import { leafCovering, rowOfSpan } from "./tree.js";
import { headline, wordsOf } from "./describe.js";
import { languageOf, useLanguage, say } from "./words.js";
import { fragmentOf, readFragment, keepAddress } from "./link.js";
import { listenToKeys, drawHelp } from "./keys.js";
import { makePicture } from "./picture.js";
import { makeStepList } from "./list.js";
import { makeStepPanel } from "./step.js";
import { makeOctetsView } from "./octets.js";
import { makeEndsView } from "./ends.js";
import { makeStreamView } from "./stream.js";
import { makeSecretsView } from "./secrets.js";
import { makeKnowledgeView } from "./knowledge.js";
import { makeCompareView } from "./compare.js";
import { makeSearch } from "./search.js";
import { makeAnswer } from "./answer.js";
import { makeAsking } from "./ask.js";
import { makeControls } from "./controls.js";
import { preparePaper } from "./paper.js";
import { seatsOf, sightOf } from "./seat.js";
import { offerDrop } from "./serve.js";

const viewNames = ["octets", "ends", "stream", "secrets", "knowledge", "compare"];
const levelNames = ["visit", "story", "all"];
const themeNames = ["auto", "light", "dark"];

/** Starts the page on the document that the file holds. */
export function startPage() {
  mark(document.documentElement, "data-live", true);
  const whole = openShared(JSON.parse(byId("hs-data").textContent));
  let models = [];
  const state = { run: 0, step: 1, level: "visit", view: "octets", seat: "everything", lang: languageOf(whole.languages, document.documentElement.lang || "") ?? whole.languages[0], theme: "auto", pane: null, selection: null, octet: null, stolen: new Set(), found: null };
  const modelAt = (index) => (models[index] ||= makeModel(whole.runs[index], index));
  let panesFor = { key: "", value: { ids: [], of: 0 } }, flightsBy = null, sightFor = { key: "", value: null };

  const app = {
    document: whole, state,
    model: modelAt(0),
    modelOf: (id) => modelAt(whole.runs.findIndex((run) => run.id === id)),
    words: (event, member) => wordsOf(app.model, event, member, state.lang, app.sight())?.text,
    headline: (event) => headline(app.model, event, state.lang, app.sight()),
    /** What may be seen from the seat at the step. Every view asks it. */
    sight() {
      const key = [app.model.index, state.seat, state.step, ...state.stolen].join("/");
      if (sightFor.key !== key || sightFor.model !== app.model) sightFor = { key, model: app.model, value: sightOf(app.model, state.seat, state.step, app.holdings()[state.seat]) };
      return sightFor.value;
    },
    stepLink: (number, text) => el("button", { type: "button", class: "step-link", "aria-label": say("step.link", { number }), click: () => app.goto(number, true) }, text || "#" + number),
    holdings: () => app.model.holdings(state.step, state.stolen),
    panesNow() {
      const key = [state.run, state.step, app.sight().key, asking.isOn()].join("/");
      if (panesFor.key !== key) panesFor = { key, value: app.model.panes(state.step, app.sight(), !asking.isOn()) };
      return panesFor.value;
    },
    paneIds: () => app.panesNow().ids,
    canRead: (pane) => app.sight().canRead(pane),
    whyUnreadable: (pane) => app.sight().whyUnreadable(pane),
    /** The flight that holds what an event is about; -1 if none does. */
    flightOf(event) {
      if (!flightsBy || flightsBy.model !== app.model) {
        flightsBy = { model: app.model, packets: new Map(), messages: new Map() };
        app.model.run.flights.forEach((flight, i) => {
          for (const number of flight.packets) if (!flightsBy.packets.has(number)) flightsBy.packets.set(number, i);
          for (const number of flight.messages) if (!flightsBy.messages.has(number)) flightsBy.messages.set(number, i);
        });
      }
      const at = event.packet ? flightsBy.packets.get(event.packet) : event.message ? flightsBy.messages.get(event.message) : undefined;
      return at ?? -1;
    },
    goto(name, jump) {
      const step = app.model.stepNamed(name);
      if (!step) return false;
      if (jump && step !== state.step) address.settle();
      state.step = step;
      asking.leave();
      choosePane();
      draw(jump);
      return true;
    },
    next() { const to = firstBeyond(app.sight().steps(state.level), state.step); if (to && !asking.before(to)) { app.goto(to); seePicture(); } },
    answers: (digit) => asking.takes(digit),
    previous() { const to = lastBefore(app.sight().steps(state.level), state.step); if (to) { app.goto(to); seePicture(); } },
    first() { app.goto(app.sight().steps(state.level)[0]); },
    last() { const steps = app.sight().steps(state.level); app.goto(steps[steps.length - 1]); },
    chapter(by) {
      const chapters = app.model.chapters.filter((number) => app.sight().shows(app.model.event(number)));
      const to = by > 0 ? firstBeyond(chapters, state.step) : lastBefore(chapters, state.step);
      if (to) app.goto(to, true);
    },
    toCause() { const { cause } = app.model.event(state.step); if (cause && app.sight().shows(app.model.event(cause))) app.goto(cause, true); },
    nextLanguage() { const { languages } = whole; app.show({ lang: languages[(languages.indexOf(state.lang) + 1) % languages.length] }); },
    escape() {
      search.close();
      state.found = null;
      if (state.selection) { state.selection = null; state.octet = null; draw(); }
    },
    show(wish) {
      const run = whole.runs.findIndex((one) => one.id === wish.run);
      if (run >= 0 && run !== state.run) {
        const name = app.model.nameOfStep(state.step);
        state.run = run;
        app.model = modelAt(run);
        if (!seatsOf(app.model).includes(state.seat)) state.seat = "everything";
        state.step = app.model.stepNamed(name) || Math.min(state.step, app.model.count);
        state.stolen = new Set();
        state.selection = null;
      }
      if (levelNames.includes(wish.level)) state.level = wish.level;
      if (viewNames.includes(wish.view) && (wish.view !== "compare" || whole.runs.length > 1) && (wish.view === "octets" || !asking.isOn())) state.view = wish.view;
      if (seatsOf(app.model).includes(wish.seat) && wish.seat !== state.seat) {
        state.seat = wish.seat;
        state.selection = null;
        search.clear();
      }
      if (themeNames.includes(wish.theme)) state.theme = wish.theme;
      if (wish.lang) state.lang = languageOf(whole.languages, wish.lang) ?? state.lang;
      useLanguage(state.lang);
      choosePane();
      draw();
    },
    openPane(id) {
      paneKind = kindOfPane(id);
      state.selection = null;
      state.octet = null;
      state.pane = id;
      draw();
    },
    select(wish) {
      const pane = wish && app.model.pane(String(wish.pane)), sight = app.sight();
      if (!pane) return false;
      // A seat has these octets from a step of its own on.
      const step = sight.all ? 0 : pane.message ? sight.stepOf(pane.message) : sight.meets(pane.packet);
      if (step && !app.paneIds().includes(wish.pane)) app.goto(step, true);
      if (!app.paneIds().includes(wish.pane)) return false;
      if (!Number.isInteger(wish.offset) || wish.offset < 0 || wish.offset > pane.length) return false;
      state.pane = wish.pane;
      paneKind = kindOfPane(wish.pane);
      const row = app.canRead(pane) ? (wish.length === undefined ? leafCovering(pane.rows, wish.offset) : rowOfSpan(pane.rows, wish.offset, wish.length)) : -1;
      if (row >= 0) choose(pane, row, wish.offset);
      else { state.selection = null; state.octet = null; }
      state.view = "octets";
      draw();
      return row >= 0;
    },
    /** Opens the secrets at a quantity. */
    openSecret(name) {
      views.secrets.choose(name);
      app.show({ view: "secrets" });
    },
    /** Selects the field at a place that the search has found, and marks the very octets. */
    lookAt({ pane, offset, length }) {
      app.select({ pane: pane.id, offset, length }) || app.select({ pane: pane.id, offset });
      state.found = { pane: pane.id, offset, length };
      draw();
    },
    selectRow(id, row) {
      const pane = app.model.pane(id);
      state.pane = id;
      choose(pane, row, pane.rows[row].field.offset);
      draw();
    },
    /** Shows a packet of a run in the picture. */
    toPacket(run, number) {
      app.show({ run });
      const packet = app.model.packet(number);
      if (!app.goto(packet?.sent ?? packet?.received, true)) return;
      app.show({ level: levelOf(state.step) });
      app.toPicture();
    },
    /** Brings the picture and the step into sight, where an answer or a lesson stands above them. */
    toPicture() { document.querySelector(".body")?.scrollIntoView(); },
    steal(names) {
      state.stolen = new Set(names);
      draw();
    },
  };
  const firstBeyond = (steps, step) => { let a = 0, b = steps.length; while (a < b) { const m = (a + b) >> 1; if (steps[m] <= step) a = m + 1; else b = m; } return steps[a] || 0; };
  const lastBefore = (steps, step) => { let a = 0, b = steps.length; while (a < b) { const m = (a + b) >> 1; if (steps[m] < step) a = m + 1; else b = m; } return steps[a - 1] || 0; };
  /** Who steps through the run wants to see it: behind a long answer or a lesson it may stand beyond the window. */
  const seePicture = () => {
    const body = document.querySelector(".body"), box = body?.getBoundingClientRect?.();
    if (box && (box.top > innerHeight / 2 || box.bottom < innerHeight / 3)) app.toPicture();
  };
  const choose = (pane, row, octet) => {
    state.found = null;
    const { field } = pane.rows[row];
    state.selection = { pane: pane.id, offset: field.offset, length: field.length, field: field.name, row };
    state.octet = octet;
  };
  /** The kind of pane that was opened last: a message's record, its plaintext, or a packet. */
  let paneKind = "";
  const kindOfPane = (id) => id.replace(/\d+/, "");
  /** After a step the pane stays if it can; else one of the kind that was asked for takes its place, else the message. */
  const choosePane = () => {
    const ids = app.paneIds();
    if (!ids.includes(state.pane)) state.pane = ids.find((id) => kindOfPane(id) === paneKind) || ids.find((id) => id.startsWith("message-")) || ids[0] || null;
    if (state.selection && state.selection.pane !== state.pane) { state.selection = null; state.octet = null; }
  };

  /** The level that is open if it lists a step, else the first that does. */
  const levelOf = (step) => [state.level, ...levelNames].find((level) => app.sight().steps(level).includes(step)) || "all";
  const snapshot = () => ({ run: app.model.run.id, step: String(state.step), level: state.level, view: state.view, seat: state.seat, lang: state.lang, selection: state.selection });
  const openFragment = (fragment) => {
    const wish = readFragment(fragment);
    app.show(wish);
    if (wish.step && app.goto(wish.step) && !wish.level) app.show({ level: levelOf(state.step) });
    if (wish.at) {
      const { view } = state;
      app.select(wish.at);
      if (wish.view) app.show({ view });
    }
  };
  const address = keepAddress({ fragment: () => fragmentOf(snapshot()), query: () => serve?.query() || "", open: openFragment });
  const answer = makeAnswer(app), asking = makeAsking(app), controls = makeControls(app), picture = makePicture(app), list = makeStepList(app), panel = makeStepPanel(app), search = makeSearch(app);
  const views = {
    octets: makeOctetsView(app), ends: makeEndsView(app), stream: makeStreamView(app), secrets: makeSecretsView(app), knowledge: makeKnowledgeView(app), compare: makeCompareView(app),
  };
  const serve = offerDrop(app, (fresh, step) => {
    whole.runs = fresh.runs;
    whole.pairs = fresh.pairs;
    models = [];
    panesFor.key = "";
    // What a view has drawn it knows by the run's place. With the other run drawn first, each view draws the new one anew.
    if (whole.runs.length > 1) {
      Object.assign(state, { run: 1, selection: null });
      app.model = modelAt(1);
      state.step = Math.min(state.step, app.model.count);
      choosePane();
      draw();
      for (const view of Object.values(views)) view.draw();
      settleScrolls();
    }
    Object.assign(state, { run: 0, stolen: new Set(), selection: null });
    app.model = modelAt(0);
    state.step = Math.min(step, app.model.count);
    choosePane();
    draw(true);
  });
  let started = false, helpIn = "";
  const draw = (jump) => {
    if (!started) return;
    controls.draw();
    answer.draw();
    asking.draw();
    if (helpIn !== state.lang) { helpIn = state.lang; drawHelp(); }
    panel.draw();
    serve.draw();
    list.draw();
    picture.draw();
    views[state.view].draw();
    settleScrolls();
    address.changed(jump);
  };

  const told = (fold, machine) => ({ client: fold[machine].client, server: fold[machine].server });
  const values = (block) => Object.fromEntries(Object.entries(block).map(([name, held]) => [name, held.value]));
  const door = {
    contract: 1,
    get document() { return whole; },
    steps: (level) => Array.from(app.sight().steps(level || state.level)),
    goto: (step) => app.goto(step),
    next: () => app.next(),
    previous: () => app.previous(),
    show: (wish) => app.show(wish || {}),
    select: (wish) => app.select(wish),
    steal: (names) => app.steal(names),
    state() {
      const fold = app.model.fold(state.step), holdings = app.holdings(), { selection } = state;
      return {
        run: app.model.run.id, step: state.step, id: app.model.event(state.step).step, level: state.level, view: state.view, seat: state.seat, lang: state.lang, theme: state.theme,
        hash: fragmentOf(snapshot()), pane: state.pane, panes: [...app.paneIds()],
        selection: selection && { pane: selection.pane, offset: selection.offset, length: selection.length, field: selection.field },
        tcp: told(fold, "tcp"), tls: told(fold, "tls"), block: { client: values(fold.block.client), server: values(fold.block.server) },
        holdings: Object.fromEntries(Object.entries(holdings).map(([who, names]) => [who, [...names]])),
      };
    },
  };
  Object.defineProperty(window, "HandshakeSim", { value: door, configurable: true });

  useLanguage(state.lang);
  // A run with an attacker opens at the packet that its story chooses, else at the first that she sends: what comes before it is any connection. It opens
  // as a story, which has every packet: what an attack does to its victims is often a packet without a message.
  const hers = app.model.events.find((event) => event.who === "attacker" && event.kind === "sent"), decisive = app.model.packet(app.model.run.opens);
  state.step = decisive?.sent ?? decisive?.received ?? hers?.number ?? app.model.levelSteps("visit")[0];
  if (hers || decisive) state.level = "story";
  choosePane();
  started = true;
  controls.draw();
  answer.draw();
  picture.measure();
  openFragment(location.hash);
  listenToKeys(app);
  preparePaper(app);
  const lesson = document.getElementById("hs-lesson");
  // A link to a run means the run, not the text that stands before it.
  if (lesson && readFragment(location.hash).run) byId("hs-app").scrollIntoView();
  lesson?.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("[data-run][data-step]");
    if (!link) return;
    event.preventDefault();
    app.show({ run: link.getAttribute("data-run") });
    app.goto(link.getAttribute("data-step"), true);
    app.show({ level: levelOf(state.step) });
    byId("hs-app").scrollIntoView();
  });
  mark(document.documentElement, "data-ready", "true");
  performance.mark("hs-painted");
}
