import TCPSim
import TLSSim
import Trace

/// What the card of tcp-hijack says.
struct TCPHijackCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "The next line is hers"
        case .act: "Puts a line of her own into a connection of two others"
        case .mistake:
            "TCP takes a segment with the right numbers, and nothing in the segment shows who has sent it."
        case .goal: "She wants the server to take a line of hers for the client's next line."
        case .defence:
            "TLS over the connection: every record is authenticated. Her octets are no record of this connection, and the server "
                + "ends it with bad_record_mac (RFC 5246 section 6.2.3)."
        case .cost: "A handshake, and some octets in each record."
        case .remains:
            "With TLS she can still end the connection: one forged octet is enough. The ACK storm is shortened by a limit on challenge ACKs "
                + "(RFC 5961 section 7)."
        case .misreading:
            "\"Session hijacking is stealing a cookie\": that is another attack with the same name. \"TLS prevents injection\": TLS "
                + "detects it."
        case .limit:
            "Both hosts have no limit on challenge ACKs. The wire loses 2 % of all datagrams, from her segment on. Her own segments are "
                + "not lost."
        }
    }
}

/// What is done and found in tcp-hijack.
enum TCPHijackNote: Remark {
    case reads(SequenceNumber, SequenceNumber)
    case forges
    case sent([UInt8], inRecord: Bool)
    case storm(Int, Double)
    case tooLate(SequenceNumber, Int)
    case refused(AlertDescription)

    var english: String {
        switch self {
        case .reads(let sequence, let acknowledgment):
            "She has read the connection. The client's last segment says that its next octet is \(sequence) and that it expects "
                + "\(acknowledgment)."
        case .forges: "She sends the next octets in the client's name."
        case .sent(let payload, let inRecord):
            "She sends a segment with these numbers in the client's name. It carries \"\(Self.englishLine(payload))\""
                + (inRecord ? ", in a record of type application_data, since the two speak TLS." : ".")
        case .storm(1, _):
            "The server acknowledges octets that the client has not sent. The client would answer this with an ACK, and the server would answer "
                + "that ACK, on and on. In this run the wire loses the server's acknowledgment at once, so no storm comes of it."
        case .storm(let count, let loss):
            "The server acknowledges octets that the client has not sent. The client answers this with an ACK. This ACK has a number before the "
                + "server's window, and the server answers it with an ACK. This goes on until the wire loses a segment: it took \(counted(count, "ACK")). "
                + "The wire loses one in \(Int((1 / loss).rounded()))."
        case .tooLate(let number, let count):
            "The client's own next line has \(counted(count, "octet")) from \(number) on. These numbers are used up: the server drops the line as "
                + "a duplicate. The client and the server cannot understand each other any more."
        case .refused(let alert):
            "TCP has taken her octets, and TLS has not. The server's TLS answers with \(alert) and closes. No application hears her line."
        }
    }

    private static func englishLine(_ octets: [UInt8]) -> String {
        String(decoding: octets.prefix { $0 >= 32 }, as: UTF8.self)
    }
}
