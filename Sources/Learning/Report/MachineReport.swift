import PKI
import Render
import TLSSim
import Trace

/// What is said of a machine that was learned: its states as a table, what the tests reach, and what matters.
package struct MachineReport: Sendable {
    /// What was learned, and from which peer.
    package struct Subject: Sendable {
        /// The peer: "127.0.0.1:4433", or ``own``.
        package let peer: String
        /// The side.
        package let role: Role
        /// The version.
        package let version: ProtocolVersion

        /// The side of `peer` that speaks `version`.
        package init(peer: String, role: Role, version: ProtocolVersion) {
            (self.peer, self.role, self.version) = (peer, role, version)
        }

        /// The peer that is this program itself.
        package static let own = "self"

        /// "server of TLS 1.2 at 127.0.0.1:4433".
        package var name: String { words.english }

        /// The name in each language.
        package var words: Words {
            let version = version.name ?? version.description
            let isOwn = peer == Self.own
            return Words(
                english: "\(role.rawValue) of \(version) \(isOwn ? "in this program" : "at \(peer)")",
                chinese: "\(isOwn ? "本程序" : "\(peer) 处")的 \(version) \(Principal(role).chinese)")
        }
    }

    /// The machine with which one is compared.
    package enum Reference: Hashable, Sendable {
        /// That of this program's own side.
        case ours(Role)
        /// One that was learned earlier, from a file.
        case earlier(file: String)

        fileprivate var words: Words {
            switch self {
            case .ours(let role):
                Words(english: "the \(role) of this program", chinese: "本程序的\(Principal(role).chinese)")
            case .earlier(let file): Words(same: file.legible)
            }
        }

        /// The head of its answers in a comparison.
        fileprivate var label: Words {
            switch self {
            case .ours: Words(english: "ours", chinese: "我们")
            case .earlier: Words(english: "before", chinese: "以前")
            }
        }
    }

    private let subject: Subject
    private let learned: LearnedMachine
    private let settings: LearnerSettings
    private let seconds: Double?
    private let good: GoodHandshake
    /// The drawing.
    package let view: MachineView
    /// The ways to an open connection with a step missing.
    package let shortcuts: [Shortcut]

    /// A report on a machine that took so many seconds; nil where no clock was looked at.
    package init(_ subject: Subject, _ learned: LearnedMachine, _ settings: LearnerSettings, seconds: Double?) {
        (self.subject, self.learned, self.settings, self.seconds) = (subject, learned, settings, seconds)
        good = GoodHandshake(with: learned.machine, role: subject.role, subject.version)
        view = MachineView(learned, good)
        shortcuts = good.shortcuts(in: learned.machine)
    }

    /// The whole report.
    package var report: Report {
        let title = Words(english: "The \(subject.words.english)", chinese: subject.words.chinese)
        var report = Report([.heading(title), .space])
        for state in view.states { report += section(state) }
        report.add(.heading(Words(english: "What matters", chinese: "要点")))
        report += judgement
        report.add(.space, .heading(Words(english: "How it was found", chinese: "怎样得到的")))
        report += costs
        return report
    }

    /// The machine as a drawing on a page: the good handshake from top to bottom.
    package var graph: StateGraph {
        let boxes = view.states.map { state in
            let stays: [Words] = [state.word.behind] + state.loops.map(\.loop)
            let leaves: [Words] = state.limits.map(\.words) + state.ends.map(\.end)
            return StateGraph.Box("\(state.number)", stays + leaves, isOnPath: state.isOnPath)
        }
        let ways = view.states.flatMap { state in
            state.moves.map { move in
                StateGraph.Way(
                    from: state.number - 1, to: move.target - 1, move.words, isStep: move.isStep)
            }
        }
        let title = Words(
            english: "The states of the \(subject.words.english)", chinese: "\(subject.words.chinese)的状态")
        return StateGraph(title, boxes, ways)
    }

    private func section(_ state: MachineView.State) -> Report {
        let off = Words(english: "off the good handshake", chinese: "不在正常握手的路上")
        var facts: [(name: Words, value: Words)] = []
        for move in state.moves {
            facts.append((move.isStep ? "↓ \(move.target)" : "→ \(move.target)", move.words))
        }
        for group in state.loops { facts.append((MachineView.Group.stays, group.words)) }
        for limit in state.limits {
            let letter = limit.letter.chinese
            facts.append(
                (
                    "",
                    Words(
                        english:
                            "\(limit.letter.name) at most \(counted(limit.most, "time")) in a row, then: \(limit.then.text)",
                        chinese: spaced(letter, "最多连续 \(limit.most) 次，然后：\(limit.then.chinese)"))
                ))
        }
        for group in state.ends { facts.append((MachineView.Group.ends, group.words)) }
        let title: Words = "\(state.number)  \(state.word.behind)"
        return Report([
            .outcome(state.isOnPath ? title : title.behind(off)), .facts(facts, margin: 3, indent: 10), .space,
        ])
    }

    private static let good = Words(english: "GOOD", chinese: "正常")
    private static let wrong = Words(english: "WRONG", chinese: "错误")
    private static let note = Words(english: "NOTE", chinese: "注意")

    private var judgement: Report {
        let path = good.path(in: learned.machine)
        var report = Report()
        if path.count == good.steps.count + 1 {
            // A client may send a request as soon as it is open. A server waits for one.
            let data = [
                path.last.flatMap { learned.machine.edge($0, .data)?.answer },
                subject.role == .client ? learned.machine.run(good.steps).answers.last : nil,
            ]
            report.add(.text(MachineNote.complete(hasData: data.contains { $0?.hasData ?? false })))
        } else if let letter = good.steps.dropFirst(path.count - 1).first,
            let edge = learned.machine.edge(path.last ?? 0, letter)
        {
            report.add(.text(MachineNote.incomplete(at: letter, answer: edge.answer)))
        }
        if good.uncertified(in: learned.machine) != nil { report.add(.text(MachineNote.uncertified)) }
        if shortcuts.isEmpty {
            report.add(.marked(Self.good, .good, MachineNote.noShortcut))
        } else {
            for shortcut in shortcuts { report.add(.marked(Self.wrong, .bad, MachineNote.shortcut(shortcut))) }
        }
        return report
    }

    private var costs: Report {
        let states = learned.machine.states.count
        var report = Report([
            .text(MachineNote.work(learned.costs, seconds: seconds, states: states, drawn: view.states.count)),
            .text(MachineNote.reach(depth: learned.depth, counting: learned.depthOfCounting, states: states)),
            .text(
                MachineNote.beyond(
                    randomWords: settings.randomWords, pump: settings.pump, longestRun: learned.longestRun)),
        ])
        if learned.costs.doubts > 0 {
            report.add(
                .text(MachineNote.doubts(doubts: learned.costs.doubts, corrections: learned.costs.corrections)))
        }
        return report
    }

    /// What a judge says of the peer's certificates, as a report.
    package static func report(on verdict: Verdict?, of host: String) -> Report {
        let note = MachineNote.chain(verdict, of: host)
        return Report([verdict?.isTrusted == true ? .marked(good, .good, note) : .marked(Self.note, .bad, note)])
    }

    /// The differences from another machine, as a report.
    package static func report(
        on differences: [MachineDifference], from other: Reference, _ version: ProtocolVersion
    ) -> Report {
        guard !differences.isEmpty else {
            return Report([.marked(good, .good, DifferenceNote.none(with: other.words))])
        }
        var report = Report([.heading(DifferenceNote.some(differences.count, from: other.words))])
        let here = Words(english: "here", chinese: "这里")
        for difference in differences {
            report.add(
                .outcome(difference.word.told),
                .facts(
                    [(here, Words(difference.answer)), (other.label, Words(difference.other))], margin: 3, indent: 14))
            if let letter = difference.word.last {
                report.add(.text(DifferenceNote.rule(letter, version), indent: 3))
            }
        }
        return report
    }
}
