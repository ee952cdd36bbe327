// The keys. A key belongs first to what has the focus, and scrolling is the browser's. Single letters and digits can be switched off
// (WCAG 2.1.4) and never act in a field.
import { byId, el, fill } from "./dom.js";
import { say } from "./words.js";

const viewKeys = { o: "octets", e: "ends", n: "stream", s: "secrets", w: "knowledge", d: "compare" };
const arrowOwners = "select,textarea,input,[role=tab],[role=tree],#hs-octets,#hs-found";
// In the picture, in the list of steps and in the bar every key of the run steps through it.
const runOwners = "#hs-scroll,#hs-steps,.bar";
const scrollers = "#hs-step,.view,#hs-answer,#hs-lesson";
const scrollKeys = ["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"];

/** Whether an element or the whole page is longer than its window. */
const isLong = (node, room) => !!node && node.scrollHeight > room + 1;

/** Whether a key that scrolls would scroll what has the focus, or the page around it. */
function scrollsThere(target) {
  for (let node = target.closest?.(scrollers); node; node = node.parentElement?.closest(scrollers)) if (isLong(node, node.clientHeight)) return true;
  const page = document.scrollingElement;
  return isLong(page, page?.clientHeight);
}

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
    const isRun = !!target.closest?.(runOwners), isText = !target.closest?.("#hs-app") && !!target.closest?.("#hs-lesson,#hs-more");
    if (!isRun && !typing && scrollKeys.includes(key) && (isText || scrollsThere(target))) return;
    // With the focus nowhere, a step that a key asks for takes it to the list of steps: the next keys belong to the run.
    const enter = () => { if (target === document.body) byId("hs-steps").focus({ preventScroll: true }); };
    let done = true;
    if (key === "Escape") app.escape();
    else if (typing) return;
    else if (key === "PageDown") app.chapter(1);
    else if (key === "PageUp") app.chapter(-1);
    else if (isText && key.startsWith("Arrow")) return;
    else if (!owned && (key === "ArrowRight" || key === "ArrowDown")) enter(), app.next();
    else if (!owned && (key === "ArrowLeft" || key === "ArrowUp")) enter(), app.previous();
    else if (!owned && key === "Home") app.first();
    else if (!owned && key === "End") app.last();
    else if (key.length !== 1 || !single.checked) done = false;
    else if (key === "j") enter(), app.next();
    else if (key === "k") enter(), app.previous();
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
