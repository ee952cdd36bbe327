import Trace

/// psk_key_exchange_modes: the ways in which the client allows a pre-shared key to be used (RFC 8446 section 4.2.9).
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

/// A way to use a pre-shared key: PskKeyExchangeMode (RFC 8446 section 4.2.9).
public struct PSKKeyExchangeMode: CodePoint {
    /// The octet on the wire.
    public let rawValue: UInt8

    /// The mode with that code.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// psk_ke: the key alone. A later thief of the key can decrypt the connection.
    public static let pskOnly = PSKKeyExchangeMode(rawValue: 0)
    /// psk_dhe_ke: the key together with a fresh exchange.
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
