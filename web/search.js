// Search in ids, names, remarks, citations, labels, and in octets written as hexadecimal digits.
import { el, byId, fill, mark } from "./dom.js";
import { headline, wordsOf, segmentName, messageName } from "./describe.js";
import { say } from "./words.js";

const mostFound = 60;

/** Every text of an event that a reader may look for, in lower case. */
function textOfEvent(model, event, lang) {
  const parts = [event.step, event.kind, event.who, event.cite, event.remark, event.title, event.about, event.secret, event.what, event.call, event.arguments, event.timer, event.to, event.from, event.alert, event.why];
  if (event.calculation) parts.push(event.calculation.name, event.calculation.formula);
  if (event.packet) { const packet = model.packet(event.packet); parts.push(packet?.label, packet && segmentName(model, packet)); }
  if (event.message) parts.push(messageName(model.message(event.message)));
  for (const member of ["remark", "title"]) parts.push(wordsOf(model, event, member, lang)?.text);
  return parts.filter(Boolean).join("\n").toLowerCase();
}

/**
 * The events that hold a text, in order.
 * @param {any} model
 * @param {string} query
 * @param {string} lang
 * @returns {number[]}
 */
export function findSteps(model, query, lang) {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [];
  const hex = wanted.replace(/[\s:]/g, "");
  const isHex = hex.length >= 6 && hex.length % 2 === 0 && /^[0-9a-f]+$/.test(hex);
  const inOctets = (bytes) => { for (let at = bytes.indexOf(hex); at >= 0; at = bytes.indexOf(hex, at + 1)) if (at % 2 === 0) return true; return false; };
  const out = [];
  for (const event of model.events) {
    if (String(event.number) === wanted.replace(/^#/, "") || textOfEvent(model, event, lang).includes(wanted)
      || (isHex && ((event.packet && inOctets(model.packet(event.packet)?.bytes || "")) || (event.value && inOctets(event.value))
        || (event.message && model.message(event.message)?.panes.some((pane) => inOctets(pane.bytes)))))) out.push(event.number);
  }
  return out;
}

/**
 * The field for the search and its results.
 * @param {any} app
 */
export function makeSearch(app) {
  const field = byId("hs-search"), found = byId("hs-found");
  const close = () => { found.hidden = true; };
  const look = () => {
    const numbers = findSteps(app.model, field.value, app.state.lang);
    mark(found, "data-count", String(numbers.length));
    found.hidden = !field.value.trim();
    fill(found, el("p", { class: "quiet", role: "status" }, numbers.length ? say("search.count", { count: numbers.length }) : say("search.none")),
      numbers.slice(0, mostFound).map((number) => {
        const event = app.model.event(number);
        return el("button", { type: "button", "data-step": number, class: "result", click: () => { close(); app.goto(number, true); } },
          el("span", { class: "row-number" }, number), el("span", { class: "row-text" }, headline(app.model, event, app.state.lang)), el("span", { class: "quiet" }, event.cite || event.step));
      }));
  };
  field.addEventListener("input", look);
  field.addEventListener("focus", () => { if (field.value.trim()) look(); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      const first = found.querySelector("[data-step]");
      if (first) { first.click(); field.blur(); }
    } else if (event.key === "Escape") { close(); field.blur(); }
    else if (event.key === "ArrowDown") { found.querySelector("[data-step]")?.focus(); event.preventDefault(); }
  });
  found.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") { close(); field.focus(); }
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...found.querySelectorAll("[data-step]")], at = all.indexOf(document.activeElement) + by;
    (all[at] || field).focus();
  });
  document.addEventListener("click", (event) => { if (!found.contains(event.target) && event.target !== field) close(); });
  return { close };
}
