import Trace

/// What is said about answers to the exercises of lesson 28.
enum KeyLogHint: Remark {
    case whatTheKeyDoes, keyOnlySigns, hashIsPublic, onlyTransport
    case afterTheVersion, versionComesFirst, serversRandom, randomIsTheName
    case keysBeforeTheHandshake, earlyToo, exporterOfEarlyData, notOneMasterSecret, severalSecrets(UInt64)

    var english: String {
        switch self {
        case .whatTheKeyDoes: "Ask in which of these something was encrypted to the server's key."
        case .keyOnlySigns: "There the server's key only signs. The secret comes from exponents that are deleted."
        case .hashIsPublic: "The extended master secret also hashes the messages. They stand in the recording."
        case .onlyTransport:
            "Only where the client encrypts the premaster secret to the server's key does that key open a recording."
        case .afterTheVersion: "Look for the field with 32 octets that the client has drawn."
        case .versionComesFirst: "The first two of these octets are the version 1.2. The random comes behind them."
        case .serversRandom: "That is the server's random. A key log names a session by the client's."
        case .randomIsTheName:
            "The random of the ClientHello stands in clear in each recording, so it serves as the name."
        case .keysBeforeTheHandshake:
            "Each direction has a secret for the handshake and one for the application. Early data needs one more."
        case .earlyToo:
            "So many has a visit without early data. Early data is encrypted before the server has said anything."
        case .exporterOfEarlyData: "Early data has an exporter secret of its own, as the later data has."
        case .notOneMasterSecret: "One line is enough for TLS 1.2. TLS 1.3 has a secret for each purpose."
        case .severalSecrets(let count):
            "\(count): two for early data, two for the handshake, two for the application, and the exporter secret."
        }
    }
}
