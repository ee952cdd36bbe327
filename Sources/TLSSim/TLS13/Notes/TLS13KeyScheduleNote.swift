import Trace

/// What there is to say about the key schedule of TLS 1.3.
public enum TLS13KeyScheduleNote: StepNote, Hashable {
    /// A secret is computed. `psk` is the kind of the PSK that has entered, if one has; `hasExchange` is false in the mode psk_ke.
    case secret(SecretName, psk: PSKKind?, hasExchange: Bool = true)
    case keys(Role, SecretName)
    case updated(Role)
    case verifyData(Role)

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .secret(let name, _, _): ("tls.calc.\(name.rawValue)", name.cite)
        case .keys(let side, let name): ("tls.calc.\(name.use.step)_keys_of_\(side)", .rfc(8446, "7.3"))
        case .updated(let side): ("tls.calc.\(side)_application_traffic_secret_next", .rfc(8446, "7.2"))
        case .verifyData(let side): ("tls.calc.\(side)_verify_data", .rfc(8446, "4.4.4"))
        }
    }

    public var english: String {
        switch self {
        case .secret(let name, let psk, let hasExchange): Self.english(name, psk, hasExchange: hasExchange)
        case .keys(let side, let name):
            """
            A key and an IV for what the \(side) sends\(name.use.end). \
            Each direction has one pair for the handshake and another one for data. With each new key the record numbers begin at 0.
            """
        case .updated(let side):
            """
            The next generation of the \(side)'s traffic secret, one step of HKDF from the last one. Nothing new enters, and no step \
            leads back. The old secret is forgotten: a later thief cannot read what was sent before. A thief of the old secret can \
            compute the new one.
            """
        case .verifyData(let side):
            """
            A MAC over all handshake messages so far. Its key comes from the \(side)'s handshake traffic secret. In TLS 1.2 it came \
            from the master secret and the result had 12 octets; here it is as long as the hash.
            """
        }
    }

    private static func english(_ name: SecretName, _ psk: PSKKind?, hasExchange: Bool) -> String {
        let secret = psk?.english ?? ""
        return switch name {
        case .early:
            switch psk {
            case .resumption:
                """
                The secret of the ticket enters here. Both sides have it from their earlier connection. It never crosses a wire in clear.
                """
            case .external: "The pre-shared key enters here. Both sides have it from outside TLS. It is never sent."
            case nil:
                """
                The first of three links. A secret that both sides share already would enter here. In a first connection there is \
                none: zeros stand for it, so everyone can compute this value. It protects nothing.
                """
            }
        case .binderKey: "From this key comes the MAC that proves the possession of \(secret)."
        case .clientEarlyTraffic:
            """
            The base of the keys for early data. Only \(secret) and the ClientHello go in. There is no Diffie–Hellman in it, \
            so there is no forward secrecy: \(secret) opens the early data now and later. Nothing of the server is in it \
            either, so the same flight can be sent a second time.
            """
        case .earlyExporter:
            """
            The base of what programs may derive for their own use before the handshake is over. It is as secret as the early data, and \
            no more.
            """
        case .handshake where !hasExchange:
            """
            The second link. The result of an exchange would enter here. In the mode psk_ke there is no exchange, and zeros stand for it. \
            No secret but \(secret) is in the keys that follow. Who gets it later computes them all.
            """
        case .handshake:
            """
            The second link: the exchange enters. An attacker who only listens cannot compute the values from here on. \
            \(psk == nil ? "No identity is proved yet." : "The server has not proved yet that it has \(secret).")
            """
        case .clientHandshakeTraffic:
            """
            The base of the keys for the client's handshake messages. The hash of the hellos goes in. If an attacker changes one \
            octet of them, the two sides get different keys.
            """
        case .serverHandshakeTraffic:
            "The same for the server, with another label.\(psk == nil ? " So the server's certificate already travels encrypted." : "")"
        case .main:
            """
            The third link. Nothing new enters. It separates the keys: who has only the handshake's traffic keys cannot compute the keys for data. RFC 8446 calls it the master secret, RFC 9846 the main secret.
            """
        case .clientApplicationTraffic:
            """
            The base of the keys for the client's data. All messages up to the server's Finished go in\
            \(psk == nil ? ", the certificate too" : "").
            """
        case .serverApplicationTraffic: "The same for the server's data."
        case .exporter:
            """
            The base of what programs may derive for their own use outside TLS. It tells them nothing about the keys of the \
            connection.
            """
        case .resumption:
            """
            The base of the tickets' secrets. The client's Finished goes in, too: the secret belongs to the whole handshake, with \
            the client's certificate if there was one.
            """
        case .ticketPSK:
            """
            The secret of one ticket. The nonce of the ticket goes in, so each ticket has its own. A later connection can begin \
            with it.
            """
        }
    }

    /// The structure of the key schedule, which is explained with its first secret only.
    public var englishBackground: String {
        switch self {
        case .secret(.early, _, _):
            """
            The key schedule is a chain; its links are secrets. HKDF-Extract mixes a new input into the secret above. Derive-Secret makes a branch: its label \
            says what the branch is for, and the hash of the messages ties it to this handshake. TLS 1.2 had one master secret for \
            everything. Here a stolen branch reveals no other branch.
            """
        case .secret, .keys, .updated, .verifyData: ""
        }
    }
}

extension SecretName {
    /// The part of the connection whose keys come from a traffic secret, in a step and in a name, and a clause that says how long the keys
    /// are used.
    var use: (step: String, name: String, end: String) {
        switch self {
        case .clientHandshakeTraffic, .serverHandshakeTraffic: ("handshake", "handshake", " until its Finished")
        case .clientEarlyTraffic: ("early", "early data", " with its hello, until EndOfEarlyData")
        default: ("application", "application", " from now on")
        }
    }
}

extension PSKKind {
    var english: String {
        switch self {
        case .resumption: "the ticket's secret"
        case .external: "the pre-shared key"
        }
    }
}
