import Crypto

/// keyUsage: the uses of a key that the issuer allows (RFC 5280 section 4.2.1.3).
package struct KeyUsage: OptionSet, Hashable, Sendable {
    /// Bit n of the BIT STRING has the value 2ⁿ.
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Signatures on data other than certificates and revocation lists: in TLS, on handshakes.
    package static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// Signatures that the signer cannot deny later.
    package static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    /// Encryption of other keys with this key: RSA key transport.
    package static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    /// Encryption of data other than keys with this key.
    package static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    /// Key agreement: Diffie–Hellman.
    package static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    /// Signatures on certificates.
    package static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    /// Signatures on revocation lists.
    package static let cRLSign = KeyUsage(rawValue: 1 << 6)
    /// With keyAgreement: the agreed key may only encrypt.
    package static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    /// With keyAgreement: the agreed key may only decrypt.
    package static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    /// The names of the bits, from bit 0 on.
    package static let names = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]

    /// A BIT STRING of at most nine bits. The last bit must be set: DER leaves zeros at the end out (X.690 section 11.2.2).
    init(_ element: DERElement) throws {
        let bits = try element.bits()
        let set = bits.set
        guard bits.count <= KeyUsage.names.count, set.last.map({ $0 == bits.count - 1 }) ?? (bits.count == 0) else {
            throw DERElement.Unreadable()
        }
        self.init(rawValue: set.reduce(0) { $0 | 1 << UInt16($1) })
    }

    /// The grammar of the extension's value.
    static let grammar = Component(.keyUsageBits, tagged: [.bitString], .value(.namedBits(names)))

    /// The numbers of the bits that are set.
    private var bits: [Int] { KeyUsage.names.indices.filter { rawValue & 1 << UInt16($0) != 0 } }

    /// The names of the uses, in the words and the order of RFC 5280.
    package var purposes: [String] { bits.map { KeyUsage.names[$0] } }

    /// The extension.
    package func asExtension(critical: Bool) -> CertificateExtension {
        CertificateExtension(.keyUsage, critical: critical, value: DERWriter.namedBits(bits))
    }
}
