import ArgumentParser
import Capture
import Foundation
import LiveIO
import Render
import Simulator
import Trace

/// Every run of the handshake, the transfer and the close within bounds, not only some.
struct ExploreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Try every order of events on two TCP connections, and look for one that breaks a rule.",
        discussion: """
            A opens, B listens; both may send and close whenever they like. A SYN of an earlier connection is still in the \
            network. Which segment arrives next, which is lost, repeated or overtaken, and which timer runs out first is a choice, \
            and all choices are tried, up to the bounds. The nearest states come first, so a counterexample is a shortest one.

            EXIT STATUS
              0  no rule is broken within the bounds
              3  there is a counterexample, whichever TCP was explored
             64  an option makes no sense

            docs/explorer.md lists the rules, and the wrong TCPs that they find out.

            EXAMPLES
              HandshakeSim explore
              HandshakeSim explore --loss 2 --timeouts 2 --data 2
              HandshakeSim explore --variant two-way
                  why the handshake has three steps; 'HandshakeSim tcp why-three' tells it in full
              HandshakeSim explore --simultaneous --old-syn 10 --pcap ghost.pcapng
                  what a simultaneous open does not protect from
            """)

    @Option(help: ArgumentHelp("How many segments the network may lose.", valueName: "n"))
    var loss = 1

    @Option(help: ArgumentHelp("How many segments the network may repeat.", valueName: "n"))
    var duplicate = 0

    @Option(help: ArgumentHelp("How many segments may overtake others.", valueName: "n"))
    var reorder = 0

    @Option(help: ArgumentHelp("How many retransmission or window timers may run out.", valueName: "n"))
    var timeouts = 1

    @Option(help: ArgumentHelp("How many octets each user may send, at most 127.", valueName: "octets"))
    var data = 1

    @Option(
        help: """
            The TCP to explore: standard; or, wrong on purpose, two-way, whose listener does not wait for the third segment, \
            merged-close, which answers a FIN with its own before its user has closed, or no-time-wait, which forgets a connection \
            with its last acknowledgment (it shows where that one is lost: --loss 1 --timeouts 1 --data 0).
            """)
    var variant = Variant.standard

    @Flag(help: "B may open actively as well, by a SEND in LISTEN, so that the SYNs may cross.")
    var simultaneous = false

    @Option(
        help: ArgumentHelp(
            "How many numbers before A's that of the old SYN lies; 0 for no old SYN. Default: 10; with --simultaneous 100000, which "
                + "is beyond a window.", valueName: "n"))
    var oldSyn: Int?

    @Option(help: ArgumentHelp("Write the counterexample, if there is one, as a capture (pcapng).", valueName: "file"))
    var pcap: String?

    @Option(help: ArgumentHelp("Write the counterexample, if there is one, as JSON.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Give up after so many states.", valueName: "n"))
    var limit = 5_000_000

    func validate() throws {
        for (name, value) in [
            ("loss", loss), ("duplicate", duplicate), ("reorder", reorder), ("timeouts", timeouts), ("data", data),
        ] where !(0...127).contains(value) {
            throw ValidationError("--\(name) is \(value); it must be from 0 to 127.")
        }
        guard Variant.explored.contains(variant) else {
            throw ValidationError(
                """
                --variant \(variant.rawValue) shows in the next connection between the same sockets, and the explorer has only \
                one: see HandshakeSim tcp list.
                """)
        }
        if let oldSyn, !(0..<1 << 31).contains(oldSyn) {
            throw ValidationError("--old-syn is \(oldSyn); it must be from 0 to 2147483647, half the circle.")
        }
        guard limit > 0 else { throw ValidationError("--limit is \(limit); it must be at least 1.") }
    }

    func run() throws {
        let bounds = TCPSpace.Bounds(loss: loss, duplicate: duplicate, reorder: reorder, timeouts: timeouts)
        let distance = oldSyn ?? (simultaneous ? 100_000 : 10)
        let oldSYN = distance == 0 ? nil : distance
        let space = TCPSpace(
            bounds: bounds, data: data, mayCross: simultaneous, oldSYN: oldSYN, machine: TCPSpace.machine(variant))
        let clock = ContinuousClock()
        let start = clock.now
        let found = Explorer(space, limit: limit).explore(progress: Self.show)
        let seconds = (clock.now - start) / .seconds(1)
        Self.hideProgress()

        let text = ExplorationText(space, found)
        print(ExplorationText.warning(variant) + text.facts(oldSYN: oldSYN, seconds: seconds))
        print(text.outcome, terminator: "")
        guard let counterexample = found.counterexample else { return }
        let journal = space.journal(counterexample)
        if let json { try OutputFile.write(Array(JSON.journal(journal).text.utf8), to: json) }
        if let pcap { try OutputFile.write(PcapNG.bytes(journal), to: pcap) }
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
