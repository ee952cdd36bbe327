// The only place that makes elements. Text from a run becomes text nodes and nothing else; the page's policy (Trusted Types)
// makes the browser refuse every other way.

// What does not show itself, with the combining marks behind it; combining marks behind no letter or digit.
const hiddenCharacters = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{DI}]\p{M}*|(?<![\p{L}\p{N}\p{M}])\p{M}+/gu;
const plainText = /^[\x20-\x7e]*$/;

/**
 * Text with a raised dot in the place of each character that hides, steers or turns the direction of reading. These are the characters that
 * the program's `legible` writes as escapes; here a line feed stays, and a tab is a space.
 * @param {unknown} text
 * @returns {string}
 */
export function legible(text) {
  const plain = String(text);
  if (plainText.test(plain)) return plain;
  return plain.replace(/\r\n/g, "\n").replace(/\t/g, " ").replace(hiddenCharacters, (run) => "·".repeat([...run].length));
}

const svgNames = new Set(["svg", "g", "line", "path", "rect", "circle", "text", "tspan", "title", "defs", "marker", "polyline"]);

/**
 * Makes an element. Members of `attributes` that are `undefined`, `null` or `false` are left out; functions are listeners.
 * @param {string} name a tag; `svg:title` where a name exists in both languages
 * @param {Record<string, any>} [attributes]
 * @param {...any} children nodes, texts, lists of them; `null` and `false` are left out
 * @returns {any}
 */
export function el(name, attributes, ...children) {
  const isSvg = svgNames.has(name) && name !== "title" || name.startsWith("svg:");
  const node = isSvg
    ? document.createElementNS("http://www.w3.org/2000/svg", name.replace("svg:", ""))
    : document.createElement(name);
  for (const key in attributes) {
    const value = attributes[key];
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(key, value);
    else if (!/^on|^style$|^src/.test(key)) node.setAttribute(key, value === true ? "" : legible(value));
  }
  put(node, children);
  return node;
}

/**
 * Appends children to a node.
 * @param {Node} node
 * @param {any} children
 */
export function put(node, children) {
  if (Array.isArray(children)) for (const child of children) put(node, child);
  else if (children === null || children === undefined || children === false) return;
  else node.appendChild(children instanceof Node ? children : document.createTextNode(legible(children)));
}

/**
 * Makes a text all that an element holds, and touches nothing where it stands already.
 * @param {Element} node
 * @param {unknown} text
 */
export function write(node, text) {
  const plain = legible(text);
  if (node.textContent !== plain) node.textContent = plain;
}

/**
 * Replaces what a node holds.
 * @param {Element} node
 * @param {...any} children
 */
export function fill(node, ...children) {
  node.replaceChildren();
  put(node, children);
}

/**
 * The element of the shell with this id. The shell is part of the program, so a missing one is a defect.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error("the shell has no #" + id);
  return node;
}

/**
 * Sets or removes an attribute, and touches nothing where it stands already: that saves the browser a new style.
 * @param {Element} node
 * @param {string} name
 * @param {string | boolean | null} value
 */
export function mark(node, name, value) {
  if (value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else {
    const text = value === true ? "" : legible(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/** @type {Map<any, number>} */
const wantedScrolls = new Map();

/**
 * Scrolls an element once everything of a step is drawn. Scrolling makes the browser lay the page out, so one step does it once.
 * @param {any} node
 * @param {number} top
 */
export function scrollLater(node, top) {
  wantedScrolls.set(node, top);
}

/** Does what `scrollLater` has collected. */
export function settleScrolls() {
  for (const [node, top] of wantedScrolls) node.scrollTop = top;
  wantedScrolls.clear();
}
