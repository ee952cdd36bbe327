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
        package var name: String {
            "\(role.rawValue) of \(version.name ?? version.description) \(peer == Self.own ? "in this program" : "at \(peer)")"
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
        var report = Report([.heading("The \(subject.name)"), .space])
        for state in view.states { report += section(state) }
        report.add(.heading("What matters"))
        report += judgement
        report.add(.space, .heading("How it was found"))
        report += costs
        return report
    }

    /// The machine as a drawing on a page: the good handshake from top to bottom.
    package var graph: StateGraph {
        let boxes = view.states.map { state in
            let loops = state.loops.map { "stays: " + Self.text($0) }
            let limits = state.limits.map { "\($0.letter.name): at most \($0.most) in a row" }
            let ends = state.ends.map { "ends: " + Self.text($0) }
            return StateGraph.Box(
                "\(state.number)", ["after \(state.word.words)"] + loops + limits + ends, isOnPath: state.isOnPath)
        }
        let ways = view.states.flatMap { state in
            state.moves.map { move in
                StateGraph.Way(
                    from: state.number - 1, to: move.target - 1, "\(move.letter.name): \(move.answer.text)",
                    isStep: move.isStep)
            }
        }
        return StateGraph("The states of the \(subject.name)", boxes, ways)
    }

    private func section(_ state: MachineView.State) -> Report {
        let mark = state.isOnPath ? "" : " (off the good handshake)"
        var facts: [(name: String, value: String)] = []
        for move in state.moves {
            let arrow = move.isStep ? "↓ \(move.target)" : "→ \(move.target)"
            facts.append((arrow, "\(move.letter.name): \(move.answer.text)"))
        }
        for group in state.loops { facts.append(("stays", Self.text(group))) }
        for limit in state.limits {
            facts.append(
                ("", "\(limit.letter.name) at most \(counted(limit.most, "time")) in a row, then: \(limit.then.text)"))
        }
        for group in state.ends { facts.append(("ends", Self.text(group))) }
        return Report([
            .outcome("\(state.number)  after \(state.word.words)\(mark)"), .facts(facts, margin: 3, indent: 10), .space,
        ])
    }

    private static func text(_ group: MachineView.Group) -> String {
        "\(group.letters.map(\.name).joined(separator: ", ")): \(group.answer.text)"
    }

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
            report.add(.marked("GOOD", .good, MachineNote.noShortcut))
        } else {
            for shortcut in shortcuts { report.add(.marked("WRONG", .bad, MachineNote.shortcut(shortcut))) }
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
        return Report([verdict?.isTrusted == true ? .marked("GOOD", .good, note) : .marked("NOTE", .bad, note)])
    }

    /// The differences from another machine, as a report.
    package static func report(
        on differences: [MachineDifference], from other: String, _ version: ProtocolVersion,
        as names: (one: String, other: String)
    ) -> Report {
        guard !differences.isEmpty else {
            return Report([.marked("GOOD", .good, DifferenceNote.none(with: other))])
        }
        var report = Report([.heading(DifferenceNote.some(differences.count, from: other))])
        for difference in differences {
            report.add(
                .outcome(difference.word.words),
                .facts(
                    [(names.one, difference.answer.text), (names.other, difference.other.text)], margin: 3, indent: 14))
            if let letter = difference.word.last {
                report.add(.text(DifferenceNote.rule(letter, version), indent: 3))
            }
        }
        return report
    }
}
