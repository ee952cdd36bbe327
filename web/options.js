// The options of a run as a form, made from what the program says of its own command line.
import { el, fill, mark, write } from "./dom.js";
import { say } from "./words.js";

/**
 * The values in a command line, by the names of their options.
 * @param {string[]} command
 * @param {any[]} options
 * @returns {Map<string, string[]>}
 */
export function valuesIn(command, options) {
  const values = new Map(), known = new Map(options.map((option) => [option.name, option]));
  for (let i = 0; i < command.length; i++) {
    const cut = command[i].indexOf("="), name = cut > 0 ? command[i].slice(0, cut) : command[i], option = known.get(name);
    if (!option) continue;
    const value = option.kind === "flag" ? "" : cut > 0 ? command[i].slice(cut + 1) : command[++i] || "";
    values.set(name, [...(values.get(name) || []), value]);
  }
  return values;
}

/**
 * The command line of a filled form. What stands at its default is left out.
 * @param {any[]} options
 * @param {(name: string) => string | boolean} valueOf
 * @returns {string[]}
 */
export function commandOf(options, valueOf) {
  const command = [];
  for (const option of options) {
    const value = valueOf(option.name);
    if (option.kind === "flag") {
      if (value) command.push(option.name);
    } else if (option.kind === "rules") {
      for (const line of String(value).split("\n")) if (line.trim()) command.push(option.name, line.trim());
    } else if (value !== "" && value !== (option.default ?? "")) command.push(option.name, String(value));
  }
  return command;
}

/**
 * Which of the choices of version and key exchange a command line has made.
 * @param {Map<string, string[]>} values the values in the command line
 * @param {any[]} handshakes
 * @returns {number}
 */
export function handshakeOf(values, handshakes) {
  const isMade = ({ arguments: own, required, values: possible }) => required ? possible[required].includes(values.get(required)?.[0]) : own.every((name) => values.has(name));
  const made = handshakes.findIndex(isMade);
  return made < 0 ? 0 : made;
}

/**
 * The values that an option may have with a choice; none if it does not go with it.
 * @param {any} option
 * @param {any} handshake undefined where there is no such choice
 * @returns {string[]}
 */
export function valuesWith(option, handshake) {
  if (handshake?.excluded.includes(option.name)) return [];
  const possible = handshake?.values[option.name] || option.values;
  // The default stands first. Where the choice is made by this option, one of its values must be named.
  if (handshake?.required === option.name) return possible;
  return ["", ...possible.filter((value) => value !== option.default)];
}

/**
 * The button that opens the form, and the form.
 * @param {any} app
 * @param {(command: string[]) => Promise<string>} run runs a command line; its answer is what went wrong, or an empty text
 */
export function makeOptions(app, run) {
  let options = [], words = [], handshakes = [], titles = {}, chosen = 0, asked = "", inputs = new Map(), rows = new Map(), lang = "";
  const open = el("button", { type: "button", id: "hs-options-open", click: () => show() });
  const dialog = el("dialog", { id: "hs-options", "aria-labelledby": "hs-options-title" });
  const problem = el("span", { role: "alert" });
  document.querySelector(".tools")?.append(open);
  document.getElementById("hs-app")?.append(dialog);
  const choices = (option) => valuesWith(option, handshakes[chosen]).map((value) => el("option", { value }, value || option.default || ""));
  /** The flags that the choice of version and key exchange stands for. */
  const isChosenAbove = (option) => handshakes.some((handshake) => handshake.arguments.includes(option.name));
  /** Leaves of the form what goes with the choice. */
  const choose = (index) => {
    chosen = index;
    for (const option of options) {
      const node = inputs.get(option.name), isOut = !!handshakes[chosen]?.excluded.includes(option.name);
      mark(rows.get(option.name), "hidden", isOut || isChosenAbove(option));
      node.disabled = isOut;
      if (option.kind !== "choice") continue;
      const { value } = node;
      fill(node, choices(option));
      node.value = [...node.options].some((one) => one.value === value) ? value : node.options[0]?.value ?? "";
    }
    for (const section of dialog.querySelectorAll(".option-section")) mark(section, "hidden", !section.querySelector(".option:not([hidden]),.handshakes"));
  };
  const input = (option) => {
    const id = "hs-option" + option.name.slice(1), about = { id, "aria-describedby": id + "-help" };
    if (option.kind === "flag") return el("input", { ...about, type: "checkbox" });
    if (option.kind === "rules") return el("textarea", { ...about, spellcheck: "false" });
    if (option.kind === "choice") return el("select", about, choices(option));
    return el("input", { ...about, type: option.kind === "number" ? "number" : "text", step: option.kind === "number" ? "any" : null, min: option.minimum, max: option.maximum, placeholder: option.default, autocomplete: "off" });
  };
  /** A title in the language of the page. */
  const called = (title) => titles[app.state.lang]?.[title] ?? title;
  const build = () => {
    inputs = new Map(options.map((option) => [option.name, input(option)]));
    const row = (option) => {
      const id = "hs-option" + option.name.slice(1);
      rows.set(option.name, el("div", { class: "option" }, el("label", { for: id }, option.name), inputs.get(option.name), el("span", { class: "option-help", id: id + "-help" }, option.help)));
      return rows.get(option.name);
    };
    const radio = (handshake, index) => el("label", {}, el("input", { type: "radio", name: "hs-handshake", value: String(index), change: () => choose(index) }), called(handshake.title));
    const first = handshakes.length > 0 && el("fieldset", { class: "option-section" }, el("legend", {}, say("options.handshake")), el("div", { class: "handshakes" }, handshakes.map(radio)));
    const sections = [...new Set(options.map((option) => option.section || ""))];
    const parts = sections.map((section) => el("fieldset", { class: "option-section" }, section && el("legend", {}, called(section)), options.filter((option) => (option.section || "") === section).map(row)));
    const go = el("button", { type: "submit", id: "hs-options-run" }, say("options.run"));
    const form = el("form", { method: "dialog", submit: (event) => { event.preventDefault(); submit(go); } }, first, parts,
      el("div", { class: "option-bar" }, go, el("button", { type: "button", id: "hs-options-close", click: () => dialog.close() }, say("options.close")), problem));
    fill(dialog, el("h2", { id: "hs-options-title" }, say("options.title")), form);
  };
  const submit = async (go) => {
    const own = handshakes[chosen]?.arguments || [];
    const valueOf = (name) => { const node = inputs.get(name); return own.includes(name) || (node.disabled ? "" : node.type === "checkbox" ? node.checked && !isChosenAbove({ name }) : node.value); };
    problem.textContent = "";
    go.disabled = true;
    write(problem, await run([...words, ...commandOf(options, valueOf)]));
    go.disabled = false;
    if (!problem.textContent) dialog.close();
  };
  const show = async () => {
    problem.textContent = "";
    // Each command has options of its own; the words that name it stay before them.
    const { command } = app.model.run, query = command.map((word) => "argument=" + encodeURIComponent(word)).join("&");
    if (!options.length || query !== asked) {
      try {
        const answer = await (await fetch("/api/options" + (query && "?" + query))).json();
        if (answer.error) throw new Error(answer.error.message);
        ({ options, command: words = [], handshakes = [], titles = {} } = answer);
        asked = query;
      } catch (error) {
        write(problem, say("drop.failed", { message: String(error) }));
      }
      build();
    }
    const now = valuesIn(command, options);
    if (handshakes.length) {
      choose(handshakeOf(now, handshakes));
      for (const node of dialog.querySelectorAll("[name=hs-handshake]")) node.checked = Number(node.value) === chosen;
    }
    for (const option of options) {
      const node = inputs.get(option.name), values = now.get(option.name) || [];
      if (option.kind === "flag") node.checked = values.length > 0;
      else node.value = option.kind === "rules" ? values.join("\n") : values[values.length - 1] || (node.options?.[0]?.value ?? "");
    }
    if (!dialog.open) dialog.showModal();
  };
  return {
    draw() {
      if (lang === app.state.lang) return;
      lang = app.state.lang;
      write(open, say("options.button"));
      if (options.length && !dialog.open) build();
    },
  };
}
