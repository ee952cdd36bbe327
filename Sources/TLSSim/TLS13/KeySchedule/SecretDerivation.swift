import Crypto
import Trace

/// The computation of a secret of the key schedule: one row of the figure in RFC 8446 section 7.1.
///
/// The endpoints compute by these rows. The calculations, the trace and the rules of the ledger are read from them, too.
enum SecretDerivation: Hashable, Sendable {
    /// HKDF-Extract of an input; nil stands for zeros. The salt is derived from the secret above; the first secret has zeros as salt.
    case extract(below: SecretName?, Input?)
    /// HKDF-Expand-Label. It is called Derive-Secret if the context is a hash of messages.
    case expand(SecretName, ScheduleLabel, Context)

    /// A secret that enters the key schedule from outside.
    enum Input: Hashable, Sendable {
        /// A pre-shared key.
        case psk(PSKKind)
        /// The shared secret of the exchange.
        case shared
    }

    /// The context of HKDF-Expand-Label.
    enum Context: Hashable, Sendable {
        /// No messages: the hash of the empty string.
        case nothing
        /// The hash of the messages from ClientHello to this one.
        case messages(to: LastMessage)
        /// The nonce of a ticket.
        case nonce
    }

    /// The last message that enters a secret.
    enum LastMessage: String, Hashable, Sendable {
        case clientHello = "ClientHello"
        case serverHello = "ServerHello"
        case serverFinished = "server Finished"
        case clientFinished = "client Finished"
    }
}

extension SecretName {
    /// The row of the secret.
    ///
    /// - Parameters:
    ///   - psk: the kind of the PSK that enters; nil for a connection without one.
    ///   - hasExchange: whether an exchange enters; not in the mode psk_ke.
    func derivation(psk: PSKKind? = nil, hasExchange: Bool = true) -> SecretDerivation {
        switch self {
        case .early: .extract(below: nil, psk.map { .psk($0) })
        case .binderKey: .expand(.early, (psk ?? .resumption).label, .nothing)
        case .clientEarlyTraffic: .expand(.early, "c e traffic", .messages(to: .clientHello))
        // RFC 9846 keeps "master" in the labels, and not in the names (section 7.1).
        case .earlyExporter: .expand(.early, "e exp master", .messages(to: .clientHello))
        case .handshake: .extract(below: .early, hasExchange ? .shared : nil)
        case .clientHandshakeTraffic: .expand(.handshake, "c hs traffic", .messages(to: .serverHello))
        case .serverHandshakeTraffic: .expand(.handshake, "s hs traffic", .messages(to: .serverHello))
        case .main: .extract(below: .handshake, nil)
        case .clientApplicationTraffic: .expand(.main, "c ap traffic", .messages(to: .serverFinished))
        case .serverApplicationTraffic: .expand(.main, "s ap traffic", .messages(to: .serverFinished))
        case .exporter: .expand(.main, "exp master", .messages(to: .serverFinished))
        case .resumption: .expand(.main, "res master", .messages(to: .clientFinished))
        case .ticketPSK: .expand(.resumption, "resumption", .nonce)
        }
    }

    /// The section that defines the secret.
    var cite: Citation { .rfc(8446, self == .ticketPSK ? "4.6.1" : "7.1") }
}

extension SecretDerivation {
    // MARK: The value

    /// The secret from which it is derived; nil for the first secret.
    var above: SecretName? {
        switch self {
        case .extract(let above, _): above
        case .expand(let above, _, _): above
        }
    }

    /// The secret.
    ///
    /// - Parameters:
    ///   - above: the secret from which it is derived; nil for the first secret.
    ///   - entering: the octets of the input or of the context; nil for zeros, or for no messages.
    ///   - hash: the hash of the suite.
    func value(below above: HMAC?, _ entering: [UInt8]? = nil, hash: HashAlgorithm) -> [UInt8] {
        switch self {
        case .extract:
            HKDF.extract(hash: hash, salt: Self.salt(below: above, hash), inputKeyingMaterial: entering ?? hash.zeros)
        case .expand(_, let label, _):
            above.map { HKDF.expand($0, label, context: entering ?? hash.hash([])) } ?? []
        }
    }

    /// The salt of HKDF-Extract below that secret.
    static func salt(below above: HMAC?, _ hash: HashAlgorithm) -> [UInt8] {
        above.map { HKDF.expand($0, .derived, context: hash.hash([])) } ?? hash.zeros
    }

    // MARK: The words

    /// The function that computes the secret.
    var function: String {
        switch self {
        case .extract(below: nil, nil): "HKDF-Extract(0, 0), which needs only the suite"
        case .extract: "HKDF-Extract"
        case .expand: "HKDF-Expand-Label"
        }
    }

    /// The function, with what distinguishes this use of it from others.
    var operation: String {
        switch self {
        case .extract(below: nil, .some(let input)): "HKDF-Extract(0, \(input.names.formula))"
        case .extract: function
        case .expand(_, let label, .nonce): "\(function) \"\(label.rawValue)\""
        case .expand(_, let label, _): "Derive-Secret \"\(label.rawValue)\""
        }
    }

    /// The function with all that enters, for a hash of `count` octets.
    func formula(_ count: Int) -> String {
        switch self {
        case .extract(let above, let input):
            """
            HKDF-Extract(\(above.map { Self.expand($0, .derived, .nothing).formula(count) } ?? "0"), \
            \(input?.names.formula ?? "0"))
            """
        case .expand(let from, let label, .nothing): "Derive-Secret(\(from), \"\(label.rawValue)\", \"\")"
        case .expand(let from, let label, .messages(let end)):
            "Derive-Secret(\(from), \"\(label.rawValue)\", ClientHello...\(end.rawValue))"
        case .expand(let from, let label, .nonce):
            "HKDF-Expand-Label(\(from), \"\(label.rawValue)\", ticket_nonce, \(count))"
        }
    }

    // MARK: The ledger

    /// The quantities from which the secret is computed.
    var premises: [SecretID] {
        switch self {
        // No secret enters: the hellos only say which hash it is.
        case .extract(below: nil, nil): [Knowledge.hellos]
        case .extract(let above, let input): [above.map(Knowledge.secret), input?.names.ledger].compactMap { $0 }
        case .expand(let from, _, .messages(to: .clientHello)), .expand(let from, _, .messages(to: .serverHello)):
            [Knowledge.secret(from), Knowledge.hellos]
        case .expand(let from, _, .messages): [Knowledge.secret(from), Knowledge.handshakeMessages]
        case .expand(let from, _, .nothing), .expand(let from, _, .nonce): [Knowledge.secret(from)]
        }
    }
}

extension SecretDerivation.Input {
    /// The name of the input in a formula, and the quantity of the ledger.
    var names: (formula: String, ledger: SecretID) {
        switch self {
        case .psk(let kind): (kind.quantity, Knowledge.psk(kind))
        case .shared: ("shared secret", Knowledge.sharedSecret)
        }
    }
}
