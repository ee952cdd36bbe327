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
 * A command line as the query of a link that `serve` answers with its run: the words that name a command, then its options.
 * @param {string[]} command the arguments without the program's name
 * @returns {string}
 */
export function queryOf(command) {
  const written = (text) => encodeURIComponent(text).replace(/%20/g, "+").replace(/%2C/g, ",").replace(/%3A/g, ":");
  const parts = [];
  for (let i = 0; i < command.length; i++) {
    const word = command[i], cut = word.indexOf("="), next = command[i + 1];
    if (!word.startsWith("--")) parts.push("argument=" + written(word));
    else if (cut > 0) parts.push(written(word.slice(2, cut)) + "=" + written(word.slice(cut + 1)));
    else if (next && !next.startsWith("-")) parts.push(written(word.slice(2)) + "=" + written(command[++i]));
    else parts.push(written(word.slice(2)));
  }
  // An empty query is the run that the server shows first, and not the run without options.
  return "?" + (parts.join("&") || "dh");
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
 * @param {{fragment: () => string, query: () => string, open: (fragment: string) => void}} page its query is empty where it stays as it is
 */
export function keepAddress(page) {
  let timer = 0, own = "";
  const write = (push) => {
    clearTimeout(timer);
    timer = 0;
    const fragment = page.fragment(), query = page.query();
    if (fragment === own && (!query || query === location.search)) return;
    own = fragment;
    try {
      history[push ? "pushState" : "replaceState"](null, "", query + fragment);
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
