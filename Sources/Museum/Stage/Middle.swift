import Simulator
import TCPSim
import Trace

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
