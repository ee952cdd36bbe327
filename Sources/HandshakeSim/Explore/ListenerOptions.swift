import ArgumentParser
import Simulator
import TCPSim

/// The options for a listener in the explorer, and for its clients.
struct ListenerOptions: ParsableArguments {
    @Flag(
        help: """
            Explore a listener: B accepts connections, closes them and closes the listening socket when it likes. --forged forges \
            cookies.
            """)
    var listener = false

    @Option(help: .text("How many clients open connections, from 1 to 3. Default: 2.", for: "n"))
    var clients: Int?

    @Option(help: .text("How many connections may wait, open or half open. Default: 1.", for: "n"))
    var backlog: Int?

    @Option(help: .text("Answer SYNs by cookies: full, when no further connection may wait, or always.", for: "when"))
    var cookies: SYNCookies.Use?

    @Option(help: .text("How many SYNs of hosts that do not exist arrive, at most 3. Default: 0.", for: "n"))
    var flood: Int?

    /// The hosts of the space. The command adds what the users may do.
    var scope: TCPSpace.Scope {
        var scope = TCPSpace.Scope(clients: clients ?? 2, backlog: backlog ?? 1, cookies: cookies)
        scope.flood = flood ?? 0
        return scope
    }

    /// Checks these options together with the command's other options.
    ///
    /// - Throws: `ValidationError` for options that exclude each other, or for a number that is too large.
    func validate(beside command: ExploreCommand) throws {
        guard listener else {
            let names = [
                ("clients", clients != nil), ("backlog", backlog != nil), ("cookies", cookies != nil),
                ("flood", flood != nil),
            ]
            guard let name = names.first(where: \.1)?.0 else { return }
            throw ValidationError("--\(name) is about a listener: add --listener.")
        }
        if command.simultaneous { throw ValidationError("--simultaneous: a listener does not open actively.") }
        if command.strict { throw ValidationError("--strict is about two connections: leave out --listener.") }
        if command.buffer != nil {
            throw ValidationError("--buffer: the users of a listener's connections read at once.")
        }
        let most = TCPSpace.Scope.most
        for (name, value, range) in [
            ("clients", clients ?? 2, 1...3), ("backlog", backlog ?? 1, 1...3),
            ("flood", flood ?? 0, 0...most.segments), ("loss", command.loss, 0...most.segments),
            ("duplicate", command.duplicate, 0...most.segments), ("reorder", command.reorder, 0...most.segments),
            ("forged", command.forged, 0...most.segments), ("timeouts", command.timeouts, 0...most.timeouts),
            ("data", command.data, 0...31),
        ] where !range.contains(value) {
            throw ValidationError(
                "--\(name) is \(value); with --listener it must be from \(range.lowerBound) to \(range.upperBound).")
        }
    }
}

extension SYNCookies.Use: ExpressibleByArgument {}
