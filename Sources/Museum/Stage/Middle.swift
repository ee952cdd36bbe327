import Simulator
import TCPSim
import Trace

/// A victim that calls a server, and the attacker between the two, who is called in the server's place.
package struct MiddleStage {
    /// The attacker.
    package var attacker: Attacker
    /// What is opened to her at the server's address.
    package let lines: () -> [Line]
    private let stage: Stage
    private let places: (client: Int, server: Int)
    private let asked: Int

    /// The moment at which the victim calls.
    ///
    /// - Parameters:
    ///   - client: the victim's program.
    ///   - server: the server's, on each connection.
    package init(_ show: Performance, client: TLSProgram, server: TLSProgram) {
        stage = show.stage()
        places = show.pair(on: stage, apart: true)
        attacker = show.attackerInTheMiddle(of: stage)
        lines = attacker.listen(at: 443, on: .victim)
        stage.listen(places.server, port: 443) { _ in server }
        asked = stage.connect(places.client, from: 50_000, to: Socket(.server, 443), client)
    }

    /// The sockets of both, as a result has them.
    package static var evidence: [(name: String, value: JSON)] {
        [("victim", .socket(Socket(.client, 50_000))), ("server", .socket(Socket(.server, 443)))]
    }

    /// Shows on the victim's wire that this is the exponent behind the server's public value.
    package static func command(exponent: [UInt8]) -> String {
        "tshark -r VICTIM -Y tls.handshake.ys -T fields -e tls.handshake.p -e tls.handshake.g -e tls.handshake.ys | "
            + "python3 -c 'import sys; p, g, ys = [int(x.replace(\":\", \"\"), 16) for x in sys.stdin.read().split()]; "
            + "print(pow(g, 0x\(Hex.string(exponent)), p) == ys)'"
    }

    /// The victim's program, as it is now.
    package var victim: TLSProgram? { stage.application(places.client, asked) as? TLSProgram }

    /// Waits for the victim, and calls the server; nil if the victim does not come.
    package func middle() -> Middle? { Middle(attacker, lines, to: Socket(.server, 443)) }
}

/// A connection between two others that is two: the attacker has taken the victim's, and has opened one of her own to the server.
package struct Middle {
    /// Her connection with the victim, who takes her for the server.
    package let victim: Line
    /// Her connection with the server.
    package let server: Line
    private let attacker: Attacker

    /// Waits for the victim, and calls the server; nil if the victim does not come.
    package init?(_ attacker: Attacker, _ lines: () -> [Line], to server: Socket) {
        guard let victim = attacker.caller(lines) else { return nil }
        self.attacker = attacker
        self.victim = victim
        let line = attacker.open(to: server, on: .server)
        attacker.wait { line.isOpen }
        self.server = line
    }

    /// Lets time pass until both sides have closed, or the victim where an end is not passed on.
    ///
    /// - Parameters:
    ///   - passesEnds: whether a connection is closed because the other one is.
    ///   - isDone: whether she has what she wants.
    ///   - change: what goes on in place of what a side has said: `.client` is the victim.
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
    /// Waits until a connection is opened to her; nil if none is.
    package func caller(_ lines: () -> [Line]) -> Line? {
        var found: Line?
        wait {
            found = found ?? lines().first
            return found?.isOpen ?? false
        }
        return found
    }
}
