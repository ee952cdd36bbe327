// As much of a document as the page's modules use: enough to run the page under node, without layout.
export class SmallNode {
  constructor(name) { Object.assign(this, { localName: name, kids: [], attributes: new Map(), listeners: {}, parentElement: null, clientWidth: 640, clientHeight: 500, scrollTop: 0, value: "", checked: false, open: false }); this.style = { setProperty() {} }; }
  appendChild(node) { node.parentElement?.kids.splice(node.parentElement.kids.indexOf(node), 1); node.parentElement = this; this.kids.push(node); return node; }
  append(...nodes) { for (const node of nodes) this.appendChild(typeof node === "string" ? new SmallText(node) : node); }
  replaceChildren(...nodes) { for (const kid of this.kids) kid.parentElement = null; this.kids = []; this.append(...nodes); }
  replaceWith(node) { const { kids } = this.parentElement; kids[kids.indexOf(this)] = node; node.parentElement = this.parentElement; this.parentElement = null; }
  remove() { if (this.parentElement) { const { kids } = this.parentElement; kids.splice(kids.indexOf(this), 1); this.parentElement = null; } }
  get firstChild() { return this.kids[0] || null; }
  get textContent() { return this.kids.map((kid) => kid.textContent).join(""); }
  set textContent(text) { this.replaceChildren(); if (text) this.appendChild(new SmallText(String(text))); }
  get hidden() { return this.hasAttribute("hidden"); }
  set hidden(on) { if (on) this.setAttribute("hidden", ""); else this.removeAttribute("hidden"); }
  get id() { return this.getAttribute("id") || ""; }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  hasAttribute(name) { return this.attributes.has(name); }
  removeAttribute(name) { this.attributes.delete(name); }
  addEventListener(kind, listener) { (this.listeners[kind] ||= []).push(listener); }
  fire(kind, more = {}) { const event = { target: this, preventDefault() {}, stopPropagation() {}, ...more }; for (let node = this; node; node = node.parentElement) for (const listener of node.listeners[kind] || []) listener(event); }
  /** The first element below, in the order of the document, for which `test` holds; null for none. */
  find(test) {
    for (const kid of this.kids) {
      const found = test(kid) ? kid : kid.find(test);
      if (found) return found;
    }
    return null;
  }
  matches(selector) { return matcher(selector)(this); }
  querySelectorAll(selector) {
    const matches = matcher(selector), found = [];
    this.find((node) => { if (matches(node)) found.push(node); });
    return found;
  }
  querySelector(selector) { return this.find(matcher(selector)); }
  closest(selector) { for (let node = this; node; node = node.parentElement) if (node.matches?.(selector)) return node; return null; }
  contains(node) { for (; node; node = node.parentElement) if (node === this) return true; return false; }
  focus() {} blur() {} scrollIntoView() {} showModal() { this.open = true; } close() { this.open = false; }
}

/** Whether an element matches a list of compound selectors, as a function of the element. */
function matcher(selector) {
  const parts = selector.split(",").map((part) => (part.trim().match(/^[a-z][\w-]*|#[\w-]+|\.[\w-]+|\[[^\]]+\]/g) || []).map((piece) => {
    if (piece[0] === "#") return (node) => node.id === piece.slice(1);
    if (piece[0] === ".") return (node) => (node.getAttribute("class") || "").split(" ").includes(piece.slice(1));
    if (piece[0] !== "[") return (node) => node.localName === piece;
    const [, name, , value] = /^\[([\w-]+)(="?([^"\]]*)"?)?\]$/.exec(piece);
    return (node) => (value === undefined ? node.hasAttribute(name) : node.getAttribute(name) === value);
  }));
  return (node) => parts.some((pieces) => pieces.every((holds) => holds(node)));
}

class SmallText extends SmallNode {
  constructor(text) { super("#text"); this.text = text; }
  get textContent() { return this.text; }
}

/**
 * A document with the elements of the shell, set as the globals that a browser has.
 * @param {string} shell
 * @param {string} data
 */
export function smallDocument(shell, data) {
  const root = new SmallNode("html"), body = root.appendChild(new SmallNode("body"));
  let at = body;
  for (const [, close, name, attributes, text] of shell.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined || !name) continue;
    if (close) { at = at.parentElement; continue; }
    const node = at.appendChild(new SmallNode(name));
    for (const [, key, value] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) node.setAttribute(key, value ?? "");
    if (name === "input") Object.assign(node, { value: node.getAttribute("value") || "", checked: node.hasAttribute("checked") });
    if (name !== "input") at = node;
  }
  const block = body.appendChild(new SmallNode("script"));
  block.setAttribute("id", "hs-data");
  block.textContent = data;
  const listeners = {};
  const listen = (kind, listener) => (listeners[kind] ||= []).push(listener);
  Object.assign(globalThis, {
    Node: SmallNode, window: globalThis, addEventListener: listen, location: { hash: "" }, history: { replaceState() {}, pushState() {} },
    ResizeObserver: class { observe() {} },
    document: {
      documentElement: root, body, title: "", addEventListener: listen, querySelectorAll: (selector) => root.querySelectorAll(selector), querySelector: (selector) => root.querySelector(selector),
      getElementById: (id) => root.find((node) => node.id === id), createElement: (name) => new SmallNode(name), createElementNS: (_, name) => new SmallNode(name), createTextNode: (text) => new SmallText(text),
    },
  });
  return { root, fire: (kind, more) => (listeners[kind] || []).forEach((listener) => listener({ target: body, preventDefault() {}, ...more })) };
}
