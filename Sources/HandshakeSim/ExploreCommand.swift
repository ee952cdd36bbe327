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
            A opens, B listens; both may send and close whenever they like. A SYN of an earlier connection is still in the \
            network. Which segment arrives next, which is lost, repeated or overtaken, and which timer runs out first is a choice, \
            and all choices are tried, up to the bounds. The nearest states come first, so a counterexample is a shortest one.

            EXIT STATUS
              0  no rule is broken within the bounds
              3  there is a counterexample

            EXAMPLES
              HandshakeSim explore
              HandshakeSim explore --loss 2 --timeouts 2 --data 2
              HandshakeSim explore --variant two-way
                  why the handshake has three steps; 'HandshakeSim tcp why-three' tells it in full
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
            The TCP to explore: standard; or, wrong on purpose, two-way, whose listener does not wait for the third segment, or \
            merged-close, which answers a FIN with its own before its user has closed.
            """)
    var variant = Variant.standard

    @Flag(help: "B may open actively as well, so that the SYNs may cross; without the SYN of an earlier connection.")
    var simultaneous = false

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
        guard limit > 0 else { throw ValidationError("--limit is \(limit); it must be at least 1.") }
    }

    func run() throws {
        let bounds = TCPSpace.Bounds(loss: loss, duplicate: duplicate, reorder: reorder, timeouts: timeouts)
        let space = TCPSpace(
            bounds: bounds, data: data, mayCross: simultaneous, hasOldSYN: !simultaneous,
            machine: TCPSpace.machine(variant))
        let isWatched = Terminal.standard.showsOutput
        let clock = ContinuousClock()
        let start = clock.now
        let found = Explorer(space, limit: limit).explore { soFar in
            guard isWatched else { return }
            print("\r\(soFar.states) states, depth \(soFar.depth)", terminator: "\u{1b}[K")
            fflush(nil)
        }
        let seconds = (clock.now - start) / .seconds(1)
        if isWatched { print("\r", terminator: "\u{1b}[K") }

        if let mistake = variant.mistake {
            print(LabelledParagraph("WRONG", .bad, "on purpose: \(mistake)").text(), terminator: "")
        }
        print(
            "bounds       loss \(loss), duplicate \(duplicate), reorder \(reorder), timeouts \(timeouts), data \(data)")
        print("states       \(found.states)")
        print("transitions  \(found.transitions)")
        print("depth        \(found.depth)")
        let coverage = Text.wrap(TCPSpace.coverage(found.landmarks), to: Text.columns - 13)
        print(coverage.enumerated().map { Text.pad($0 == 0 ? "figure 5" : "", to: 13) + $1 }.joined(separator: "\n"))
        print("speed        \(Int(Double(found.states) / max(seconds, 0.001))) states per second (measured)")
        print("")
        if let counterexample = found.counterexample {
            let verdict = "Broken after \(counterexample.actions.count) steps, and no fewer: \(counterexample.rule)."
            print(Text.wrap(verdict, to: Text.columns).joined(separator: "\n") + "\n")
            print(space.ladder(counterexample.actions).joined(separator: "\n"))
            throw ExitCode(3)
        }
        print(found.isCut ? "no violation in the states up to the limit" : "no violation within these bounds")
    }
}

extension Variant: ExpressibleByArgument {
    /// Those that can be explored.
    public static var allValueStrings: [String] { explored.map(\.rawValue) }
}
