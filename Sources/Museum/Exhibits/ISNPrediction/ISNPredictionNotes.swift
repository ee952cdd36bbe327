import TCPSim
import Trace

/// What the card of isn-prediction says.
struct ISNPredictionCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A stranger speaks for a friend"
        case .act: "Guesses a sequence number and speaks for another host"
        case .mistake:
            "The server's initial sequence numbers follow a rule that each of its connections tells. Its service takes an address "
                + "for a proof of who speaks."
        case .goal:
            "She wants the service to run a command that it runs only for one trusted host. She receives nothing that is sent to that host."
        case .defence:
            "F, a hash of the four-tuple under a secret, is added to the clock (RFC 6528 section 3, RFC 9293 section 3.4.1). The number "
                + "of one connection says nothing about the number of another."
        case .cost: "One hash for each connection."
        case .remains:
            "An attacker on the path reads the number and need not guess. An address still proves nothing: the service needs "
                + "cryptography, such as TLS or SSH."
        case .misreading:
            "\"A random ISN encrypts the connection\": it only makes blind forging expensive. \"The third segment proves who you are\": it proves "
                + "that you have received the second."
        case .limit:
            "The trusted host is silent from the beginning. In 1994 it was flooded first. She knows how long a datagram needs "
                + "to the server, and she keeps away from the full second, at which 4.3BSD's counter jumps."
        }
    }
}

/// What is done and found in isn-prediction.
enum ISNPredictionNote: Remark {
    case samples([SequenceNumber], String)
    case syn(Socket)
    case guess
    case sent(Int, from: SequenceNumber)
    case obeyed(after: Int)
    case denied

    var english: String {
        switch self {
        case .samples(let numbers, let variant):
            "She opens \(counted(numbers.count, "connection")) of her own and notes the server's initial sequence numbers: "
                + "\(numbers.map(\.description).joined(separator: ", ")). \(Self.englishReading(numbers, variant))"
        case .syn(let trusted):
            "She sends a SYN in the name of \(trusted). The SYN,ACK goes to that host. She does not see it. The host is silent, "
                + "so it does not reset the connection."
        case .guess: "She acknowledges a number that she has not seen, and sends the command with it."
        case .sent(let count, let first):
            "In the same name she sends \(counted(count, "ACK")), each with the command as data. The first acknowledges \(first + 1). "
                + "The server answers a wrong ACK with a reset to the trusted host, and waits on."
        case .obeyed(let count):
            "The server has acknowledged the data of ACK number \(count): this ACK has the right number, and so its command has come from the "
                + "trusted host. It was to let every host in. She opens a connection of her own and has a prompt."
        case .denied: "No ACK had the right number. She opens a connection of her own: \"Permission denied\"."
        }
    }

    /// Which rule the differences between her samples show.
    private static func englishReading(_ numbers: [SequenceNumber], _ variant: String) -> String {
        let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
        if Set(numbers).count == 1 { return "The number is always the same." }
        if steps.allSatisfy({ $0 % ISNPrediction.step == 0 }) {
            return
                "The differences are multiples of 64000: this is the counter of 4.3BSD, which grows by 64000 with each connection, also "
                + "with those of others."
        }
        if variant == "clock", steps.allSatisfy({ $0 < 1_000_000 }) {
            return "They grow by one in 4 microseconds: this is the clock of RFC 793."
        }
        return "She sees no rule in them."
    }
}
