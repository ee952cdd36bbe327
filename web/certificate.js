// Certificates: octets, fields and their sentences, linked all ways.
import { mark, write } from "./dom.js";
import { startReport, moveTabStop } from "./report.js";

/**
 * Links the octets of one certificate with its fields.
 * @param {any} part the section
 */
function linkCertificate(part) {
  const items = [...part.querySelectorAll("[role=treeitem]")], pieces = [...part.querySelectorAll(".octets [data-of]")];
  const octets = part.querySelector(".octets"), place = part.querySelector(".selected");
  let chosen = -1, focused = null;
  const within = (room, node) => {
    const box = room.getBoundingClientRect(), own = node.getBoundingClientRect();
    if (own.top < box.top) room.scrollTop -= box.top - own.top + 24;
    else if (own.bottom > box.bottom) room.scrollTop += Math.min(own.top - box.top, own.bottom - box.bottom) + 24;
  };
  const select = (at, fromOctets) => {
    if (at === chosen || !items[at]) return;
    if (items[chosen]) {
      mark(items[chosen], "aria-selected", "false");
      mark(items[chosen], "data-selected", null);
    }
    chosen = at;
    const item = items[at], last = Number(item.getAttribute("data-last"));
    mark(item, "aria-selected", "true");
    mark(item, "data-selected", true);
    moveTabStop(item, focused);
    focused = item;
    let first = null;
    for (const piece of pieces) {
      const of = Number(piece.getAttribute("data-of")), lit = of >= at && of <= last;
      mark(piece, "data-selected", lit);
      if (lit && !first) first = piece;
    }
    if (first) within(octets, first);
    if (fromOctets) within(part.querySelector(".fields"), item.firstElementChild);
    write(place, item.getAttribute("data-place"));
  };
  if (items.length) moveTabStop(items[0], null);
  focused = items[0];
  part.querySelector(".fields").addEventListener("click", (event) => {
    const item = event.target.closest("[role=treeitem]");
    if (item) select(items.indexOf(item), false);
  });
  part.querySelector(".fields").addEventListener("focusin", (event) => {
    if (event.target.matches("[role=treeitem]")) select(items.indexOf(event.target), false);
  });
  part.querySelector(".fields").addEventListener("keydown", (event) => {
    const at = items.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowLeft: items.indexOf(event.target.parentElement?.closest("[role=treeitem]")), Home: 0, End: items.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    items[to]?.focus();
  });
  octets.addEventListener("click", (event) => {
    const piece = event.target.closest("[data-of]");
    if (piece) select(Number(piece.getAttribute("data-of")), true);
  });
  octets.addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = pieces.findIndex((piece) => Number(piece.getAttribute("data-of")) === chosen);
    let to = at < 0 ? 0 : at + move;
    while (pieces[to] && Number(pieces[to].getAttribute("data-of")) === chosen) to += move;
    if (pieces[to]) select(Number(pieces[to].getAttribute("data-of")), true);
  });
}

startReport();
for (const part of document.querySelectorAll(".certificate")) linkCertificate(part);
