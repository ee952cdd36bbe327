import Render
import TLSSim
import Trace

extension EarlyDataReplay: ExhibitCase, CaseJSON {
    package static var card: Card { ReplayedEarlyData.card }

    /// A table of how many times the order is carried out, with a row for each scene and a column for each defence.
    package static func table(_ runs: [EarlyDataReplay]) -> Report {
        let defences = Defence.inOrder
        let rows = Scene.allCases.map { scene in
            [scene.rawValue]
                + defences.map { defence in
                    runs.first { $0.scene == scene && $0.defence == defence }?.outcome ?? ""
                }
        }
        return Report([
            .heading("How often is the order carried out?"),
            .table(
                [""] + defences.map(\.rawValue), rows, [.left(16)] + defences.map { _ in .left(13) }),
        ])
    }

    /// The story, step by step.
    package var report: Report {
        Report("\(scene.rawValue), defence: \(defence.rawValue)", steps: steps)
            + Report([.space, .outcome(timesCarriedOut > 1 ? "✘ CARRIED OUT TWICE" : "✔ CARRIED OUT ONCE")])
    }

    /// The outcome in a few words.
    private var outcome: String {
        guard timesCarriedOut == 1 else { return timesCarriedOut == 2 ? "TWICE" : "\(timesCarriedOut)" }
        return original.outcome == .rejected ? "once, later" : "once"
    }

    /// The flight that is copied, in hexadecimal.
    package static func facts(of runs: [EarlyDataReplay]) -> [(String, JSON?)] {
        [("flight", runs.first.map { .string(Hex.string($0.flight)) })]
    }

    /// The scene, and the defence of the server.
    package var choice: [String] { [scene.rawValue, defence.rawValue] }

    /// The scene, the defence, and what the servers have done.
    package var members: [(String, JSON?)] {
        [
            ("scene", .string(scene.rawValue)), ("defence", .string(defence.rawValue)),
            ("carried_out", .number(timesCarriedOut)), ("reached", .bool(timesCarriedOut > 1)),
            ("original", original.json), ("second", second.map(\.json)),
        ]
    }
}

extension EarlyDataReplay.Defence {
    /// All defences, in the order of the table: first the server that detects no copy.
    package static var inOrder: [TLS13.ReplayRegister.Method] { [.none, .singleUse, .window] }
}

extension EarlyDataReplay.Reception {
    fileprivate var json: JSON {
        .members(
            ("early_data", .string(outcome.rawValue)), ("early", .string(Hex.string(early))),
            ("data", .string(Hex.string(data))), ("established", .bool(isEstablished)),
            ("alert", alert.map { .string("\($0)") }), ("state", .string(state)))
    }
}
