// The search over all pages of the site. Their words stand in this page: nothing is asked of the network.
import { el, write } from "./dom.js";
import { excerptOf, lookUp } from "./lookup.js";
import { ownWords } from "./tongue.js";

const mostPlaces = 60;
const placeWords = {
  en: { count: (places) => (places === 1 ? "1 place." : places + " places."), shown: (most) => " The first " + most + " are shown." },
  zh: { count: (places) => places + " 处。", shown: (most) => "显示前 " + most + " 处。" },
};

startFinder();

function startFinder() {
  const said = ownWords(placeWords), pages = JSON.parse(document.getElementById("hs-pages").textContent).pages;
  const field = document.getElementById("hs-find"), status = document.getElementById("hs-said"), list = document.getElementById("hs-found");
  // One Han character is a word.
  const least = (query) => (/\p{Script=Han}/u.test(query) ? 1 : 2);
  const show = () => {
    const query = field.value, found = query.trim().length >= least(query) ? lookUp(pages, query) : [];
    while (list.firstChild) list.removeChild(list.firstChild);
    for (const { page, part } of found.slice(0, mostPlaces)) {
      const link = el("a", { href: page.path }, page.title);
      list.appendChild(el("li", {}, link, part.head ? " · " + part.head : "", el("p", {}, excerptOf(part.text, query))));
    }
    write(status, query.trim().length < least(query) ? "" : said.count(found.length) + (found.length > mostPlaces ? said.shown(mostPlaces) : ""));
  };
  field.addEventListener("input", show);
  field.focus();
  show();
}
