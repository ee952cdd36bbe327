// A paper: answers go into its fields, into a file and back. They leave the page in no other way.
import { el, mark, write } from "./dom.js";
import { ownWords } from "./tongue.js";

const sheetWords = {
  en: {
    saved: (name, answers, items) => name + " is saved, with " + answers + " of " + items + " answers.", loaded: "The answers stand in their fields again.",
    noFile: "It is no file of answers.", otherPaper: "It has the answers of another paper.", noJson: "It is no JSON.", failed: (why) => "This file cannot be loaded. " + why,
  },
  zh: {
    saved: (name, answers, items) => name + " 已保存，" + items + " 题中有 " + answers + " 题的答案。", loaded: "答案已经放回各自的位置。",
    noFile: "这不是答案文件。", otherPaper: "其中是另一份试卷的答案。", noJson: "这不是 JSON。", failed: (why) => "无法载入这个文件。" + why,
  },
};

startSheet();

/** What the page says of the paper. */
export function paperData() {
  return JSON.parse(document.getElementById("hs-paper").textContent);
}

/** The fields of an item, by their name. */
function fieldsOf(name) {
  return [...document.querySelectorAll("#hs-answers input")].filter((field) => field.name === name);
}

function noneBoxOf(item) {
  return [...document.querySelectorAll("#hs-answers [data-none]")].find((box) => box.dataset.none === item.item);
}

/**
 * What stands in the fields of an item, as it is handed in: letters with spaces, blanks with semicolons between them.
 * @param {any} item
 * @returns {string} empty where there is no answer
 */
export function answerTo(item) {
  if (item.blanks) {
    const parts = item.blanks.map((blank) => fieldsOf(item.item + "." + blank.name)[0].value.trim());
    return parts.some((part) => part !== "") ? parts.join(";") : "";
  }
  const fields = fieldsOf(item.item), none = noneBoxOf(item);
  if (fields[0].type === "text") return fields[0].value.trim();
  const ticked = fields.filter((field) => field.checked).map((field) => field.value);
  return ticked.length === 0 && none && none.checked ? "none" : ticked.join(" ");
}

/** Puts an answer of a file back into the fields of an item. */
function putAnswer(item, answer) {
  const text = typeof answer === "string" ? answer : "";
  if (item.blanks) {
    const parts = text.split(";");
    item.blanks.forEach((blank, place) => { fieldsOf(item.item + "." + blank.name)[0].value = parts[place] || ""; });
    return;
  }
  const fields = fieldsOf(item.item), none = noneBoxOf(item);
  if (fields[0].type === "text") {
    fields[0].value = text;
    return;
  }
  const words = text.split(" ");
  for (const field of fields) field.checked = words.includes(field.value);
  if (none) none.checked = text === "none";
}

function startSheet() {
  const words = ownWords(sheetWords), paper = paperData(), form = document.getElementById("hs-answers"), said = document.getElementById("hs-said");
  let hasUnsaved = false;

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    hasUnsaved = true;
    const field = event.target;
    // "None of them" and a letter exclude each other.
    if (field.type === "checkbox" && field.checked) {
      const item = paper.items.find((one) => one.item === (field.name || field.dataset.none));
      for (const other of field.name ? [noneBoxOf(item)] : fieldsOf(item.item)) if (other) other.checked = false;
    }
  });
  window.addEventListener("beforeunload", (event) => {
    if (!hasUnsaved) return;
    event.preventDefault();
    event.returnValue = "";
  });

  document.getElementById("hs-save").addEventListener("click", () => {
    const answers = {};
    for (const item of paper.items) {
      const answer = answerTo(item);
      if (answer) answers[item.item] = answer;
    }
    const file = { schema: "handshakesim.answers", version: 1, course: paper.course, student: paper.student, attempt: paper.attempt, paper: paper.paper, answers };
    const place = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2) + "\n"], { type: "application/json" }));
    const name = "answers-" + paper.student + ".json";
    el("a", { href: place, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(place), 10000);
    hasUnsaved = false;
    write(said, words.saved(name, Object.keys(answers).length, paper.items.length));
  });

  document.getElementById("hs-load").addEventListener("change", async (event) => {
    const chosen = event.target.files[0];
    if (!chosen) return;
    try {
      const file = JSON.parse(await chosen.text());
      if (file.schema !== "handshakesim.answers" || file.version !== 1 || !(file.answers instanceof Object)) throw new Error(words.noFile);
      if (file.paper !== paper.paper) throw new Error(words.otherPaper);
      for (const item of paper.items) putAnswer(item, file.answers[item.item]);
      hasUnsaved = false;
      write(said, words.loaded);
    } catch (problem) {
      write(said, words.failed(problem instanceof SyntaxError ? words.noJson : problem.message));
    }
    event.target.value = "";
  });
  mark(document.documentElement, "data-live", true);
}
