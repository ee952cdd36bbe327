// Search in ids, names, remarks, citations, labels, and in octets written as hexadecimal digits.
import { el, byId, fill, mark } from "./dom.js";
import { headline, wordsOf, segmentName, messageName } from "./describe.js";
import { wholeSight } from "./seat.js";
import { leafCovering } from "./tree.js";
import { foldText, foldedQuery } from "./fold.js";
import { say } from "./words.js";

const mostFound = 60, mostPlaces = 10, mostOfMessage = 3;

/** Every text of an event that a reader may look for, in lower case. */
function textOfEvent(model, event, lang, sight) {
  const seen = sight.shows(event);
  if (!seen) return "";
  const parts = [headline(model, event, lang, sight), event.kind, event.who];
  if (seen === "all") parts.push(event.step, event.cite, event.title, event.about, event.secret, event.what, event.call, event.arguments, event.timer, event.to, event.from, event.alert, event.why);
  if (seen === "all" && event.calculation) parts.push(event.calculation.name, event.calculation.formula);
  if (event.packet) { const packet = model.packet(event.packet); parts.push(packet?.label, packet && segmentName(model, packet, sight)); }
  if (event.message) parts.push(messageName(model.message(event.message), seen === "all" ? undefined : sight));
  for (const member of ["remark", "title"]) parts.push(wordsOf(model, event, member, lang, sight)?.text);
  return parts.filter(Boolean).join("\n").toLowerCase();
}

/** The words of a query, without the ending of a possessor: "server's signature" asks for both words. */
function wordsAsked(query) {
  return query.toLowerCase().split(/\s+/).map((word) => word.replace(/['’]s$/, "")).filter(Boolean);
}

/**
 * The events that hold a text or all its words, in order.
 * @param {any} model
 * @param {string} query
 * @param {string} lang
 * @param {any} [sight] what the seat sees
 * @returns {number[]}
 */
export function findSteps(model, query, lang, sight = wholeSight(model)) {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [];
  const hex = wanted.replace(/[\s:]/g, "");
  const isHex = hex.length >= 6 && hex.length % 2 === 0 && /^[0-9a-f]+$/.test(hex);
  const inOctets = (bytes) => { for (let at = bytes.indexOf(hex); at >= 0; at = bytes.indexOf(hex, at + 1)) if (at % 2 === 0) return true; return false; };
  const out = [], words = wordsAsked(wanted), folded = wanted.length > 2 ? foldText(wanted) : "", asked = foldedQuery(wanted);
  /** Whether a text has the words in another spelling: other hyphens, other endings, without the small words of a question. */
  const isSpelledOtherwise = (text) => {
    if (!folded) return false;
    const plain = foldText(text);
    return plain.includes(folded) || (asked.length > 1 && asked.every((word) => plain.includes(word)));
  };
  for (const event of model.events) {
    const seen = sight.shows(event), message = event.message && model.message(event.message);
    if (!seen) continue;
    const text = textOfEvent(model, event, lang, sight);
    if (String(event.number) === wanted.replace(/^#/, "") || text.includes(wanted) || (words.length > 1 && words.every((word) => text.includes(word))) || isSpelledOtherwise(text)
      || (isHex && ((event.packet && inOctets(model.packet(event.packet)?.bytes || "")) || (event.value && inOctets(event.value))
        || (message && message.panes.some((pane) => sight.canRead({ ...pane, message }) && inOctets(pane.bytes)))))) out.push(event.number);
  }
  return out;
}

/**
 * Where the octets of messages hold a text, or else a field has it in its name or value: the first places in each message, each with the name
 * of the field. Places that the seat cannot read are left out.
 * @param {any} model
 * @param {string} query
 * @param {(pane: any) => boolean} canRead
 * @param {(message: any) => boolean} [hasSeen]
 * @returns {{pane: any, offset: number, length: number, name: string, text?: string}[]}
 */
export function findOctets(model, query, canRead, hasSeen = () => true) {
  // "server's signature" asks for a signature in what the server writes.
  const words = wordsAsked(query), who = words.length > 1 && ["client", "server"].find((one) => words.includes(one)), rest = words.filter((word) => word !== who).join(" ");
  const wanted = query.trim(), low = who ? rest : wanted.toLowerCase(), out = [];
  const isName = (text) => text.includes(low) || (low.includes(" ") && text.includes(low.replaceAll(" ", "_")));
  if (wanted.length < 3 || /^[#\d.]+$/.test(wanted)) return out;
  const hex = [...new TextEncoder().encode(wanted)].map((octet) => octet.toString(16).padStart(2, "0")).join("");
  for (const message of model.journal.messages) {
    if (!hasSeen(message) || (who && message.who !== who)) continue;
    for (const name of ["plaintext", "record"]) {
      const pane = message.panes.some((one) => one.name === name && one.bytes) && model.pane("message-" + message.number + "-" + name);
      if (!pane || !canRead(pane)) continue;
      const places = [];
      for (let at = pane.bytes.indexOf(hex); at >= 0 && places.length < mostOfMessage; at = pane.bytes.indexOf(hex, at + 1)) {
        if (at % 2) continue;
        places.push({ pane, offset: at / 2, length: hex.length / 2, text: JSON.stringify(wanted), name: pane.rows[leafCovering(pane.rows, at / 2)]?.field.name || "" });
      }
      const fields = pane.rows.filter((row, i) => row.last === i && (isName(row.field.name.toLowerCase()) || String(row.field.text || "").toLowerCase().includes(low)));
      // What is in a field says more than the header before it.
      fields.sort((a, b) => Number(a.field.name.endsWith(".header")) - Number(b.field.name.endsWith(".header")));
      if (!places.length) for (const { field } of fields.slice(0, mostOfMessage)) places.push({ pane, offset: field.offset, length: field.length, name: field.name });
      if (!places.length) continue;
      out.push(...places);
      break;
    }
    if (out.length >= mostPlaces) break;
  }
  return out;
}

/**
 * The field for the search and its results.
 * @param {any} app
 */
export function makeSearch(app) {
  const field = byId("hs-search"), found = byId("hs-found");
  let went = "", turn = 0;
  const close = () => { found.hidden = true; };
  const look = () => {
    // What says it in its headline comes before what says it somewhere.
    const low = field.value.trim().toLowerCase(), sight = app.sight(), inHeadline = (number) => app.headline(app.model.event(number)).toLowerCase().includes(low);
    const matches = findSteps(app.model, field.value, app.state.lang, sight), asked = wordsAsked(low), who = asked.length > 1 && ["client", "server"].find((one) => asked.includes(one));
    const near = (number) => inHeadline(number) || (who && app.model.event(number).who === who && asked.every((word) => word === who || (app.headline(app.model.event(number)) + app.model.event(number).step).toLowerCase().includes(word)));
    const first = new Set(matches.slice(0, 2000).filter(near));
    const numbers = [...first, ...matches.filter((number) => !first.has(number))];
    mark(found, "data-count", String(numbers.length));
    found.hidden = !field.value.trim();
    const places = findOctets(app.model, field.value, app.canRead, sight.hasSeen);
    const span = (place) => say(place.length > 1 ? "search.span" : "search.octet", { name: place.text ? say("search.in", place) : place.name, from: place.offset, to: place.offset + place.length - 1 });
    const placeRows = places.map((place) => [place, sight.stepOf(place.pane.message)]).map(([place, step]) => el("button", { type: "button", "data-step": step, class: "result", click: () => { close(); app.goto(step, true); app.lookAt(place); } },
      el("span", { class: "row-number" }, step), el("span", { class: "row-text" }, span(place)), el("span", { class: "quiet" }, messageName(place.pane.message, sight))));
    const stepRows = numbers.slice(0, mostFound).map((number) => {
      const event = app.model.event(number);
      return el("button", { type: "button", "data-step": number, class: "result", click: () => { close(); app.goto(number, true); } },
        el("span", { class: "row-number" }, number), el("span", { class: "row-text" }, app.headline(event)), el("span", { class: "quiet" }, sight.shows(event) === "all" && (event.cite || event.step)));
    });
    fill(found, el("p", { class: "quiet", role: "status" }, numbers.length || places.length ? say("search.count", { count: numbers.length + places.length }) : say("search.none")),
      // Where a party is asked for, what it does comes before the octets.
      who && first.size ? [stepRows.slice(0, first.size), placeRows, stepRows.slice(first.size)] : [placeRows, stepRows]);
  };
  field.addEventListener("input", look);
  field.addEventListener("focus", () => { if (field.value.trim()) look(); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      // Enter goes to the first result, and with the same words again to the next one.
      const all = found.querySelectorAll("[data-step]");
      turn = field.value === went ? (turn + 1) % (all.length || 1) : 0;
      went = field.value;
      if (all[turn]) { all[turn].click(); field.blur(); }
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
  return { close, clear() { close(); fill(found); } };
}
