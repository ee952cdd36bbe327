// The search over all pages of the site. Their words stand in this page: nothing is asked of the network.
import { el, write } from "./dom.js";
import { excerptOf, lookUp } from "./lookup.js";

const mostPlaces = 60;

startFinder();

function startFinder() {
  const pages = JSON.parse(document.getElementById("hs-pages").textContent).pages;
  const field = document.getElementById("hs-find"), said = document.getElementById("hs-said"), list = document.getElementById("hs-found");
  const show = () => {
    const query = field.value, found = query.trim().length > 1 ? lookUp(pages, query) : [];
    while (list.firstChild) list.removeChild(list.firstChild);
    for (const { page, part } of found.slice(0, mostPlaces)) {
      const link = el("a", { href: page.path }, page.title);
      list.appendChild(el("li", {}, link, part.head ? " · " + part.head : "", el("p", {}, excerptOf(part.text, query))));
    }
    const count = found.length === 1 ? "1 place" : found.length + " places";
    write(said, query.trim().length < 2 ? "" : found.length > mostPlaces ? count + ". The first " + mostPlaces + " are shown." : count + ".");
  };
  field.addEventListener("input", show);
  field.focus();
  show();
}
