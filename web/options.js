// The options of a run as a form, made from what the program says of its own command line.
import { el, fill, write } from "./dom.js";
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
 * The button that opens the form, and the form.
 * @param {any} app
 * @param {(command: string[]) => Promise<string>} run runs a command line; its answer is what went wrong, or an empty text
 */
export function makeOptions(app, run) {
  let options = [], words = [], asked = "", inputs = new Map(), lang = "";
  const open = el("button", { type: "button", id: "hs-options-open", click: () => show() });
  const dialog = el("dialog", { id: "hs-options", "aria-labelledby": "hs-options-title" });
  const problem = el("span", { role: "alert" });
  document.querySelector(".tools")?.append(open);
  document.getElementById("hs-app")?.append(dialog);
  const input = (option) => {
    const id = "hs-option" + option.name.slice(1), about = { id, "aria-describedby": id + "-help" };
    if (option.kind === "flag") return el("input", { ...about, type: "checkbox" });
    if (option.kind === "rules") return el("textarea", { ...about, spellcheck: "false" });
    if (option.kind === "choice") return el("select", about, [el("option", { value: "" }, option.default ?? ""), ...option.values.filter((value) => value !== option.default).map((value) => el("option", { value }, value))]);
    return el("input", { ...about, type: option.kind === "number" ? "number" : "text", step: option.kind === "number" ? "any" : null, min: option.minimum, max: option.maximum, placeholder: option.default, autocomplete: "off" });
  };
  const build = () => {
    inputs = new Map(options.map((option) => [option.name, input(option)]));
    const row = (option) => {
      const id = "hs-option" + option.name.slice(1);
      return el("div", { class: "option" }, el("label", { for: id }, option.name), inputs.get(option.name), el("span", { class: "option-help", id: id + "-help" }, option.help));
    };
    const sections = [...new Set(options.map((option) => option.section || ""))];
    const rows = sections.map((section) => el("fieldset", { class: "option-section" }, section && el("legend", {}, section), options.filter((option) => (option.section || "") === section).map(row)));
    const go = el("button", { type: "submit", id: "hs-options-run" }, say("options.run"));
    const form = el("form", { method: "dialog", submit: (event) => { event.preventDefault(); submit(go); } }, rows,
      el("div", { class: "option-bar" }, go, el("button", { type: "button", id: "hs-options-close", click: () => dialog.close() }, say("options.close")), problem));
    fill(dialog, el("h2", { id: "hs-options-title" }, say("options.title")), form);
  };
  const submit = async (go) => {
    const valueOf = (name) => { const node = inputs.get(name); return node.type === "checkbox" ? node.checked : node.value; };
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
        ({ options, command: words = [] } = answer);
        asked = query;
      } catch (error) {
        write(problem, say("drop.failed", { message: String(error) }));
      }
      build();
    }
    const now = valuesIn(command, options);
    for (const option of options) {
      const node = inputs.get(option.name), values = now.get(option.name) || [];
      if (option.kind === "flag") node.checked = values.length > 0;
      else node.value = option.kind === "rules" ? values.join("\n") : values[values.length - 1] || "";
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
