// The table of policies: filters, and the reasons of the cell that is pointed at.
import { fill, mark, write } from "./dom.js";
import { startReport, moveTabStop } from "./report.js";
import { ownWords } from "./tongue.js";

const byName = (id) => /** @type {any} */ (document.getElementById(id));
const countWords = {
  en: (rows, allRows, columns, allColumns) => rows + " of " + allRows + " rows, " + columns + " of " + allColumns + " policies",
  zh: (rows, allRows, columns, allColumns) => allRows + " 行中的 " + rows + " 行，" + allColumns + " 个策略中的 " + columns + " 个",
};
const tableRows = () => [...document.querySelectorAll(".matrix tbody tr")];

/** Shows what the three filters leave. */
function filterTable() {
  const rowText = byName("matrix-rows").value.trim().toLowerCase(), columnText = byName("matrix-columns").value.trim().toLowerCase();
  const only = byName("matrix-only").checked;
  const heads = [...document.querySelectorAll(".matrix th[data-column]")];
  const fits = (node, wish) => !wish || (node.getAttribute("data-name") || "").toLowerCase().includes(wish);
  const columns = new Set(heads.filter((head) => fits(head, columnText)).map((head) => head.getAttribute("data-column")));
  const rows = tableRows().filter((row) => fits(row, rowText));
  const differs = (row, among) => [...row.querySelectorAll("td[data-differs]")].some((cell) => among.has(cell.getAttribute("data-column")));
  const shownRows = new Set(only ? rows.filter((row) => differs(row, columns)) : rows);
  if (only) {
    const used = new Set();
    for (const row of shownRows) for (const cell of row.querySelectorAll("td[data-differs]")) used.add(cell.getAttribute("data-column"));
    for (const column of [...columns]) if (!used.has(column)) columns.delete(column);
  }
  for (const row of tableRows()) {
    mark(row, "hidden", !shownRows.has(row));
    for (const cell of row.querySelectorAll("td")) mark(cell, "hidden", !columns.has(cell.getAttribute("data-column")));
    const reasons = document.getElementById(row.getAttribute("data-reasons") || "");
    if (reasons) mark(reasons, "hidden", !shownRows.has(row));
  }
  for (const head of heads) mark(head, "hidden", !columns.has(head.getAttribute("data-column")));
  for (const group of document.querySelectorAll(".matrix [data-first]")) {
    const first = Number(group.getAttribute("data-first")), last = Number(group.getAttribute("data-last"));
    let count = 0;
    for (let at = first; at <= last; at++) if (columns.has(String(at))) count++;
    mark(group, "hidden", count === 0);
    if (count) mark(group, "colspan", String(count));
  }
  mark(byName("matrix-table"), "data-only", only);
  write(byName("matrix-count"), ownWords(countWords)(shownRows.size, tableRows().length, columns.size, heads.length));
}

/** The cells' links: one stop of Tab, arrow keys between them, and their reasons beside the table. */
function walkTable() {
  const table = byName("matrix-table"), panel = byName("matrix-reason");
  const links = [...table.querySelectorAll("td a")];
  let stop = null, shown = null;
  for (const link of links) link.tabIndex = -1;
  const take = (link) => {
    moveTabStop(link, stop);
    stop = link;
  };
  const show = (link) => {
    if (!link || link === shown) return;
    if (shown) mark(shown.parentElement, "data-current", null);
    shown = link;
    mark(link.parentElement, "data-current", true);
    const reasons = document.getElementById((link.getAttribute("href") || "").slice(1));
    if (!reasons) return;
    const head = document.createElement("p");
    head.className = "reason-place";
    write(head, link.getAttribute("aria-label"));
    const copy = /** @type {HTMLElement} */ (reasons.cloneNode(true));
    copy.removeAttribute("id");
    fill(panel, head, [...copy.children]);
    panel.scrollTop = 0;
  };
  if (links.length) take(links[0]);
  table.addEventListener("pointerover", (event) => show(event.target.closest("td a") || event.target.closest("td")?.querySelector("a")));
  table.addEventListener("focusin", (event) => {
    const link = event.target.closest("td a");
    if (!link) return;
    take(link);
    show(link);
  });
  table.addEventListener("click", (event) => {
    const link = event.target.closest("td")?.querySelector("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.focus();
  });
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td");
    const move = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], Home: [0, -Infinity], End: [0, Infinity] }[event.key];
    if (!cell || !move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const rows = tableRows().filter((row) => !row.hidden), row = cell.parentElement;
    const line = rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(row) + move[0]))];
    const cells = [...line.children].filter((one) => one.tagName === "TD" && !one.hidden);
    const at = cells.findIndex((one) => one.getAttribute("data-column") === cell.getAttribute("data-column"));
    let to = Math.max(0, Math.min(cells.length - 1, at + move[1]));
    // A cell without a verdict has no reasons: on to the next one that has some.
    while (cells[to] && !cells[to].querySelector("a") && move[1]) to += Math.sign(move[1]);
    cells[to]?.querySelector("a")?.focus();
  });
}

for (const id of ["matrix-rows", "matrix-columns", "matrix-only"]) byName(id).addEventListener("input", filterTable);
startReport();
walkTable();
filterTable();
