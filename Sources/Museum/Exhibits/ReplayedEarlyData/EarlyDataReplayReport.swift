import Render
import TLSSim
import Trace

extension EarlyDataReplay: ExhibitCase, CaseJSON {
    package static var card: Card { ReplayedEarlyData.card }

    /// A table of how many times the order is carried out, with a row for each scene and a column for each defence.
    package static func table(_ runs: [EarlyDataReplay]) -> Report {
        let defences = Defence.inOrder
        let rows = Scene.allCases.map { scene -> [Words] in
            ["\(scene.rawValue)"]
                + defences.map { defence in
                    runs.first { $0.scene == scene && $0.defence == defence }.map { Words($0.outcome) } ?? ""
                }
        }
        return Report([
            .heading(EarlyDataReplayWords.question),
            .table(
                [""] + defences.map { Words(same: $0.rawValue) }, rows, [.left(16)] + defences.map { _ in .left(13) }),
        ])
    }

    /// The story, step by step.
    package var report: Report {
        Report(Words(EarlyDataReplayWords.story(scene, defence)), steps: steps)
            + Report([.space, .outcome(EarlyDataReplayWords.carriedOut(twice: timesCarriedOut > 1))])
    }

    /// The outcome in a few words.
    private var outcome: EarlyDataReplayWords {
        .times(timesCarriedOut, later: original.outcome == .rejected)
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

/// The words around the steps, and of the table.
private enum EarlyDataReplayWords: Wording {
    case question
    case story(EarlyDataReplay.Scene, EarlyDataReplay.Defence)
    case carriedOut(twice: Bool)
    /// How often the order is carried out, and whether that one time is later.
    case times(Int, later: Bool)

    var english: String {
        switch self {
        case .question: "How often is the order carried out?"
        case .story(let scene, let defence): "\(scene.rawValue), defence: \(defence.rawValue)"
        case .carriedOut(let twice): twice ? "✘ CARRIED OUT TWICE" : "✔ CARRIED OUT ONCE"
        case .times(1, let later): later ? "once, later" : "once"
        case .times(2, later: _): "TWICE"
        case .times(let count, later: _): "\(count)"
        }
    }

    var chinese: String {
        switch self {
        case .question: "指令执行了几次？"
        case .story(let scene, let defence): "\(scene.rawValue)，防御：\(defence.rawValue)"
        case .carriedOut(let twice): twice ? "✘ 执行了两次" : "✔ 执行了一次"
        case .times(1, let later): later ? "一次，稍后" : "一次"
        case .times(2, later: _): "两次"
        case .times(let count, later: _): "\(count)"
        }
    }
}
