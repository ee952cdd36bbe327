// The exercises of a lesson, answered on its page: a field below each question. What is right stands in the lesson, and so in the page.
import { el, put, write } from "./dom.js";
import { agreesWith, readAnswer } from "./reading.js";
import { sayIn } from "./words.js";

/** Puts the fields below the questions; a page without a lesson has none. */
export function startExercises() {
  const data = document.getElementById("hs-exercises");
  if (!data) return;
  const lang = document.getElementById("hs-lesson")?.lang || "en";
  for (const exercise of JSON.parse(data.textContent).exercises) {
    const place = document.querySelector('[data-exercise="' + exercise.number + '"]');
    if (place) put(place, exerciseForm(exercise, lang));
  }
}

/** What is said about an answer, in the language of the lesson. */
export function judgeAnswer(exercise, text, lang = "en") {
  const answer = readAnswer(exercise.form, text, exercise.last, exercise.gaps), agrees = (known) => agreesWith(exercise.form, known, answer);
  if (answer === null) return sayIn(lang, "exercise.unread", { how: exercise.how });
  if (exercise.right.some(agrees)) return sayIn(lang, "exercise.right", { why: exercise.reason });
  const slip = exercise.slips.find((one) => agrees(one.answer));
  return sayIn(lang, "exercise.wrong", { hint: slip ? slip.hint : exercise.hint });
}

function exerciseForm(exercise, lang) {
  const how = "hs-how-" + exercise.number, field = el("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-describedby": how });
  const said = el("p", { role: "status", "aria-live": "polite" });
  const check = (event) => {
    event.preventDefault();
    write(said, field.value.trim() ? judgeAnswer(exercise, field.value, lang) : sayIn(lang, "exercise.empty"));
  };
  return el("form", { submit: check }, el("p", {}, el("label", {}, sayIn(lang, "exercise.answer"), " ", field), " ", el("button", { type: "submit" }, sayIn(lang, "exercise.check"))),
    el("p", { id: how, class: "quiet" }, exercise.how), said);
}
