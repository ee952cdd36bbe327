import ArgumentParser
import Foundation
import LiveIO
import Render
import Simulator

/// Every run of the handshake, the transfer and the close within bounds, not only some.
struct ExploreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Try every order of events on two TCP connections, and look for one that breaks a rule.",
        discussion: """
            A opens, B listens, and both may send and close at any time. A SYN of an earlier connection is still in the network. \
            Several things are choices: which segment arrives next, which is lost, repeated or overtaken, and which timer runs out \
            first. The explorer tries all choices, up to the bounds. It visits the nearest states first, so it finds a shortest \
            counterexample.

            EXIT STATUS
              0  no rule is broken within the bounds
              3  there is a counterexample, also for a TCP that is wrong on purpose
             64  an option is wrong

            docs/explorer.md lists the rules, and the wrong TCPs that they detect.

            EXAMPLES
              HandshakeSim explore
              HandshakeSim explore --loss 2 --timeouts 2 --data 2
              HandshakeSim explore --forged 1
                  what an attacker who sees no segment cannot do
              HandshakeSim explore --variant two-way --detail messages
                  why the handshake has three steps; 'HandshakeSim tcp why-three' tells it in full
              HandshakeSim explore --simultaneous --old-syn 10 --excuse progress --pcap ghost.pcapng
                  what a simultaneous open does not protect against
            """)

    @Option(help: ArgumentHelp("How many segments the network may lose.", valueName: "n"))
    var loss = 1

    @Option(help: ArgumentHelp("How many segments the network may repeat.", valueName: "n"))
    var duplicate = 0

    @Option(help: ArgumentHelp("How many segments may overtake others.", valueName: "n"))
    var reorder = 0

    @Option(help: ArgumentHelp("How many retransmission or window timers may run out.", valueName: "n"))
    var timeouts = 2

    @Option(
        help: ArgumentHelp(
            "How many segments an attacker may forge: resets, SYNs, acknowledgments and octets that just miss.",
            valueName: "n"))
    var forged = 0

    @Option(help: ArgumentHelp("How many octets each user may send, at most 127.", valueName: "octets"))
    var data = 1

    @Option(
        help: ArgumentHelp(
            "The size of the receive buffers. With it the users read at any time, so windows can close. Without it they read at once.",
            valueName: "octets"))
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
            with its last acknowledgment (this shows when that acknowledgment is lost: --loss 1 --timeouts 1 --data 0).
            """)
    var variant = Variant.standard

    @Flag(help: "B may also open actively, by a SEND in LISTEN. So the SYNs may cross.")
    var simultaneous = false

    @Option(
        help: ArgumentHelp(
            "The distance of the old SYN's number before A's number; 0 for no old SYN. Default: 10; with --simultaneous 100000, more "
                + "than a window.", valueName: "n"))
    var oldSyn: Int?

    @Option(
        help: ArgumentHelp(
            "A rule that is not checked, by its name in docs/explorer.md. May be repeated.", valueName: "rule"))
    var excuse: [TCPSpace.Rule] = []

    @Option(help: ArgumentHelp("Give up after this number of states.", valueName: "n"))
    var limit = 5_000_000

    @OptionGroup(title: "The counterexample, if there is one")
    var output: OutputOptions

    func validate() throws {
        for (name, value) in [
            ("loss", loss), ("duplicate", duplicate), ("reorder", reorder), ("timeouts", timeouts), ("forged", forged),
            ("data", data),
        ] where !(0...127).contains(value) {
            throw ValidationError("--\(name) is \(value); it must be from 0 to 127.")
        }
        guard Variant.explored.contains(variant) else {
            throw ValidationError(
                """
                --variant \(variant.rawValue) shows only in a second connection between the same sockets, and the explorer has \
                one. See HandshakeSim tcp list.
                """)
        }
        if let oldSyn, !(0..<1 << 31).contains(oldSyn) {
            throw ValidationError("--old-syn is \(oldSyn); it must be from 0 to 2147483647, half the circle.")
        }
        if reopen, data > 63 { throw ValidationError("--data is \(data); with --reopen it must be from 0 to 63.") }
        if let buffer, !(1...65_535).contains(buffer) {
            throw ValidationError("--buffer is \(buffer); it must be from 1 to 65535.")
        }
        guard limit > 0 else { throw ValidationError("--limit is \(limit); it must be at least 1.") }
    }

    func run() throws {
        let bounds = TCPSpace.Bounds(
            loss: loss, duplicate: duplicate, reorder: reorder, timeouts: timeouts, forged: forged)
        let distance = oldSyn ?? (simultaneous ? 100_000 : 10)
        var scope = TCPSpace.Scope(data: data, oldSYN: distance == 0 ? nil : distance)
        scope.mayCross = simultaneous
        scope.buffer = buffer
        scope.mayAbort = abort
        scope.mayReopen = reopen
        let space = TCPSpace(bounds: bounds, scope: scope, excusing: Set(excuse), machine: variant.machine)
        let clock = ContinuousClock()
        let start = clock.now
        let found = space.explore(limit: limit, by: .processors, progress: Self.show)
        let seconds = (clock.now - start) / .seconds(1)
        Self.hideProgress()

        let text = ExplorationText(space, found, style: output.colour.style)
        print(text.warning(variant) + text.facts(seconds: seconds))
        print(text.outcome, terminator: "")
        guard let counterexample = found.counterexample else { return }
        let journal = space.journal(counterexample)
        if output.detail == .messages || output.detail == .bytes { print("\n" + output.ladder(journal).text, terminator: "") }
        try output.write(journal)
        throw ExitCode(3)
    }

    // MARK: Progress, for a person who waits

    private static func show(_ soFar: Exploration<TCPSpace>) {
        write("\r\(soFar.states) states, depth \(soFar.depth)\u{1b}[K")
    }

    private static func hideProgress() { write("\r\u{1b}[K") }

    private static func write(_ text: String) {
        guard Terminal.standardError.showsOutput else { return }
        FileHandle.standardError.write(Data(text.utf8))
    }
}

extension Variant: ExpressibleByArgument {
    /// Those that can be explored.
    public static var allValueStrings: [String] { explored.map(\.rawValue) }
}

extension TCPSpace.Rule: ExpressibleByArgument {
    /// The rule of that name.
    public init?(argument: String) {
        guard let rule = TCPSpace.Rule.allCases.first(where: { "\($0)" == argument }) else { return nil }
        self = rule
    }

    /// Their names.
    public static var allValueStrings: [String] { allCases.map { "\($0)" } }
}
