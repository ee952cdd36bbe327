import TLSSim
import Trace

/// What the card of bleichenbacher says.
struct BleichenbacherCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "A good error message"
        case .act: "Finds a premaster secret by asking a server which blocks are well formed"
        case .mistake:
            "The server has an alert of its own for a premaster secret whose decrypted block is not well formed."
        case .goal:
            "She has recorded a connection and wants its premaster secret. She does not have the server's private key."
        case .defence:
            "The server goes on with a random premaster secret where the block is not well formed, and the handshake "
                + "fails at Finished, as with every wrong key (RFC 5246 section 7.4.7.1)."
        case .cost: "Nothing, but that an honest mistake of a client is told without its reason."
        case .remains:
            "The time must not tell either: the work has to be the same in both cases. It is best to have no RSA key "
                + "transport; TLS 1.3 has none."
        case .misreading:
            "\"It breaks RSA\": the private key stays unknown. \"It needs a million messages\": with 505 bits it needs about 1,300."
        case .limit:
            "The key has 505 bits, and the client does not check its size. With 2,048 bits n/B lies between 32,768 and "
                + "65,536: tens of thousands of connections. A server that also wants the padding right (variant weak) "
                + "says yes less often: it takes about six times as many."
        }
    }
}

/// What is done and found in bleichenbacher.
enum BleichenbacherNote: Remark {
    case recorded(bits: Int)
    case asks
    case first(AlertDescription, after: Int, count: Int)
    case narrowing([(queries: Int, openBits: Int)])
    case blinded(times: Int)
    case answers([(alert: AlertDescription, count: Int)])
    case found
    case cost
    case nothing(after: Int)

    var english: String {
        switch self {
        case .recorded(let bits):
            "She has recorded a ClientKeyExchange. The server's certificate, which is public, has an RSA key of "
                + "\(bits) bits."
        case .asks:
            "With RSA she can multiply what is encrypted: c·s^e is the encryption of m·s. In a new connection she sends "
                + "such a product as EncryptedPreMasterSecret, then a Finished that cannot be right, and reads the "
                + "alert. She has the server's certificate already, so she sends all her messages without waiting for "
                + "the server's. The server has not changed ciphers, so the alert is in clear. If m·s modulo n begins "
                + "with 00 02, it lies from 2B to 3B - 1, with B = 2^(8(k - 2)) and k octets in n."
        case .first(let alert, let connection, let count):
            "The answer of connection \(connection) is the first that differs: \(alert). In all it came "
                + "\(counted(count, "time"))."
        case .narrowing(let progress):
            "Each factor s with this answer leaves fewer plaintexts. " + englishProgress(progress)
        case .blinded(let times):
            "A search took many more connections than a search usually does. Then she began anew, "
                + "\(counted(times, "time")), with another multiple of m that conforms."
        case .answers(let answers):
            "The answers: " + answers.map { "\($0.count) × \($0.alert)" }.joined(separator: ", ") + "."
        case .found:
            "One plaintext is left. Its last 48 octets are the premaster secret, and with it the recording opens."
        case .cost: "The private key is as unknown as before. She can do the same with each recording of this server."
        case .nothing(let connections):
            "All answers are alike. She learns nothing, and gives up after \(counted(connections, "connection"))."
        }
    }

    private func englishProgress(_ progress: [(queries: Int, openBits: Int)]) -> String {
        let step = max(1, progress.count / 6)
        let shown = progress.indices.filter { $0.isMultiple(of: step) || $0 == progress.count - 1 }.map { progress[$0] }
        return shown.map {
            "After \(counted($0.queries, "connection")) \(counted($0.openBits, "bit")) \($0.openBits == 1 ? "is" : "are") open."
        }
        .joined(separator: " ")
    }
}
