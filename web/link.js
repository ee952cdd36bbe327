// The state of the page as a fragment, and back. A fragment that means nothing is ignored.

/**
 * The fragment of a state.
 * @param {{run: string, step: string, level: string, view: string, seat: string, lang: string, selection: {pane: string, offset: number, length: number} | null}} state
 * @returns {string}
 */
export function fragmentOf(state) {
  const parts = ["run", "step", "level", "view", "seat", "lang"].map((name) => name + "=" + encodeURIComponent(state[name]).replace(/%3A/g, ":"));
  const { selection } = state;
  if (selection) parts.push("at=" + encodeURIComponent(selection.pane) + "@" + selection.offset + "+" + selection.length);
  return "#" + parts.join("&");
}

/**
 * What a fragment names; unknown names and broken escapes are left out.
 * @param {string} fragment
 * @returns {{run?: string, step?: string, level?: string, view?: string, seat?: string, lang?: string, at?: {pane: string, offset: number, length: number}}}
 */
export function readFragment(fragment) {
  const out = {};
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const cut = part.indexOf("=");
    if (cut < 1) continue;
    let value;
    try {
      value = decodeURIComponent(part.slice(cut + 1));
    } catch {
      continue;
    }
    const name = part.slice(0, cut);
    if (["run", "step", "level", "view", "seat", "lang"].includes(name)) out[name] = value;
    if (name === "at") {
      const found = /^(.+)@(\d{1,9})\+(\d{1,9})$/.exec(value);
      if (found) out.at = { pane: found[1], offset: Number(found[2]), length: Number(found[3]) };
    }
  }
  return out;
}

/**
 * Keeps the address of the page in step with its state. Steps one after the other replace the entry of the history; a jump adds one.
 * Browsers limit how often the address may change, so replacing waits for a pause.
 * @param {{fragment: () => string, open: (fragment: string) => void}} page
 */
export function keepAddress(page) {
  let timer = 0, own = "";
  const write = (push) => {
    clearTimeout(timer);
    timer = 0;
    const fragment = page.fragment();
    if (fragment === own) return;
    own = fragment;
    try {
      history[push ? "pushState" : "replaceState"](null, "", fragment);
    } catch {
      // A page inside another document may not change its address. The link is still in state().hash.
    }
  };
  window.addEventListener("hashchange", () => {
    if (location.hash === own) return;
    own = location.hash;
    page.open(location.hash);
  });
  window.addEventListener("popstate", () => {
    if (location.hash === own) return;
    own = location.hash;
    page.open(location.hash);
  });
  return {
    changed(jump) {
      if (jump) write(true);
      else if (!timer) timer = setTimeout(() => write(false), 400);
    },
    /** Before a jump: what stands now is to be what Back returns to. */
    settle: () => write(false),
  };
}
