import Trace

/// psk_key_exchange_modes: how the client lets a shared secret be used (RFC 8446 section 4.2.9).
enum PSKKeyExchangeModesExtension {
    private static let rule = Citation.rfc(8446, "4.2.9")

    static func code<C: Coder>(_ modes: inout [PSKKeyExchangeMode], with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.extension.psk_ke_modes", .octets(1, allowed: 1...255, name: "tls.extension.psk_ke_modes_length"),
            cite: rule
        ) { list throws(C.Failure) in
            try list.codePoints("tls.extension.psk_ke_mode", &modes, cite: rule)
        }
    }
}

/// How a shared secret is used: PskKeyExchangeMode (RFC 8446 section 4.2.9).
public struct PSKKeyExchangeMode: CodePoint {
    /// The octet on the wire.
    public let rawValue: UInt8

    /// The mode with that code.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The secret alone: no forward secrecy against a thief of the secret.
    public static let pskOnly = PSKKeyExchangeMode(rawValue: 0)
    /// The secret together with a fresh exchange.
    public static let pskWithDHE = PSKKeyExchangeMode(rawValue: 1)

    /// "1 psk_dhe_ke".
    public var description: String {
        switch self {
        case .pskOnly: "0 psk_ke"
        case .pskWithDHE: "1 psk_dhe_ke"
        default: String(rawValue)
        }
    }
}
