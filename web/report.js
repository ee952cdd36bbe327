// What every report has: the colours, and the mark that scripts run.
import { mark } from "./dom.js";

/** Listens to the choice of colours, and shows the controls. */
export function startReport() {
  const root = document.documentElement;
  const theme = /** @type {HTMLSelectElement} */ (document.getElementById("report-theme"));
  theme.addEventListener("change", () => mark(root, "data-theme", theme.value === "auto" ? null : theme.value));
  mark(root, "data-live", true);
}

/**
 * Makes a set of elements one stop of Tab: the one that has it is in the order of Tab, the others are reached by arrow keys.
 * @param {HTMLElement} node the one that gets it
 * @param {HTMLElement | null} before the one that had it
 */
export function moveTabStop(node, before) {
  if (before) before.tabIndex = -1;
  node.tabIndex = 0;
}
