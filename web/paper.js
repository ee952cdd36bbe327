// The run on paper: every step of the story with its reason and rule, who knows what, and the limits. Nothing is folded.
import { el, byId, fill } from "./dom.js";
import { wordsOf, nameOf } from "./describe.js";
import { listedIn, termOf } from "./overlay.js";
import { milliseconds } from "./pointer.js";
import { say } from "./words.js";

/**
 * Makes the paper when the browser is about to print, and takes it away after.
 * @param {any} app
 */
export function preparePaper(app) {
  const host = byId("hs-paper");
  const build = () => {
    const { model, state } = app, sight = app.sight();
    const step = (number) => {
      const event = model.event(number);
      const remark = wordsOf(model, event, "remark", state.lang, sight), changes = (sight.shows(event) === "all" && event.changes) || [];
      return el(event.kind === "chapter" ? "section" : "div", { class: event.kind === "chapter" ? "paper-chapter" : "paper-step" },
        el(event.kind === "chapter" ? "h2" : "h3", {}, event.kind === "chapter" ? "" : el("span", { class: "paper-number" }, "#" + number + "  " + milliseconds(event.at_us) + " " + say("unit.ms") + "  "), app.headline(event)),
        event.packet && el("p", { class: "paper-label" }, model.packet(event.packet)?.label),
        remark && el("p", {}, remark.text),
        changes.length > 0 && el("p", { class: "paper-label" }, changes.map((change) => change.name + " " + change.before + " → " + change.after).join(say("list.more"))),
        event.cite && el("p", { class: "paper-cite" }, event.cite));
    };
    fill(host, el("h2", {}, say("print.steps")), [...sight.steps("story")].map(step),
      el("h2", {}, say("print.ledger")), el("ul", {}, Object.entries(model.journal.ledger).map(([who, entries]) => entries.length > 0 && sight.knows(who) &&
        el("li", {}, nameOf(model, who) + say("colon") + entries.map((entry) => say("behind", { text: termOf(model, entry.secret), note: "#" + entry.event })).join(say("list.more"))))),
      model.journal.limits?.length > 0 && [el("h2", {}, say("print.limits")), el("ul", {}, (model.journal.limits.map((limit, i) => listedIn(model, "limits", i, limit, "").text)).map((limit) => el("li", {}, limit)))]);
  };
  let folded = [];
  window.addEventListener("beforeprint", () => {
    build();
    folded = [...document.querySelectorAll("#hs-answer details")].filter((one) => !one.open);
    for (const one of folded) one.open = true;
  });
  window.addEventListener("afterprint", () => {
    fill(host);
    for (const one of folded) one.open = false;
  });
}
