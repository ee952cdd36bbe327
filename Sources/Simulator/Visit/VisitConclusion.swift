import TLSSim
import Trace

/// What the two sides of a visit have agreed on, and what its initial sequence numbers give away.
enum VisitConclusion: Remark {
    /// TLS 1.2: the cipher suite, and what each of its parts does. `group` is the finite-field group of DHE; nil without DHE.
    case agreed(CipherSuite, group: String?)
    case resumed(CipherSuite)
    case agreedTLS13(Visit.TLS13Options)
    case nextNumber(SequenceNumberGenerator)

    var english: String {
        switch self {
        case .agreed(let suite, let group):
            "\(suite.name). \(Self.exchange(suite.keyExchange, group)) \(Self.protection(suite))"
        case .resumed(let suite):
            "\(suite.name), from an earlier session: its master secret makes new keys with two new randoms. "
                + Self.protection(suite)
        case .agreedTLS13(let tls13):
            """
            \(tls13.suite.name), with \(Self.keys(tls13)). \
            \(tls13.resumes ? "The ticket's secret proves who the server is." : "The server's key signed the handshake up to its certificate.") \
            \(tls13.sendsEarlyData && !tls13.isRetried ? "The early data was under keys of that secret alone. " : "")\
            \(tls13.suite.cipher.name) protects the handshake behind the hellos and all data. HKDF with \(tls13.suite.hash.name) makes the keys.
            """
        case .nextNumber(let generator): generator.english
        }
    }

    private static func keys(_ tls13: Visit.TLS13Options) -> String {
        if tls13.usesSecretAlone { return "the secret of a ticket and no exchange, so without forward secrecy" }
        return "an exchange in \(tls13.group.name)\(tls13.resumes ? " and the secret of a ticket" : "")"
    }

    private static func exchange(_ kind: KeyExchangeKind, _ group: String?) -> String {
        switch kind {
        case .rsa:
            "The client draws the premaster secret and encrypts it to the server's RSA key. This key also proves the server's name."
        case .dheRSA:
            "Diffie–Hellman in \(group ?? "a finite field") makes the premaster secret. The server's RSA key signs the server's part."
        case .dhAnon: "Diffie–Hellman makes the premaster secret. The server's part bears no signature."
        case .ecdheRSA:
            "Diffie–Hellman on a curve makes the premaster secret. The server's RSA key signs the server's part."
        case .ecdheECDSA:
            "Diffie–Hellman on a curve makes the premaster secret. The server's ECDSA key signs the server's part."
        }
    }

    private static func protection(_ suite: CipherSuite) -> String {
        "\(suite.cipher.name) protects every record behind a ChangeCipherSpec. The PRF that makes the keys uses \(suite.hash.name)."
    }
}

/// What a command shows that the program suggests after a visit.
enum VisitPurpose: Remark {
    case otherExchange(KeyExchangeKind)
    case stolenKey
    case everyOctet
    case capture
    case page
    case loss
    case olderVersion
    case hybrid
    case retry
    case ticket
    case earlyData
    case earlyDataReplay
    case lesson(Int)

    var english: String {
        switch self {
        case .otherExchange(.rsa): "the same visit with RSA key transport"
        case .otherExchange: "the same visit with ephemeral Diffie–Hellman"
        case .stolenKey: "what a stolen server key opens, and what it does not"
        case .everyOctet: "this visit with every octet, each field named"
        case .capture: "this visit for Wireshark, which decrypts it by itself"
        case .page: "this visit as a page to look at in a browser"
        case .olderVersion: "the same visit with TLS 1.2"
        case .hybrid: "an exchange that a quantum computer does not open"
        case .retry: "the same visit with a wrong bet on the group"
        case .ticket: "a second visit, which begins with a ticket"
        case .earlyData: "the same visit, and the request does not wait for the handshake"
        case .earlyDataReplay: "what a copy of the first flight does"
        case .loss: "the same visit on a wire that loses about one packet in ten"
        case .lesson(let number): "the lesson about this visit (lesson \(number) of the course)"
        }
    }
}

extension Visit.Options {
    /// The commands that the program suggests after this visit.
    var suggestions: [Suggestion] {
        if tls13 != nil {
            let same = "HandshakeSim --tls13\(seed == 1 ? "" : " --seed \(seed)")"
            let early = tls13?.sendsEarlyData == true
            return [
                early
                    ? Suggestion("HandshakeSim attack early-data-replay", VisitPurpose.earlyDataReplay)
                    : Suggestion("HandshakeSim --dh", VisitPurpose.olderVersion),
                Suggestion("\(same) --hrr", VisitPurpose.retry),
                tls13?.resumes == true && !early
                    ? Suggestion("\(same) --resume early", VisitPurpose.earlyData)
                    : Suggestion("\(same) --resume psk", VisitPurpose.ticket),
                Suggestion("\(same) --group X25519MLKEM768", VisitPurpose.hybrid),
                Suggestion("\(same) --detail bytes", VisitPurpose.everyOctet),
                Suggestion("\(same) --pcap run.pcapng", VisitPurpose.capture),
            ]
        }
        let isRSA = suite.keyExchange == .rsa
        let same = "HandshakeSim \(isRSA ? "--rsa" : "--dh")\(seed == 1 ? "" : " --seed \(seed)")"
        let other = isRSA ? "--dh" : "--rsa"
        return [
            Suggestion("HandshakeSim \(other)", VisitPurpose.otherExchange(isRSA ? .dheRSA : .rsa)),
            Suggestion("HandshakeSim attack forward-secrecy", VisitPurpose.stolenKey),
            Suggestion("\(same) --detail bytes", VisitPurpose.everyOctet),
            Suggestion("\(same) --pcap run.pcapng", VisitPurpose.capture),
            Suggestion("\(same) --html run.html", VisitPurpose.page),
            Suggestion("\(same) --loss 0.1", VisitPurpose.loss),
            Suggestion("HandshakeSim lesson \(isRSA ? 3 : 4)", VisitPurpose.lesson(isRSA ? 3 : 4)),
        ]
    }
}
