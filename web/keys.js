// The keys. Single letters and digits can be switched off (WCAG 2.1.4) and never act in a field; arrows belong first to the part they are in.
import { byId, el, fill } from "./dom.js";
import { say } from "./words.js";

const viewKeys = { o: "octets", e: "ends", n: "stream", s: "secrets", w: "knowledge", d: "compare" };
const arrowOwners = "select,textarea,input,[role=tab],[role=tree],#hs-octets,#hs-found";

/**
 * Listens to the keyboard.
 * @param {any} app
 */
export function listenToKeys(app) {
  const help = byId("hs-help"), single = byId("hs-keys");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.matches?.("select,textarea,input:not([type=checkbox]):not([type=radio]):not([type=range])");
    const owned = target.closest?.(arrowOwners);
    const { key } = event;
    let done = true;
    if (key === "Escape") app.escape();
    else if (typing) return;
    else if (key === "PageDown") app.chapter(1);
    else if (key === "PageUp") app.chapter(-1);
    else if (!owned && (key === "ArrowRight" || key === "ArrowDown")) app.next();
    else if (!owned && (key === "ArrowLeft" || key === "ArrowUp")) app.previous();
    else if (!owned && key === "Home") app.first();
    else if (!owned && key === "End") app.last();
    else if (key.length !== 1 || !single.checked) done = false;
    else if (key === "j") app.next();
    else if (key === "k") app.previous();
    else if (/^[1-9]$/.test(key) && app.answers(Number(key))) done = true;
    else if (key === "1" || key === "2" || key === "3") app.show({ level: ["visit", "story", "all"][Number(key) - 1] });
    else if (key === "c") app.toCause();
    else if (key === "t") app.show({ seat: app.state.seat === "thief" ? "everything" : "thief" });
    else if (key === "l") app.nextLanguage();
    else if (key in viewKeys) app.show({ view: viewKeys[key] });
    else if (key === "/") byId("hs-search").focus();
    else if (key === "?") help.showModal();
    else done = false;
    if (done && key !== "Escape") event.preventDefault();
  });
}

/** The keys as rows of the help. */
export function drawHelp() {
  const rows = [["→ ↓ j", "next"], ["← ↑ k", "previous"], ["Home End", "ends"], ["PageUp PageDown", "chapters"], ["1 2 3", "levels"], ["o e n s w d", "views"], ["c", "cause"], ["t", "seat"], ["l", "language"], ["/", "search"], ["?", "help"], ["Esc", "escape"], ["Tab", "tab"]];
  fill(byId("hs-key-rows"), rows.map(([keys, name]) => el("tr", {}, el("td", {}, keys.split(" ").map((key, i) => [i ? " " : "", el("kbd", {}, key)])), el("td", {}, say("key." + name)))));
}
