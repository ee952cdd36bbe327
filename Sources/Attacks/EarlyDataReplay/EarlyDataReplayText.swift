import Render
import TLSSim
import Trace

extension AttackText {
    /// How often an order is carried out: a row for each scene, a column for each defence.
    public func earlyDataReplays(_ runs: [EarlyDataReplay]) -> String {
        let defences = EarlyDataReplay.Defence.inOrder
        let rows = EarlyDataReplay.Scene.allCases.map { scene in
            [scene.rawValue]
                + defences.map { defence in
                    runs.first { $0.scene == scene && $0.defence == defence }?.outcome ?? ""
                }
        }
        return heading("How often is the order carried out?")
            + table([""] + defences.map(\.rawValue), rows, widths: [16] + defences.map { _ in 13 })
    }

    /// One of them, step by step.
    public func earlyDataReplay(_ run: EarlyDataReplay) -> String {
        var page = heading("\(run.scene.rawValue), defence: \(run.defence.rawValue)")
        for (index, step) in run.steps.enumerated() {
            let number = Text.pad("\(index + 1).", to: 3, side: .right) + " "
            page += paragraph(step.finding.sentence(in: .english), indent: "    ", first: number)
            page += quantities(step.quantities)
        }
        return page + "\n" + strong(run.timesCarriedOut > 1 ? "✘ CARRIED OUT TWICE" : "✔ CARRIED OUT ONCE") + "\n"
    }
}

extension EarlyDataReplay.Defence {
    /// All of them, the open door first.
    public static var inOrder: [TLS13.ReplayRegister.Method] { [.none, .singleUse, .window] }
}

extension EarlyDataReplay {
    /// The outcome in a few words.
    fileprivate var outcome: String {
        guard timesCarriedOut == 1 else { return timesCarriedOut == 2 ? "TWICE" : "\(timesCarriedOut)" }
        return original.outcome == .rejected ? "once, later" : "once"
    }

    /// What ``JSON`` has of several runs.
    ///
    /// - Parameter connections: those of the runs that are told, each with its name and its journal.
    public static func json(
        _ runs: [EarlyDataReplay], seed: UInt64, connections: [(id: String, journal: Journal)] = []
    ) -> JSON {
        .members(
            ("schema", .string("handshakesim.attack")), ("version", .integer(1)),
            ("name", .string("early-data-replay")), ("seed", .string(String(seed))),
            ("flight", runs.first.map { .string(Hex.string($0.flight)) }),
            ("runs", .array(runs.map(\.json))),
            (
                "connections",
                .array(connections.map { .members(("id", .string($0.id)), ("journal", .journal($0.journal))) })
            ))
    }

    private var json: JSON {
        .members(
            ("scene", .string(scene.rawValue)), ("defence", .string(defence.rawValue)),
            ("carried_out", .number(timesCarriedOut)), ("reached", .bool(timesCarriedOut > 1)),
            ("original", original.json), ("second", second.map(\.json)),
            (
                "steps",
                .array(
                    steps.map { step in
                        .members(
                            ("say", .string(step.finding.sentence(in: .english))),
                            (
                                "quantities",
                                .array(
                                    step.quantities.map {
                                        .members(("name", .string($0.name)), ("value", .string(Hex.string($0.octets))))
                                    })
                            ))
                    })
            ))
    }
}

extension EarlyDataReplay.Reception {
    fileprivate var json: JSON {
        .members(
            ("early_data", .string(outcome.rawValue)), ("early", .string(Hex.string(early))),
            ("data", .string(Hex.string(data))), ("established", .bool(isEstablished)),
            ("alert", alert.map { .string("\($0)") }), ("state", .string(state)))
    }
}
