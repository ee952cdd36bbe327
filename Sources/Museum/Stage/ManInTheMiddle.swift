import Simulator
import TCPSim
import Trace

/// A stage with a client, a server, and the attacker between them: the client's connection to the server's address reaches the
/// attacker.
package struct ManInTheMiddleStage {
    package var attacker: Attacker
    /// Returns the connections that clients have opened to the attacker since its last call.
    package let lines: () -> [Line]
    private let stage: Stage
    /// The indices of the hosts.
    private let places: (client: Int, server: Int)
    /// The socket number of the victim's connection.
    private let asked: Int

    /// A stage on which the victim opens its connection at once.
    ///
    /// - Parameters:
    ///   - client: the program of the victim, which is the client.
    ///   - server: the program of the server on each connection.
    package init(_ show: Performance, client: TLSProgram, server: TLSProgram) {
        stage = show.stage()
        places = show.pair(on: stage, apart: true)
        attacker = show.attackerInTheMiddle(of: stage)
        lines = attacker.listen(at: 443, on: .victim)
        stage.listen(places.server, port: 443) { _ in server }
        asked = stage.connect(places.client, from: 50_000, to: Socket(.server, 443), client)
    }

    /// The sockets of the client and the server, for the evidence of a result.
    package static var evidence: [(name: String, value: JSON)] {
        [("victim", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(.server, 443)))]
    }

    /// A command that shows from the capture of the victim's wire that the server's public value is the generator to the power of
    /// `exponent`.
    package static func command(exponent: [UInt8]) -> String {
        "tshark -r VICTIM -Y tls.handshake.ys -T fields -e tls.handshake.p -e tls.handshake.g -e tls.handshake.ys | "
            + "python3 -c 'import sys; p, g, ys = [int(x.replace(\":\", \"\"), 16) for x in sys.stdin.read().split()]; "
            + "print(pow(g, 0x\(Hex.string(exponent)), p) == ys)'"
    }

    /// The current state of the victim's program.
    package var victim: TLSProgram? { stage.application(places.client, asked) as? TLSProgram }

    /// Waits for the victim's connection, and opens one to the server; nil if the victim's connection does not open.
    package func middle() -> ManInTheMiddle? { ManInTheMiddle(attacker, lines, to: Socket(.server, 443)) }
}

/// The two connections of an attacker in the middle: the victim's, which she has accepted, and her own to the server.
package struct ManInTheMiddle {
    /// Her connection with the victim, which takes her for the server.
    package let victim: Line
    /// Her connection with the server.
    package let server: Line
    private let attacker: Attacker

    /// Waits for the victim's connection, and opens one to the server; nil if the victim's connection does not open.
    package init?(_ attacker: Attacker, _ lines: () -> [Line], to server: Socket) {
        guard let victim = attacker.caller(lines) else { return nil }
        self.attacker = attacker
        self.victim = victim
        let line = attacker.open(to: server, on: .server)
        attacker.wait { line.isOpen }
        self.server = line
    }

    /// Passes octets on between the two connections until both have ended, or until the victim's has ended if `passesEnds` is
    /// false.
    ///
    /// - Parameters:
    ///   - passesEnds: whether she closes a connection when the other one has ended.
    ///   - isDone: ends the relay earlier.
    ///   - change: gives the octets to pass on in place of those of a side. `.client` is the victim.
    package func relay(
        atMost span: TimeSpan = .seconds(20), passesEnds: Bool = true, until isDone: () -> Bool = { false },
        _ change: (Role, [UInt8]) -> [UInt8]
    ) {
        var ended: Set<Role> = []
        attacker.wait(atMost: span) {
            for (role, from, to) in [(Role.client, victim, server), (.server, server, victim)] {
                let octets = from.read()
                let passed = octets.isEmpty ? [] : change(role, octets)
                if !passed.isEmpty { to.send(passed) }
                if from.isOver, ended.insert(role).inserted, passesEnds { to.close() }
            }
            return ended.contains(.client) && (!passesEnds || ended.count == 2) || isDone()
        }
        // The last acknowledgments are still on their way.
        attacker.wait(atMost: .seconds(1)) { false }
    }
}

extension Attacker {
    /// Waits for a connection to her.
    ///
    /// - Returns: the first connection; nil if none was opened.
    package func caller(_ lines: () -> [Line]) -> Line? {
        var found: Line?
        wait {
            found = found ?? lines().first
            return found?.isOpen ?? false
        }
        return found
    }
}
