import Crypto

/// The AEAD ciphers that protect records. TLS 1.2 and TLS 1.3 use the same ciphers, with different nonces and additional data.
enum AEADAlgorithm: Hashable, Sendable {
    case aesGCM
    case chaCha20Poly1305

    /// The length of the tag behind every ciphertext, in octets (RFC 5116 section 5.1).
    var tagLength: Int {
        switch self {
        case .aesGCM: AESGCM.tagLength
        case .chaCha20Poly1305: ChaCha20Poly1305.tagLength
        }
    }

    /// The IV of twelve octets XOR the record's number, which is padded with zeros on the left: the nonce of RFC 7905 section 2, and of
    /// every record of TLS 1.3 (RFC 8446 section 5.3).
    static func nonce(_ iv: [UInt8], xor number: [UInt8]) -> [UInt8] {
        let padded = [UInt8](repeating: 0, count: max(0, iv.count - number.count)) + number
        return zip(iv, padded).map { $0 ^ $1 }
    }

    /// The ciphertext and the tag of `plaintext`; `data` is the additional data.
    ///
    /// - Throws: ``AEADError`` for a key or a nonce of a wrong length, and for a plaintext that is too long.
    func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], data: [UInt8]) throws(AEADError) -> [UInt8] {
        switch self {
        case .aesGCM: try AESGCM.seal(plaintext, key: key, nonce: nonce, aad: data)
        case .chaCha20Poly1305: try ChaCha20Poly1305.seal(plaintext, key: key, nonce: nonce, aad: data)
        }
    }

    /// The plaintext of `sealed`; nil if the tag is wrong for this key, nonce and additional data.
    func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], data: [UInt8]) -> [UInt8]? {
        switch self {
        case .aesGCM: try? AESGCM.open(sealed, key: key, nonce: nonce, aad: data)
        case .chaCha20Poly1305: try? ChaCha20Poly1305.open(sealed, key: key, nonce: nonce, aad: data)
        }
    }
}
