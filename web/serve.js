// Only where the program serves the page: lose the packet of the step and run again. Both runs stay.
import { el, byId, fill, mark } from "./dom.js";
import { say } from "./words.js";

/**
 * The name of a packet as a rule writes it, from the journal; empty where the journal has none.
 * @param {any} packet
 * @returns {string}
 */
export function ruleName(packet) {
  return packet?.called || "";
}

/**
 * The button that loses a packet.
 * @param {any} app
 * @param {(fresh: any, step: number) => void} take what to do with the document that comes back
 */
export function offerDrop(app, take) {
  const offered = document.documentElement.hasAttribute("data-hs-serve");
  const host = byId("hs-serve"), problem = el("span", { role: "alert" });
  const button = el("button", { type: "button", id: "hs-drop", click: () => run() }, say("drop.button"));
  const run = async () => {
    const { model, state } = app;
    const packet = model.packet(Number(button.getAttribute("data-packet"))), name = ruleName(packet);
    problem.textContent = "";
    button.disabled = true;
    try {
      const answer = await fetch("/api/run", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ arguments: [...model.run.command, "--rule", "drop " + name] }) });
      const fresh = await answer.json();
      if (fresh.error) problem.textContent = say("drop.failed", { message: fresh.error.message });
      else take({ ...fresh, runs: [{ ...fresh.runs[0], id: fresh.runs[0].id + "-new" }, { ...model.run }] }, state.step);
    } catch (error) {
      problem.textContent = say("drop.failed", { message: String(error) });
    }
    button.disabled = false;
  };
  return {
    draw() {
      if (!offered) return;
      const event = app.model.event(app.state.step), packet = event.packet && app.model.packet(event.packet);
      const can = packet && ruleName(packet) && event.kind !== "lost";
      if (can && !host.firstChild) fill(host, button, problem);
      if (!can) fill(host);
      else { mark(button, "data-packet", String(packet.number)); button.textContent = say("drop.button"); }
    },
  };
}
