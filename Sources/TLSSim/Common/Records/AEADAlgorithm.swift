import Crypto

/// The AEAD ciphers of records: both versions seal with them, each with a nonce and additional data of its own.
enum AEADAlgorithm: Hashable, Sendable {
    case aesGCM
    case chaCha20Poly1305

    /// Octets of the tag behind every ciphertext (RFC 5116 section 5.1).
    var tagLength: Int {
        switch self {
        case .aesGCM: AESGCM.tagLength
        case .chaCha20Poly1305: ChaCha20Poly1305.tagLength
        }
    }

    /// Twelve octets of IV XOR the record's number, which is padded on the left: the nonce of RFC 7905 section 2 and of every record
    /// of TLS 1.3 (RFC 8446 section 5.3).
    static func nonce(_ iv: [UInt8], xor number: [UInt8]) -> [UInt8] {
        let padded = [UInt8](repeating: 0, count: max(0, iv.count - number.count)) + number
        return zip(iv, padded).map { $0 ^ $1 }
    }

    /// Ciphertext and tag.
    func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], data: [UInt8]) throws(AEADError) -> [UInt8] {
        switch self {
        case .aesGCM: try AESGCM.seal(plaintext, key: key, nonce: nonce, aad: data)
        case .chaCha20Poly1305: try ChaCha20Poly1305.seal(plaintext, key: key, nonce: nonce, aad: data)
        }
    }

    /// The plaintext; nil for anything that was not sealed in this way.
    func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], data: [UInt8]) -> [UInt8]? {
        switch self {
        case .aesGCM: try? AESGCM.open(sealed, key: key, nonce: nonce, aad: data)
        case .chaCha20Poly1305: try? ChaCha20Poly1305.open(sealed, key: key, nonce: nonce, aad: data)
        }
    }
}
