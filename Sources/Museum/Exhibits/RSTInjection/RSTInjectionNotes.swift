import TCPSim
import Trace

/// What the card of rst-injection says.
struct RSTInjectionCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "One segment out of 4,096"
        case .act: "Ends a connection of two other hosts with a forged reset"
        case .mistake: "TCP takes a reset whose number lies anywhere in the receive window, as RFC 793 had it."
        case .goal: "She wants to end a connection of two other hosts. She sees none of its segments."
        case .defence:
            "Only a reset with exactly the next expected number ends the connection. Any other reset in the window is answered "
                + "with a challenge ACK (RFC 5961 section 3.2, RFC 9293 section 3.10.7.4)."
        case .cost: "A peer that has really lost the connection needs one round trip more to say so."
        case .remains:
            "An attacker on the path reads the number and needs one reset. TLS does not help: it lives above TCP. Without "
                + "the rule a larger window makes the attack shorter."
        case .misreading:
            "\"She needs the exact number\": that is so only since the rule. \"HTTPS cannot be cut\": a reset ends the TCP below it."
        case .limit:
            "She knows the ports. If she had to try P client ports, it would take up to P times as many segments."
        }
    }
}

/// What is done and found in rst-injection.
enum RSTInjectionNote: Remark {
    case knows(client: Socket, server: Socket, window: Int, steps: Int)
    case forged
    case swept(Int)
    case hit(SequenceNumber)
    case challenged

    var english: String {
        switch self {
        case .knows(let client, let server, let window, let steps):
            "She knows the four-tuple \(client), \(server), and the window of the client's system: W = \(window) octets. "
                + "So \(steps) resets, W apart, leave no number out. She begins anywhere."
        case .forged: "She sends a reset that bears the server's address."
        case .swept(let count): "She has sent \(counted(count, "reset"))."
        case .hit(let number):
            "The last reset, at \(number), lies in the client's window. The client's connection is gone. The server does not "
                + "know it yet."
        case .challenged:
            "Her resets are one window apart, so one of them lay in the window. The client answered it with a challenge ACK to the server, and "
                + "the server has a connection there: nothing happens. The next data goes through."
        }
    }
}
