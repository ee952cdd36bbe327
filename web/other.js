// The link from a page to itself in the other language: it leads to the place where the reader is.

/** The heading that is read: the last one above the middle of the window; none where the run is in sight. */
function headingInSight() {
  const run = document.getElementById("hs-app");
  if (run && run.getBoundingClientRect().top < innerHeight / 2 && run.getBoundingClientRect().bottom > innerHeight / 2) return "";
  const headings = [...document.querySelectorAll("#hs-lesson :is(h1, h2, h3, h4)[id]")];
  return headings.filter((one) => one.getBoundingClientRect().top < innerHeight / 2).pop()?.id || "";
}

/**
 * The fragment that a link to the other language hands on: a heading, or a state of the page in that language.
 * @param {string} heading the id of the heading that is read; empty for none
 * @param {string} fragment that of the page
 * @param {string} tag the language to which the link leads
 * @returns {string}
 */
export function fragmentForOther(heading, fragment, tag) {
  if (heading) return "#" + heading;
  return fragment.replace(/([#&]lang=)[^&]*/, (whole, name) => name + tag.split("-")[0]);
}

/** Makes the links hand the place on. */
export function handPlaceOn() {
  for (const link of document.querySelectorAll("a[hreflang]")) {
    const path = link.getAttribute("href") || "";
    const aim = () => link.setAttribute("href", path + fragmentForOther(headingInSight(), location.hash, link.getAttribute("hreflang") || ""));
    for (const kind of ["pointerdown", "focus", "click"]) link.addEventListener(kind, aim);
  }
}
