import TCPSim
import Trace

/// What the card of challenge-ack says.
struct ChallengeACKCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The defence that told"
        case .act: "Learns the numbers of a hidden connection through a shared limit"
        case .mistake:
            "A host sends at most 100 challenge ACKs a second, and all its connections share this limit, as in Linux 3.6 to 4.6."
        case .goal:
            "She wants to learn the client's port and the server's RCV.NXT of a connection that she does not see, and then to reset it."
        case .defence:
            "Each connection has a limit of its own. What a forged segment uses up on one connection is not missing on another (RFC 5961 "
                + "section 7, RFC 9293 section 3.10.7.4)."
        case .cost: "A counter for each connection in place of one for the host."
        case .remains:
            "Whatever else connections share can tell: the identification of IP datagrams, the limit on ICMP messages. An attacker "
                + "on the path needs none of this."
        case .misreading:
            "\"A rate limit can do no harm\": a limit that strangers share is a channel between them. \"Without seeing a packet one learns "
                + "nothing\": she learns from what she does not receive."
        case .limit:
            "No datagram is lost, and the client sends nothing meanwhile. A lost answer would look like a hit, so the real attack asks "
                + "twice. She knows the size of the window."
        }
    }
}

/// What is done and found in challenge-ack.
enum ChallengeACKNote: Remark {
    case own
    case forged
    case guess(ChallengeSearch.RoundQuestion)
    case synchronized([Int], Int)
    case port(UInt16, answers: [Int])
    case window(SequenceNumber, rounds: Int)
    case edge(SequenceNumber, next: SequenceNumber, rounds: Int)
    case hit(SequenceNumber)
    case missed

    var english: String {
        switch self {
        case .own:
            "She sends a reset on her own connection. It lies in the window, but not at RCV.NXT, so it draws a challenge ACK."
        case .forged: "She sends the reset that should fit, in the client's name."
        case .guess(.port): "She asks in the client's name whether this port has a connection."
        case .guess(.window), .guess(.edge): "She asks in the client's name whether this number lies in the window."
        case .synchronized(let counts, let limit):
            "She looks for the server's seconds. She sends \(2 * limit) bad resets on a connection of her own within a second, and counts the "
                + "answers: \(counts.map(String.init).joined(separator: ", then ")). At \(limit) all resets lay in one second of the server."
        case .port(let port, let got):
            "Each second she sends a SYN,ACK from each of one half of the ports, then 100 resets on her own connection. The answers: "
                + "\(got.map(String.init).joined(separator: ", ")). 99 says that one challenge ACK went to the client: the port is in this half. "
                + "100 says that it is in the other half. Port \(port) is left after \(counted(got.count, "round"))."
        case .window(let number, let rounds):
            "In the same way she asks with resets that lie a window apart. After \(counted(rounds, "round")) one number is left: \(number)."
        case .edge(let edge, let number, let rounds):
            "With one reset in each round she looks for the upper edge of the window. After \(counted(rounds, "round")) she has it: "
                + "\(edge) is the first number beyond the window. So RCV.NXT should be \(number)."
        case .hit(let number):
            "A reset at exactly \(number) must be obeyed, by a careful TCP as well. The server's connection is gone."
        case .missed:
            "Her own connection always had its 100 answers. So all her conclusions were wrong, and the reset hits nothing. The "
                + "connection goes on."
        }
    }
}
