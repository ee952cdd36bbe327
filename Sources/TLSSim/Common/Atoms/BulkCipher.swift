import Crypto
import Trace

/// The cipher by which a suite of TLS 1.2 protects records (RFC 5246 section 6.2.3).
public enum BulkCipher: Hashable, Sendable {
    /// AES in Galois/Counter Mode (RFC 5288): one operation encrypts and authenticates.
    case aesGCM(keyLength: Int)
    /// ChaCha20 with Poly1305 (RFC 7905).
    case chaCha20Poly1305
    /// AES in CBC mode, and an HMAC under a separate key (RFC 5246 section 6.2.3.2).
    case aesCBC(keyLength: Int, mac: HashAlgorithm)

    /// The length of the encryption key of one direction, in octets.
    public var keyLength: Int {
        switch self {
        case .aesGCM(let length), .aesCBC(let length, _): length
        case .chaCha20Poly1305: 32
        }
    }

    /// The length of the MAC key of one direction, in octets; 0 for an AEAD cipher.
    public var macKeyLength: Int { mac?.outputLength ?? 0 }

    /// The hash of the record MAC; nil for an AEAD cipher.
    public var mac: HashAlgorithm? {
        if case .aesCBC(_, let mac) = self { mac } else { nil }
    }

    /// The length of the IV or nonce part that the key block yields for one direction, in octets.
    ///
    /// GCM: the four implicit octets of the twelve, which are called "salt" (RFC 5288 section 3). ChaCha20-Poly1305: all twelve (RFC
    /// 7905 section 2). CBC: 0, because since TLS 1.1 every record carries an IV of its own.
    public var fixedIVLength: Int {
        switch self {
        case .aesGCM: 4
        case .chaCha20Poly1305: 12
        case .aesCBC: 0
        }
    }

    /// The length of the IV or nonce part at the beginning of every record, in octets.
    public var recordIVLength: Int {
        switch self {
        case .aesGCM: 8
        case .chaCha20Poly1305: 0
        case .aesCBC: AESCBC.blockLength
        }
    }

    /// The length of the tag at the end of every record of an AEAD cipher, in octets (RFC 5116 section 5.1); 0 for CBC.
    public var tagLength: Int { mac == nil ? 16 : 0 }

    /// "AES-128-GCM", "ChaCha20-Poly1305", "AES-256-CBC with HMAC-SHA-1".
    public var name: String {
        switch self {
        case .aesGCM(let length): "AES-\(8 * length)-GCM"
        case .chaCha20Poly1305: "ChaCha20-Poly1305"
        case .aesCBC(let length, let mac): "AES-\(8 * length)-CBC with HMAC-\(mac.name)"
        }
    }

    /// The algorithm without the length of its key: "AES-GCM".
    public var algorithm: String {
        switch self {
        case .aesGCM: "AES-GCM"
        case .chaCha20Poly1305: "ChaCha20-Poly1305"
        case .aesCBC: "AES-CBC"
        }
    }

    /// The document and section that define the cipher for TLS.
    public var cite: Citation {
        switch self {
        case .aesGCM: .rfc(5288, "3")
        case .chaCha20Poly1305: .rfc(7905, "2")
        case .aesCBC: .rfc(5246, "6.2.3.2")
        }
    }
}
