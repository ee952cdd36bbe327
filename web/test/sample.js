/** The run with an attacker beside the two ends, who sends the client a reset that arrives. */
export function attackedRun() {
  const run = structuredClone(sampleRun), { journal } = run, end = (address, name) => ({ address, port: 443, name });
  journal.endpoints = { client: end("10.0.0.1", "client"), server: end("10.0.0.2", "server"), attacker: { address: "10.0.0.3", name: "attacker" } };
  journal.events.push({ number: 9, at_us: 1025000, who: "attacker", step: "attack.reset", kind: "sent", packet: 4, to: "client" },
    { number: 10, at_us: 1035000, who: "client", step: "attack.reset", kind: "received", packet: 4, from: "server", cause: 9 });
  journal.packets.push({ ...structuredClone(journal.packets[0]), number: 4, sent: 9, label: "<SEQ=9><CTL=RST>" });
  journal.ledger.attacker = [];
  run.flights.push({ from: "attacker", to: "client", sent: 9, received: 10, packets: [4], messages: [], title: "RST", octets: 0, encrypted: false });
  run.levels.visit.push(9);
  run.levels.story.push(9, 10);
  return { ...run, id: "attacked" };
}

// A small run made by hand: three packets, one lost, one message, two secrets.
export const sampleRun = {
  id: "sample", label: "Sample", command: [],
  flights: [
    { from: "client", to: "server", sent: 2, received: 3, packets: [1], messages: [], title: "SYN", octets: 0, encrypted: false },
    { from: "server", to: "client", sent: 5, lost: 6, packets: [2], messages: [], title: "SYN,ACK", octets: 0, encrypted: false },
    { from: "server", to: "client", sent: 7, received: 8, packets: [3], messages: [1], title: "Hello", octets: 4, encrypted: true },
  ],
  levels: { visit: [1, 2, 5, 7], story: [1, 2, 3, 5, 6, 7, 8] },
  machines: {},
  journal: {
    schema: "handshakesim.journal", title: "Sample", settings: [], endpoints: {},
    events: [
      { number: 1, at_us: 0, who: "client", step: "chapter.one", kind: "chapter", title: "One" },
      { number: 2, at_us: 0, who: "client", step: "tcp.syn", kind: "sent", packet: 1, to: "server", changes: [{ name: "ISS", before: "-", after: "4294967295" }, { name: "RTO", before: "-", after: "1000 ms" }] },
      { number: 3, at_us: 10000, who: "server", step: "tcp.syn", kind: "received", packet: 1, from: "client", cause: 2 },
      { number: 4, at_us: 10000, who: "server", step: "tcp.listen", kind: "transition", machine: "TCP", from: "LISTEN", to: "SYN-RECEIVED", cause: 3 },
      { number: 5, at_us: 10000, who: "server", step: "tcp.syn_ack", kind: "sent", packet: 2, to: "client", cause: 3 },
      { number: 6, at_us: 15000, who: "network", step: "network.lost", kind: "lost", packet: 2, why: "chance" },
      { number: 7, at_us: 1010000, who: "server", step: "tcp.syn_ack", kind: "sent", packet: 3, to: "client", remark: "Again. And more." },
      { number: 8, at_us: 1020000, who: "client", step: "tcp.syn_ack", kind: "received", packet: 3, from: "server", changes: [{ name: "ISS", before: "4294967295", after: "-" }] },
    ],
    packets: [1, 2, 3].map((number) => ({
      number, sent: [2, 5, 7][number - 1], at_us: 0, label: number === 1 ? "<SEQ=4294967295><CTL=SYN>" : "<SEQ=1><CTL=SYN,ACK>", relative_label: number === 1 ? "<SEQ=0><CTL=SYN>" : "<SEQ=0><CTL=SYN,ACK>", payload: { offset: 2, length: 2 }, stream: { offset: 0, length: 2 }, bytes: "45000102",
      fields: [{ name: "ip", offset: 0, length: 4, children: [{ name: "ip.version", offset: 0, length: 1 }, { name: "ip.options", offset: 1, length: 0 }, { name: "ip.body", offset: 1, length: 3, children: [{ name: "ip.inner", offset: 1, length: 3 }] }] }],
    })),
    messages: [{ number: 1, event: 7, who: "server", label: "Hello", encrypted: true, stream: { offset: 0, length: 2 }, segments: [{ packet: 3, offset: 2, length: 2, within: 0 }], panes: [{ name: "record", bytes: "0102", fields: [] }, { name: "plaintext", bytes: "", fields: [] }] }],
    derivations: [
      { conclusion: "letter", premises: ["key", "sealed letter"], operation: "open" },
      { conclusion: "sealed letter", premises: ["letter", "lock"], operation: "seal" },
      { conclusion: "key", premises: ["seed"], operation: "grow" },
    ],
    ledger: {
      client: [{ secret: "seed", event: 1, how: { by: "generated" } }, { secret: "key", event: 2, how: { by: "derived" } }, { secret: "letter", event: 3, how: { by: "generated" } }],
      server: [{ secret: "lock", event: 1, how: { by: "configured" } }], eavesdropper: [{ secret: "sealed letter", event: 5, how: { by: "received" } }], thief: [{ secret: "sealed letter", event: 5, how: { by: "received" } }],
    },
  },
};
