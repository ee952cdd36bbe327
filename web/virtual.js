// A list of rows of one height, of which those in sight are mounted. Twenty thousand rows cost what thirty cost.
import { el, scrollLater } from "./dom.js";

/**
 * Makes `host` a window on rows.
 * @param {any} host an element that scrolls
 * @param {{row: number, build: (index: number) => any, more?: number}} options `row`: a row's height in pixels; `more`: rows beyond the window
 */
export function virtualRows(host, options) {
  const more = options.more ?? 8;
  const spacer = el("div", { class: "spacer", role: "presentation" });
  host.replaceChildren(spacer);
  /** @type {Map<number, any>} */
  const nodes = new Map();
  let count = 0, top = 0, height = 0, row = options.row;
  const mount = () => {
    const room = height || 300;
    const first = Math.max(0, Math.floor(top / row) - more);
    const last = Math.min(count - 1, Math.ceil((top + room) / row) + more);
    for (const [index, node] of nodes) {
      if (index < first || index > last) {
        node.remove();
        nodes.delete(index);
      }
    }
    for (let index = first; index <= last; index++) {
      if (nodes.has(index)) continue;
      const node = options.build(index);
      node.style.transform = "translateY(" + index * row + "px)";
      nodes.set(index, node);
      spacer.append(node);
    }
  };
  /** Takes the height of the window. What is to be mounted for it is for the caller: between two documents the rows are those of neither. */
  const measure = () => { height = host.clientHeight; };
  host.addEventListener("scroll", () => {
    top = host.scrollTop;
    mount();
  }, { passive: true });
  new ResizeObserver(() => {
    measure();
    mount();
  }).observe(host);
  return {
    nodes,
    measure,
    /** Sets how many rows there are, and builds those in sight anew. */
    reset(/** @type {number} */ rows) {
      count = rows;
      for (const node of nodes.values()) node.remove();
      nodes.clear();
      spacer.style.height = count * row + "px";
      top = Math.max(0, Math.min(top, count * row - height));
      mount();
    },
    /** Scrolls no more than is needed to show a row. */
    reveal(/** @type {number} */ index, centre = false) {
      if (!height) measure();
      const room = height || 300, y = index * row;
      if (y < top + row || y + 2 * row > top + room) {
        const wish = centre || y < top - room || y > top + 2 * room ? y - room / 2 : y < top + row ? y - row : y + 2 * row - room;
        top = Math.max(0, Math.min(wish, Math.max(0, count * row - room)));
        scrollLater(host, top);
      }
      mount();
    },
  };
}
