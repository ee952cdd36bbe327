// The controls of the head and of the foot: run, seat, language, colours, level, tabs, back, next, slider.
import { el, byId, fill, mark, write } from "./dom.js";
import { lastNotBeyond } from "./model.js";
import { inkOf, seatName } from "./describe.js";
import { saidOf, termOf, termPointer } from "./overlay.js";
import { seatsOf, standsOnPath } from "./seat.js";
import { say, languageName, putWords, widthOf } from "./words.js";

// How long a step stands when the page steps by itself: long enough to read it.
const shortestPause = 1600, pauseOfWord = 230, longestPause = 12000;

/** How many words a text has; two Han characters are a word. */
function wordsIn(text) { return text.split(" ").length + (widthOf(text) - text.length) / 2; }

/** The button that steps by itself until the last step, or until a key or a click says otherwise. */
function makePlay(app, button) {
  let timer = 0;
  const name = () => write(button, say(timer ? "pause" : "play"));
  const stop = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    name();
  };
  const step = () => {
    const before = app.state.step;
    app.next();
    if (app.state.step === before) return stop();
    const event = app.model.event(app.state.step), words = wordsIn(app.words(event, "remark") || app.headline(event));
    timer = setTimeout(step, Math.min(longestPause, shortestPause + words * pauseOfWord));
    name();
  };
  button.addEventListener("click", () => (timer ? stop() : step()));
  for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, (event) => { if (event.target !== button) stop(); });
  return name;
}

/**
 * The controls of the page.
 * @param {any} app
 */
export function makeControls(app) {
  const title = byId("hs-title"), settings = byId("hs-settings"), runs = byId("hs-run"), seat = byId("hs-seat"), lang = byId("hs-lang"), theme = byId("hs-theme");
  const scrub = byId("hs-scrub"), place = byId("hs-place"), previous = byId("hs-prev"), next = byId("hs-next");
  const levels = [...document.querySelectorAll("input[name=hs-level]")], tabs = [...document.querySelectorAll("[role=tab][data-view]")];
  const namePlay = makePlay(app, byId("hs-play"));
  let key = "";
  const options = (select, list) => fill(select, list.map(([value, text]) => el("option", { value }, text)));
  const build = () => {
    const { model, document: whole, state } = app;
    putWords(document);
    namePlay();
    const { journal, run } = model, at = "/runs/" + model.index;
    const said = saidOf(run), place = said === run ? at : at + "/said/" + state.lang, other = run.words?.[state.lang]?.title;
    title.textContent = "";
    title.append(el("span", { "data-ptr": said.title ? place + "/title" : other ? at + "/words/" + state.lang + "/title" : model.base + "/title" }, said.title || other || journal.title));
    document.title = title.textContent;
    fill(settings, said.about ? el("span", { "data-ptr": place + "/about" }, said.about) : (journal.settings || []).map((one, i) => el("span", { class: "setting" }, el("span", { class: "setting-name" }, termOf(model, one.name)), " ",
      el("span", { "data-ptr": termPointer(model, one.value, model.base + "/settings/" + i + "/value") }, termOf(model, one.value)))));
    options(runs, whole.runs.map((run) => [run.id, saidOf(run).label]));
    options(seat, seatsOf(model).map((who) => [who, seatName(model, who)]));
    options(lang, whole.languages.map((tag) => [tag, languageName(tag)]));
    options(theme, ["auto", "light", "dark"].map((name) => [name, say("theme." + name)]));
    mark(runs.parentElement, "hidden", whole.runs.length < 2);
    mark(lang.parentElement, "hidden", whole.languages.length < 2);
    mark(byId("hs-tab-compare"), "hidden", whole.runs.length < 2);
    mark(byId("hs-tab-compare"), "role", whole.runs.length < 2 ? null : "tab");
  };
  /** On a narrow screen the chosen tab may stand beyond the edge. */
  const reveal = (tab) => {
    const row = tab.parentElement;
    if (row.scrollWidth > row.clientWidth) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  };
  runs.addEventListener("change", () => app.show({ run: runs.value }));
  seat.addEventListener("change", () => app.show({ seat: seat.value }));
  lang.addEventListener("change", () => app.show({ lang: lang.value }));
  theme.addEventListener("change", () => app.show({ theme: theme.value }));
  for (const level of levels) level.addEventListener("change", () => app.show({ level: level.value }));
  previous.addEventListener("click", () => app.previous());
  next.addEventListener("click", () => app.next());
  scrub.addEventListener("input", () => app.goto(app.sight().steps(app.state.level)[Number(scrub.value)]));
  byId("hs-help-open").addEventListener("click", () => byId("hs-help").showModal());
  byId("hs-help-close").addEventListener("click", () => byId("hs-help").close());
  tabs.forEach((tab) => {
    tab.addEventListener("click", () => app.show({ view: tab.getAttribute("data-view") }));
    tab.addEventListener("keydown", (event) => {
      const offered = tabs.filter((one) => !one.hidden), by = { ArrowRight: 1, ArrowLeft: -1, Home: -offered.indexOf(tab), End: offered.length - 1 - offered.indexOf(tab) }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const to = offered[(offered.indexOf(tab) + by + offered.length) % offered.length];
      app.show({ view: to.getAttribute("data-view") });
      to.focus();
    });
  });
  return {
    draw() {
      const { state, model } = app;
      const wanted = [model.index, state.lang, app.document.runs.length].join();
      if (wanted !== key) {
        key = wanted;
        build();
      }
      runs.value = model.run.id;
      seat.value = state.seat;
      write(byId("hs-seat-note"), state.seat === "everything" ? "" : say("seatNote." + (standsOnPath(model, state.seat) ? "path" : inkOf(model, state.seat))));
      lang.value = state.lang;
      theme.value = state.theme;
      mark(document.documentElement, "data-theme", state.theme === "auto" ? null : state.theme);
      mark(document.documentElement, "lang", say("language.tag"));
      for (const level of levels) level.checked = level.value === state.level;
      for (const tab of tabs) {
        const on = tab.getAttribute("data-view") === state.view;
        if (on && tab.getAttribute("aria-selected") === "false") reveal(tab);
        mark(tab, "aria-selected", String(on));
        mark(tab, "tabindex", on ? "0" : "-1");
        mark(byId("hs-view-" + tab.getAttribute("data-view")), "hidden", !on);
      }
      const steps = app.sight().steps(state.level), at = lastNotBeyond(steps, state.step);
      mark(scrub, "max", String(steps.length - 1));
      scrub.value = String(Math.max(0, at));
      scrub.style.setProperty("--share", (steps.length > 1 ? (Math.max(0, at) / (steps.length - 1)) * 100 : 100) + "%");
      mark(scrub, "aria-valuetext", say("scrub.value", { at: at + 1, count: steps.length, text: app.headline(model.event(state.step)) }));
      write(place, say("scrub.of", { at: at + 1, count: steps.length }));
      mark(previous, "aria-disabled", steps[0] >= state.step ? "true" : null);   // it stays a stop of Tab
      mark(next, "aria-disabled", steps[steps.length - 1] <= state.step ? "true" : null);
    },
  };
}
