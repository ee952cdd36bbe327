// Only where the program serves the page: a capture that is dropped on the page, or chosen, is read and explained. It goes to this program alone.
import { el, mark, write } from "./dom.js";
import { say } from "./words.js";

const mostOctets = 16 * 2 ** 20;

/**
 * The document of a capture with what was shown before behind it.
 * @param {any} fresh the document that came back
 * @param {any} old the run that was shown
 * @returns {any}
 */
export function withRunBefore(fresh, old) {
  return { ...fresh, runs: [...fresh.runs, { ...old, id: old.id.replace(/(-before)+$/, "") + "-before" }] };
}

/**
 * Why a file is not sent; empty if it is.
 * @param {{name: string, size: number}} file
 * @returns {string}
 */
export function refusalOf(file) {
  if (file.size > mostOctets) return say("capture.large", { name: file.name, most: mostOctets / 2 ** 20 });
  return file.size ? "" : say("capture.empty", { name: file.name });
}

/**
 * Takes captures. The page that is about them has a field for a file; on every served page one can be dropped.
 * @param {any} app
 * @param {(fresh: any, step: number) => void} take what to do with the document that comes back
 */
export function offerCapture(app, take) {
  const root = document.documentElement, said = el("p", { id: "hs-capture-said", role: "status" });
  const input = el("input", { type: "file", id: "hs-capture", change: () => input.files[0] && read(input.files[0]) });
  const article = document.getElementById("hs-lesson"), ways = document.getElementById("hs-ways");
  const read = async (file) => {
    const refusal = refusalOf(file);
    write(said, refusal || say("capture.reading", { name: file.name }));
    if (refusal) return;
    try {
      const answer = await fetch("/api/capture", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
      const fresh = await answer.json();
      if (fresh.error) { write(said, say("capture.failed", { name: file.name, message: fresh.error.message })); return; }
      take(withRunBefore(fresh, app.model.run), 1);
      write(said, say("capture.read", { name: file.name }));
      document.getElementById("hs-app")?.scrollIntoView();
    } catch (error) {
      write(said, say("capture.failed", { name: file.name, message: String(error) }));
    }
  };
  const isFile = (event) => [...(event.dataTransfer?.types || [])].includes("Files");
  document.addEventListener("dragover", (event) => { if (isFile(event)) { event.preventDefault(); mark(root, "data-drop", true); } });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(root, "data-drop", null); });
  document.addEventListener("drop", (event) => {
    mark(root, "data-drop", null);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    read(file);
  });
  if (article) article.append(el("p", { class: "choose" }, el("label", { for: "hs-capture" }, say("capture.choose")), input), said);
  else ways?.append(said);
}
