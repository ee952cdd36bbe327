// Octets and fields of a pane, linked both ways: an octet selects the leaf that covers it, a field selects its octets.
import { el, byId, fill, mark, settleScrolls } from "./dom.js";
import { shown, citeAddress } from "./pointer.js";
import { virtualRows } from "./virtual.js";
import { visibleRows, rowsAbove, rowsOpenAtFirst } from "./tree.js";
import { messageName } from "./describe.js";
import { termOf, termPointer } from "./overlay.js";
import { say } from "./words.js";

// A tree begins with as many levels open as make no more rows than this; beyond the deepest step nothing is set in further.
const mostRowsAtFirst = 48, deepestStep = 14;

/** What a pane is called on its button. */
export function paneName(pane, sight) {
  if (pane.packet) return say("pane.packet", { number: pane.packet.number });
  const known = pane.name === "record" || pane.name === "plaintext" ? "pane." + pane.name : "pane.other";
  return say(known, { label: messageName(pane.message, sight), name: pane.name });
}

/** The layers of a packet with their sizes: headers and what of which message lies in its data. */
function layerBoxes(app, pane) {
  const { model } = app;
  const number = pane.packet ? pane.packet.number : pane.message.segments[0]?.packet;
  const packet = model.packet(number);
  if (!packet) return null;
  const box = (name, octets, whole, lit, go) => el(go ? "button" : "span",
    { class: "layer" + (lit ? " lit" : ""), type: go && "button", click: go || undefined, "data-pane": go ? name.id : undefined, "aria-pressed": go && String(lit) },
    name.text, el("span", { class: "layer-size" }, whole > octets ? say("pane.part", { count: octets, all: whole }) : octets));
  const headers = packet.fields.filter((field) => field.children && field.offset < packet.payload.offset && field.length)
    .map((field) => box({ text: { ip: say("layer.ip"), tcp: say("layer.tcp") }[field.name] || field.name }, field.length, 0, false, null));
  const records = (model.carried.get(number) || []).map((one) => {
    const message = model.message(one);
    const part = message.segments.find((segment) => segment.packet === number);
    const id = "message-" + one + "-" + (message.panes[0]?.name || "record");
    const offered = app.paneIds().includes(id);
    return box({ text: messageName(message, app.sight()), id }, part.length, message.stream?.length || part.length, !pane.packet && pane.message.number === one, offered ? () => app.openPane(id) : null);
  });
  const rest = packet.payload.length && !records.length ? box({ text: say("layer.data") }, packet.payload.length, 0, false, null) : null;
  return el("div", { class: "layers" }, el("span", { class: "layer-frame" }, headers, records, rest));
}

/** What a reader calls a field: the last part of its name, in words. */
export function plainName(name) {
  const words = name.slice(name.lastIndexOf(".") + 1).replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words[0].toUpperCase() + words.slice(1);
}

/** For each octet of a packet that belongs to a message, whether the message is an odd one or an even one of the packet. */
function carriedOctets(model, packet) {
  const out = new Map();
  (model.carried.get(packet.number) || []).forEach((number, nth) => {
    for (const { packet: of, offset, length } of model.message(number).segments) if (of === packet.number) for (let at = offset; at < offset + length; at++) out.set(at, nth % 2);
  });
  return out;
}

/**
 * The view of octets and fields.
 * @param {any} app
 */
export function makeOctetsView(app) {
  const panes = byId("hs-panes"), host = byId("hs-octets"), tree = byId("hs-fields"), note = byId("hs-octets-note"), which = byId("hs-selected");
  const body = byId("hs-octets-body");
  let pane = null, perRow = 16, paneKey = "", panesKey = "", selectionKey = "", open = new Set(), shownRows = [], readable = true, focusRow = 0, wide = 0, windowShape = "";

  const marksOf = () => {
    const { selection } = app.state;
    return selection && pane && selection.pane === pane.id ? selection : null;
  };
  const isFound = (at) => {
    const { found } = app.state;
    return !!found && !!pane && found.pane === pane.id && at >= found.offset && at < found.offset + found.length;
  };
  const octetRows = virtualRows(host, {
    row: 24, more: 3,
    build(index) {
      const from = index * perRow, to = Math.min(pane.length, from + perRow), chosen = marksOf();
      const cells = [], { carried } = pane;
      let plain = "";
      for (let at = from; at < to; at++) {
        const two = pane.bytes.slice(2 * at, 2 * at + 2), code = parseInt(two, 16);
        plain += code > 32 && code < 127 ? String.fromCharCode(code) : "·";
        const lit = chosen && at >= chosen.offset && at < chosen.offset + chosen.length;
        const found = isFound(at);
        cells.push(el("span", { class: "octet" + (at % 8 === 7 ? " eighth" : "") + (carried?.has(at) ? " carried-" + carried.get(at) : ""), "data-octet": at, "data-selected": lit, "data-found": found }, two));
      }
      return el("div", { class: "octet-row" }, el("span", { class: "octet-offset", "aria-hidden": "true" }, from.toString(16).padStart(4, "0")),
        el("span", { class: "octet-cells" }, cells), el("span", { class: "octet-plain", "aria-hidden": "true" }, plain));
    },
  });
  host.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-octet]");
    if (cell && pane) app.select({ pane: pane.id, offset: Number(cell.getAttribute("data-octet")) });
  });
  const fieldRows = virtualRows(tree, {
    row: 28, more: 4,
    build(index) {
      const at = shownRows[index], { field, pointer, depth, position, size, last } = pane.rows[at];
      const chosen = marksOf(), lit = !!chosen && chosen.row === at, parent = last > at;
      const address = field.cite && citeAddress(field.cite);
      const node = el("div", {
        class: "field", role: "treeitem", id: "hs-field-" + at, "data-field": field.name, "data-offset": field.offset, "data-length": field.length, "data-selected": lit,
        "aria-selected": String(lit), "aria-level": depth + 1, "aria-setsize": size, "aria-posinset": position, "aria-expanded": parent ? String(open.has(at)) : undefined,
        click: (event) => { if (!event.target.closest(".twist")) app.selectRow(pane.id, at); },
      },
      el("span", { class: "twist" + (parent ? " can" : ""), "aria-hidden": "true", click: parent ? () => toggle(at) : undefined }, parent ? (open.has(at) ? "▾" : "▸") : ""),
      shown(field.name, pointer + "/name", undefined, "span", { class: "field-name" }),
      el("span", { class: "field-text" }, field.text ? shown(termOf(app.model, field.text), termPointer(app.model, field.text, pointer + "/text")) : ""),
      el("span", { class: "field-rule" }, address ? shown(field.cite, pointer + "/cite", undefined, "span") : ""),
      el("span", { class: "field-span" }, field.offset + "+" + field.length));
      node.style.setProperty("--deep", String(Math.min(depth, deepestStep)));
      return node;
    },
  });
  const toggle = (at) => {
    if (open.has(at)) open.delete(at);
    else open.add(at);
    shownRows = visibleRows(pane.rows, open);
    fieldRows.reset(shownRows.length);
  };

  const drawPanes = () => {
    const { ids, of } = app.panesNow();
    const key = [app.model.index, ids.join(), of, app.state.step === of, app.state.pane, app.state.lang, app.sight().key].join();
    if (key === panesKey) return;
    panesKey = key;
    fill(panes, ids.map((id) => {
      const one = app.model.pane(id);
      return el("button", { type: "button", class: "pane-button", "data-pane": id, "aria-pressed": String(id === app.state.pane), click: () => app.openPane(id) },
        paneName(one, app.sight()), " ", el("span", { class: "quiet" }, one.length));
    }));
    mark(panes, "hidden", ids.length === 0);
    const current = app.state.pane && app.model.pane(app.state.pane);
    fill(byId("hs-layers"), current ? layerBoxes(app, current) : null);
  };

  /** How many octets a row has, from the room there is. */
  const fitRow = () => {
    const room = host.clientWidth;
    if (room) wide = room >= 470 ? 16 : 8;
  };
  new ResizeObserver(() => {
    const before = wide;
    fitRow();
    if (before && before !== wide) {
      drawPane();
      drawSelection();
      settleScrolls();
    }
  }).observe(body);

  const drawPane = () => {
    if (!wide) fitRow();
    const next = app.state.pane ? app.model.pane(app.state.pane) : null;
    readable = !next || app.canRead(next);
    const key = [app.model.index, next?.id, readable, wide, app.state.lang].join();
    if (key !== paneKey) {
      paneKey = key;
      pane = next && { ...next, carried: next.packet && carriedOctets(app.model, next.packet) };
      perRow = wide || 16;
      open = pane ? rowsOpenAtFirst(pane.rows, mostRowsAtFirst) : new Set();
      const visible = pane && readable;
      mark(body, "hidden", !visible);
      mark(host, "data-pane", pane ? pane.id : "");
      mark(host, "data-length", pane ? String(pane.length) : "0");
      mark(host, "class", perRow === 8 ? "octet-grid eight" : "octet-grid");
      const rows = visible ? Math.ceil(pane.length / perRow) : 0;
      shownRows = visible ? visibleRows(pane.rows, open) : [];
      mark(tree, "hidden", shownRows.length === 0);
      // The windows have other heights only if there are other rows to see. To ask for the height makes the browser lay the page out.
      const shape = [Math.min(rows, 9), visible, shownRows.length === 0].join();
      if (shape !== windowShape) {
        windowShape = shape;
        body.style.setProperty("--rows", String(Math.min(rows, 9)));
        octetRows.measure();
        fieldRows.measure();
      }
      octetRows.reset(rows);
      fieldRows.reset(shownRows.length);
      selectionKey = "";
    }
    const { of } = app.panesNow();
    if (!pane) fill(note, say("octets.none"));
    else if (!readable) fill(note, app.whyUnreadable(pane));
    else fill(note, of === app.state.step ? null : say(of < app.state.step ? "octets.of" : "octets.ahead", { number: of }));
    mark(note, "hidden", !note.textContent);
  };

  const drawSelection = () => {
    const chosen = marksOf();
    const key = chosen ? [chosen.pane, chosen.row, app.state.octet, app.state.found?.offset].join() : "none";
    if (key === selectionKey || !pane || !readable) return;
    selectionKey = key;
    if (chosen) {
      const above = rowsAbove(pane.rows, chosen.row).filter((at) => !open.has(at));
      if (above.length) {
        above.forEach((at) => open.add(at));
        shownRows = visibleRows(pane.rows, open);
        fieldRows.reset(shownRows.length);
      }
      octetRows.reveal(Math.floor(Math.max(0, Math.min(pane.length - 1, app.state.octet ?? chosen.offset)) / perRow));
      fieldRows.reveal(shownRows.indexOf(chosen.row));
      focusRow = chosen.row;
    }
    for (const row of octetRows.nodes.values()) {
      for (const cell of row.querySelectorAll("[data-octet]")) {
        const at = Number(cell.getAttribute("data-octet"));
        mark(cell, "data-selected", !!chosen && at >= chosen.offset && at < chosen.offset + chosen.length);
        mark(cell, "data-found", isFound(at));
      }
    }
    for (const [index, row] of fieldRows.nodes) {
      const lit = !!chosen && shownRows[index] === chosen.row;
      mark(row, "data-selected", lit);
      mark(row, "aria-selected", String(lit));
    }
    mark(tree, "aria-activedescendant", chosen ? "hs-field-" + chosen.row : null);
    const field = chosen && pane.rows[chosen.row].field;
    const { found } = app.state;
    const meaning = field && app.model.journal.glossary?.[field.meaning || field.name];
    fill(which, meaning && el("span", { class: "field-meaning" }, el("b", {}, plainName(field.name)), say("colon"), termOf(app.model, meaning)), el("span", {}, !field ? say("octets.hint")
      : found && found.pane === pane.id && found.length !== field.length ? say("octets.found", { from: found.offset, to: found.offset + found.length - 1, name: field.name, at: field.offset, last: field.offset + field.length - 1 })
      : say(field.length ? "octets.selected" : "octets.selectedNone", { name: field.name, from: field.offset, to: field.offset + field.length - 1, at: field.offset })));
  };

  host.addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }[event.key];
    if (!move || !pane || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const from = marksOf() ? app.state.octet ?? app.state.selection.offset : -move;
    const to = Math.max(0, Math.min(pane.length - 1, from + move));
    app.select({ pane: pane.id, offset: to });
  });
  tree.addEventListener("keydown", (event) => {
    if (!pane || !shownRows.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Math.max(0, shownRows.indexOf(focusRow)), row = pane.rows[shownRows[at]];
    let to = -1;
    if (event.key === "ArrowDown") to = shownRows[Math.min(shownRows.length - 1, at + (marksOf() ? 1 : 0))];
    else if (event.key === "ArrowUp") to = shownRows[Math.max(0, at - 1)];
    else if (event.key === "ArrowRight") { if (row.last > shownRows[at] && !open.has(shownRows[at])) toggle(shownRows[at]); else to = shownRows[Math.min(shownRows.length - 1, at + 1)]; }
    else if (event.key === "ArrowLeft") { if (row.last > shownRows[at] && open.has(shownRows[at])) toggle(shownRows[at]); else to = row.parent; }
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (to >= 0) app.selectRow(pane.id, to);
  });
  return {
    draw() {
      drawPanes();
      drawPane();
      drawSelection();
    },
  };
}
