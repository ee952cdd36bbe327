// A list through which a reader walks: of the museum, the clinic, the glossary. The whole list stands in the page; this leaves of it what has
// the words and the kinds that are asked for.
import { mark, write } from "./dom.js";
import { foldText } from "./fold.js";
import { isMeant } from "./lookup.js";
import { handPlaceOn } from "./other.js";
import { ownWords } from "./tongue.js";

const hallWords = { en: (left, whole) => left + " of " + whole, zh: (left, whole) => left + " / " + whole };

startHall();

function startHall() {
  const form = document.getElementById("hs-filter"), words = document.getElementById("hs-words"), count = document.getElementById("hs-count");
  const choices = [...form.querySelectorAll("select")];
  const parts = [...document.querySelectorAll("section.hall")].map((section) => ({
    section, entries: [...section.querySelectorAll(":scope > ul > li")].map((node) => ({ node, text: foldText(node.textContent), kinds: (node.getAttribute("data-kinds") || "").split(" ") })),
  }));
  const whole = parts.reduce((sum, part) => sum + part.entries.length, 0);
  const show = () => {
    const query = words.value, wanted = choices.map((choice) => choice.value).filter(Boolean);
    let left = 0;
    for (const { section, entries } of parts) {
      let here = 0;
      for (const { node, text, kinds } of entries) {
        const stays = wanted.every((kind) => kinds.includes(kind)) && (!query.trim() || isMeant(text, query));
        mark(node, "hidden", !stays);
        if (stays) here++;
      }
      mark(section, "hidden", !here);
      left += here;
    }
    const name = (number) => number + " " + count.getAttribute(number === 1 ? "data-one" : "data-many");
    write(count, left === whole ? name(whole) : ownWords(hallWords)(left, name(whole)));
  };
  const open = () => {
    // A link to an entry shows it, whatever is asked for.
    const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    if (!target?.closest("[hidden]")) return;
    form.reset();
    show();
    target.scrollIntoView();
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    document.querySelector("section.hall:not([hidden]) li:not([hidden]) a")?.focus();
  });
  words.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !words.value) return;
    event.preventDefault();
    words.value = "";
    show();
  });
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(/** @type {Element} */ (target).tagName)) return;
    event.preventDefault();
    words.focus();
  });
  window.addEventListener("hashchange", open);
  mark(document.documentElement, "data-live", true);
  show();
  open();
  handPlaceOn();
}
