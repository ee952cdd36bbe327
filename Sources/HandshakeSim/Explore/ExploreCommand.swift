import ArgumentParser
import LiveIO
import Render
import Simulator
import TLSExplorer
import Trace

/// The command that explores every order of events on TCP connections, within bounds.
struct ExploreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract:
            "Try every order of events on TCP connections, or on TLS and an attacker, and look for one that breaks a rule.",
        discussion: """
            A opens, B listens, and both may send and close at any time. A SYN of an earlier connection is still in the network. \
            Several things are choices: which segment arrives next, which is lost, repeated or overtaken, and which timer runs out \
            first. The explorer tries all choices, up to the bounds. It visits the nearest states first, so it finds a shortest \
            counterexample. Without options it explores two spaces: one in which a segment may get lost, and one in which both sides' \
            windows close.

            With --tls the explorer tries every run of a TLS client, a TLS server and an attacker in the path between them, who has no key of \
            theirs. She may take records off the wire, hold them back, copy them, change them and put in her own: --moves says how often.

            A program that was built for debugging takes about half a minute for each. 'make release' builds one that takes a second.

            EXIT STATUS
              0  no rule is broken within the bounds
              3  there is a counterexample, also for a TCP that is wrong on purpose
              4  not finished: the search has ended at its limit
             64  an option is wrong

            docs/explorer.md lists the rules, the wrong TCPs that they detect, and what TCP as it is specified does not prevent.

            EXAMPLES
            \(Catalogue.explorations.map(\.text).joined(separator: "\n"))
            """)

    @Option(help: .text("How many segments the network may lose.", for: "n"))
    var loss = 1

    @Option(help: .text("How many segments the network may repeat.", for: "n"))
    var duplicate = 0

    @Option(help: .text("How many segments may overtake others.", for: "n"))
    var reorder = 0

    @Option(help: .text("How many retransmission or window timers may run out.", for: "n"))
    var timeouts = 2

    @Option(
        help: .text(
            "How many segments an attacker may forge: resets, SYNs, acknowledgments and octets that just miss.",
            for: "n"))
    var forged = 0

    @Option(help: .text("How many octets each user may send, at most 127.", for: "octets"))
    var data = 1

    @Option(
        help: .text(
            "The size of the receive buffers. With it the users read at any time, so windows can close. Without it they read at once.",
            for: "octets"))
    var buffer: Int?

    @Flag(help: "The users may abort.")
    var abort = false

    @Flag(
        help: """
            The users may open once more between the same sockets when their connection is over. A connection in TIME-WAIT ends \
            early for a SYN that cannot be old.
            """)
    var reopen = false

    @Option(
        help: """
            The TCP to explore: standard, or a TCP that is wrong on purpose. two-way: the listener does not wait for the third \
            segment. merged-close: it answers a FIN with its own FIN before its user has closed. no-time-wait: it forgets a connection \
            with its last acknowledgment (this shows when that acknowledgment is lost: --loss 1 --timeouts 1 --data 0). With \
            --listener: no-backlog, any-cookie, unchecked-mss or kept-half-open. With --tls one or several, with commas between them: \
            \(TLSMistake.allCases.map(\.rawValue).joined(separator: ", ")).
            """)
    var variant = ExploredVariant.tcp(.standard)

    @Flag(help: "B may also open actively, by a SEND in LISTEN. So the SYNs may cross.")
    var simultaneous = false

    @Option(
        help: .text(
            "The distance of the old SYN's number before A's number; 0 for no old SYN. Default: 10; with --simultaneous 100000, more "
                + "than a window; with --listener none.", for: "n"))
    var oldSyn: Int?

    @Option(help: .text("A rule that is not checked, by its name in docs/explorer.md. May be repeated.", for: "rule"))
    var excuse: [String] = []

    @Flag(
        help: """
            Count as broken also what TCP or TLS as it is specified does not prevent. Without it the result names what was met of that.
            """)
    var strict = false

    @Option(help: .text("Give up after this number of states.", for: "n"))
    var limit = 5_000_000

    @OptionGroup(title: "A listener and its clients, instead of two connections")
    var listening: ListenerOptions

    @OptionGroup(title: "TLS and an attacker, instead of TCP")
    var tls: TLSExploreOptions

    @OptionGroup(title: "The counterexample, if there is one")
    var output: OutputOptions

    @OptionGroup(title: "The counterexample, if there is one")
    var page: PageOptions

    /// The TCP to explore.
    private var tcpVariant: Variant { if case .tcp(let variant) = variant { variant } else { .standard } }

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit is \(limit); it must be at least 1.") }
        try tls.validate(beside: self)
        if tls.isOn { return }
        try validateTCP()
    }

    private func validateTCP() throws {
        let variant = tcpVariant
        for (name, value) in [
            ("loss", loss), ("duplicate", duplicate), ("reorder", reorder), ("timeouts", timeouts), ("forged", forged),
            ("data", data),
        ] where !(0...127).contains(value) {
            throw ValidationError("--\(name) is \(value); it must be from 0 to 127.")
        }
        if Variant.ofHosts.contains(variant) {
            guard listening.listener else {
                throw ValidationError("--variant \(variant.rawValue) is one of a listener: add --listener.")
            }
        } else if !Variant.explored.contains(variant) {
            throw ValidationError(
                """
                --variant \(variant.rawValue) is about the choice of initial numbers, and the explorer gives each connection its \
                own. See HandshakeSim tcp list.
                """)
        } else if variant != .standard, listening.listener {
            throw ValidationError("--variant \(variant.rawValue) is not one of a listener: leave out --listener.")
        }
        try listening.validate(beside: self)
        let names = rules.map { "\($0)" }
        for name in excuse where !names.contains(name) {
            throw ValidationError("--excuse \(name): the rules are \(names.joined(separator: ", ")).")
        }
        if let oldSyn, !(0..<1 << 31).contains(oldSyn) {
            throw ValidationError("--old-syn is \(oldSyn); it must be from 0 to 2147483647, half the circle.")
        }
        if reopen, data > 63 { throw ValidationError("--data is \(data); with --reopen it must be from 0 to 63.") }
        if let buffer, !(1...65_535).contains(buffer) {
            throw ValidationError("--buffer is \(buffer); it must be from 1 to 65535.")
        }
    }

    /// The rules that are checked in the explored space.
    private var rules: [TCPSpace.Rule] {
        listening.listener ? TCPSpace.Rule.ofHosts : TCPSpace.Rule.ofConnections
    }

    func run() throws {
        if tls.isOn { return try exploreTLS() }
        let variant = tcpVariant
        let bounds = TCPSpace.Bounds(
            loss: loss, duplicate: duplicate, reorder: reorder, timeouts: timeouts, forged: forged)
        let excused = Set(rules.filter { excuse.contains("\($0)") })
        var spaces = [(bounds, scope)]
        if variant == .standard, excused.isEmpty, bounds == Self.loss, scope == TCPSpace.Scope() {
            spaces.append((Self.closing, Self.narrow))
        }
        try explore(
            spaces.map { bounds, scope in
                TCPSpace(
                    bounds: bounds, scope: scope, excusing: excused, isStrict: strict, machines: variant.machines)
            })
    }

    /// The hosts and connections of the space, and what the users may do.
    private var scope: TCPSpace.Scope {
        var scope = listening.listener ? listening.scope : TCPSpace.Scope()
        scope.data = data
        let distance = oldSyn ?? (listening.listener ? 0 : simultaneous ? 100_000 : 10)
        scope.oldSYN = distance == 0 ? nil : distance
        scope.mayCross = simultaneous
        scope.buffer = buffer
        scope.mayAbort = abort
        scope.mayReopen = reopen
        return scope
    }

    /// The bounds of the first space that is explored without options: one segment may be lost.
    private static let loss = TCPSpace.Bounds(loss: 1, timeouts: 2)
    /// The bounds of the second space, in which no segment is lost.
    private static let closing = TCPSpace.Bounds(timeouts: 2)
    /// The scope of the second space, in which the windows of both sides can close.
    private static let narrow = {
        var scope = TCPSpace.Scope(data: 2, oldSYN: nil)
        scope.buffer = 1
        return scope
    }()

    /// Explores one space after the other, up to the first counterexample, and prints the results.
    ///
    /// - Throws: `ExitCode` 3 if there is a counterexample, 4 if a search has ended at its limit.
    private func explore(_ spaces: [TCPSpace]) throws {
        let mistake = tcpVariant.mistake
        var told = mistake.map { Report([.wrongOnPurpose($0)]) } ?? Report()
        var isCut = false
        for (index, space) in spaces.enumerated() {
            let clock = ContinuousClock()
            let start = clock.now
            let progress = ProgressLine("explore")
            let found = space.explore(limit: limit, by: .processors) { soFar in
                progress.tell("\(counted(soFar.states, "state")), depth \(soFar.depth)")
            }
            let seconds = (clock.now - start) / .seconds(1)
            progress.end()

            let report = ExplorationReport(space, found)
            if index > 0 { told.add(.space) }
            let outcome = report.outcome(columns: page.style.columns, in: page.style.language)
            told += Report(apart: [report.facts(seconds: Terminal.standard.showsOutput ? seconds : nil), outcome])
            isCut = isCut || found.isCut && found.counterexample == nil
            guard let counterexample = found.counterexample else { continue }
            let journal = space.journal(counterexample)
            let set = RunSet(one: journal, telling: report.telling(mistake))
            try page.show(told, output.ladders(of: set, style: page.style))
            try output.write(set, in: page.spoken)
            throw ExitCode(3)
        }
        try page.show(told)
        if isCut { throw ExitCode(4) }
    }
}

extension Report.Part {
    /// What the program does wrong on purpose, behind a mark.
    static func wrongOnPurpose(_ mistake: any Wording) -> Report.Part {
        .marked(
            Words(english: "WRONG", chinese: "错误"), .bad,
            Words(english: "on purpose: \(mistake.english)", chinese: "故意写错：\(mistake.chinese)"))
    }
}
