import TLSSim
import Trace

/// The title of the story of a visit.
struct VisitTitle: Remark {
    private let keyExchange: KeyExchangeKind
    private let resumes: Bool
    private var tls13: Visit.TLS13Options?

    /// The title of a visit of TLS 1.2 with that key exchange; if `resumes`, of a visit that resumes a session.
    init(_ keyExchange: KeyExchangeKind, resumes: Bool) {
        self.keyExchange = keyExchange
        self.resumes = resumes
    }

    /// The title of a visit that speaks TLS 1.3.
    init(_ tls13: Visit.TLS13Options) {
        self.init(.ecdheRSA, resumes: tls13.resumes)
        self.tls13 = tls13
    }

    var english: String {
        if let tls13 {
            let way =
                tls13.sendsEarlyData && !tls13.isRetried
                ? "sends its request with the first hello"
                : tls13.usesSecretAlone
                    ? "with a ticket's secret alone"
                    : tls13.resumes
                        ? "begins with a ticket"
                        : tls13.isRetried ? "asks for another hello" : "with the exchange in the hellos"
            return "HTTPS from SYN to TIME-WAIT: TLS 1.3 \(way)"
        }
        if resumes { return "HTTPS from SYN to TIME-WAIT: TLS 1.2 resumes a session" }
        return switch keyExchange {
        case .rsa: "HTTPS from SYN to TIME-WAIT: TLS 1.2 with RSA key transport"
        case .dheRSA, .dhAnon: "HTTPS from SYN to TIME-WAIT: TLS 1.2 with ephemeral Diffie–Hellman"
        case .ecdheRSA, .ecdheECDSA:
            "HTTPS from SYN to TIME-WAIT: TLS 1.2 with ephemeral Diffie–Hellman on an elliptic curve"
        }
    }
}

/// What a thief takes after the connection. The wording says where it was kept.
enum Theft: Wording {
    /// The server's private key.
    case privateKey
    /// The key that the server seals its tickets with.
    case ticketKey

    /// A clause that names the place.
    var english: String {
        switch self {
        case .privateKey: "from the server's disk, after the connection"
        case .ticketKey: "from the server's memory, after the connection"
        }
    }
}

extension Journal {
    /// Records that the thief takes a secret of that value.
    mutating func record(_ theft: Theft, of secret: SecretID, value: [UInt8], at now: Instant) {
        record(at: now, who: .thief, step: "attack.theft", .learned(secret, .stolen(how: Words(theft)), value: value))
    }
}
