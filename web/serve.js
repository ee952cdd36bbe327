// Only where the program serves the page: lose the packet of the step, or choose other options, and run again. Both runs stay.
import { el, byId, fill, mark, write } from "./dom.js";
import { say } from "./words.js";
import { makeOptions } from "./options.js";
import { queryOf } from "./link.js";
import { offerCapture } from "./capture.js";

/**
 * The name of a packet as a rule writes it, from the journal; empty where the journal has none.
 * @param {any} packet
 * @returns {string}
 */
export function ruleName(packet) {
  return packet?.called || "";
}

/**
 * The first event in which two journals differ; 0 if there is none. A run on a perfect wire may leave out the congestion window.
 * @param {any} one
 * @param {any} other
 * @returns {number}
 */
export function stepOfFork(one, other) {
  const bare = (event) => JSON.stringify({ ...event, changes: (event.changes || []).filter((change) => change.name !== "cwnd" && change.name !== "ssthresh") });
  const shorter = Math.min(one.events.length, other.events.length);
  for (let i = 0; i < shorter; i++) if (bare(one.events[i]) !== bare(other.events[i])) return i + 1;
  return one.events.length === other.events.length ? 0 : shorter + 1;
}

/**
 * A word of a command line as a shell reads it back (POSIX 2.2.2).
 * @param {string} word
 * @returns {string}
 */
export function shellWord(word) {
  return /^[\w@%+=:,.\/-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

/**
 * The new document with the old run behind the new one, or behind all runs of an attack or a comparison. What stands behind the id tells runs of
 * one page apart.
 * @param {any} fresh the document that came back
 * @param {any} old the run that was shown
 * @returns {any}
 */
export function withOldRun(fresh, old) {
  const count = Number(/-again-(\d+)$/.exec(old.id)?.[1] || 1) + 1, [first] = fresh.runs;
  const label = (run) => run.command.length ? "HandshakeSim " + run.command.map(shellWord).join(" ") : run.label;
  if (fresh.runs.length > 1) return { ...fresh, runs: [...fresh.runs, { ...old, id: old.id.replace(/-before$/, "") + "-before", label: label(old) }] };
  return { ...fresh, pairs: undefined, runs: [{ ...first, id: "run-again-" + count, label: label(first) }, { ...old, label: label(old) }] };
}

/**
 * The query of the link that shows a run again; empty for a run of several, which only the link of the page shows.
 * @param {any} run
 * @param {any[]} runs
 * @returns {string}
 */
export function queryOfRun(run, runs) {
  return runs.length === 1 || /-again-\d+$|^run$/.test(run.id) ? queryOf(run.command) : "";
}

/**
 * The buttons that run again.
 * @param {any} app
 * @param {(fresh: any, step: number) => void} take what to do with the document that comes back
 */
export function offerDrop(app, take) {
  const offered = document.documentElement.hasAttribute("data-hs-serve");
  if (!offered) return { draw() {}, query: () => "" };
  const host = byId("hs-serve"), problem = el("span", { role: "alert" }), fork = el("span", {});
  const button = el("button", { type: "button", id: "hs-drop", click: () => drop() });
  /** Runs a command line; the message of what went wrong, or an empty text. */
  const run = async (command, step) => {
    try {
      const answer = await fetch("/api/run", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ arguments: command }) });
      const fresh = await answer.json();
      if (fresh.error) return say("drop.failed", { message: fresh.error.message });
      const { run: old } = app.model, joined = withOldRun(fresh, old), at = stepOfFork(joined.runs[0].journal, old.journal);
      fill(fork, at ? [say("drop.fork") + say("gap"), app.stepLink(at)] : say("drop.same"));
      take(joined, step);
      return "";
    } catch (error) {
      return say("drop.failed", { message: String(error) });
    }
  };
  const drop = async () => {
    const { model, state } = app, packet = model.packet(Number(button.getAttribute("data-packet")));
    problem.textContent = "";
    button.disabled = true;
    write(problem, await run([...model.run.command, "--rule", "drop " + ruleName(packet)], state.step));
    button.disabled = false;
  };
  offerCapture(app, take);
  const options = makeOptions(app, (command) => run(command, app.model.levelSteps("visit")[0]));
  return {
    query: () => queryOfRun(app.model.run, app.document.runs),
    draw() {
      const event = app.model.event(app.state.step), packet = event.packet && app.model.packet(event.packet);
      const can = packet && app.model.run.rules !== false && ruleName(packet) && event.kind !== "lost";
      if (host.lastChild !== problem) fill(host, button, fork, problem);
      mark(button, "hidden", !can);
      mark(button, "data-packet", can ? String(packet.number) : null);
      write(button, say("drop.button"));
      options.draw();
    },
  };
}
