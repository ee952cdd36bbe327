import Crypto

extension TLS13 {
    /// A cipher suite of TLS 1.3: an AEAD cipher and a hash, and nothing else (RFC 8446 section B.4).
    ///
    /// Extensions settle the key exchange and the signature. A suite of TLS 1.2 names these, too, so it is another type:
    /// ``TLSSim/CipherSuite``.
    public struct CipherSuite: Hashable, Sendable, CustomStringConvertible {
        /// The two octets on the wire.
        public let codePoint: UInt16
        /// The registry's name.
        public let name: String
        /// The cipher that protects records.
        public let cipher: BulkCipher
        /// The hash of the transcript and of the key schedule.
        public let hash: HashAlgorithm

        /// The length of an IV in octets, for every cipher here (section 5.3: the larger of 8 and N_MIN of RFC 5116).
        public static let ivLength = 12

        /// AES-128 in GCM, SHA-256: every implementation must have this suite (section 9.1).
        public static let aes128GCM = CipherSuite(
            codePoint: 0x1301, name: "TLS_AES_128_GCM_SHA256", cipher: .aesGCM(keyLength: 16), hash: .sha256)
        /// AES-256 in GCM, SHA-384.
        public static let aes256GCM = CipherSuite(
            codePoint: 0x1302, name: "TLS_AES_256_GCM_SHA384", cipher: .aesGCM(keyLength: 32), hash: .sha384)
        /// ChaCha20-Poly1305, SHA-256.
        public static let chaCha20 = CipherSuite(
            codePoint: 0x1303, name: "TLS_CHACHA20_POLY1305_SHA256", cipher: .chaCha20Poly1305, hash: .sha256)

        /// Every suite that is implemented, preferred first.
        public static let all: [CipherSuite] = [.aes128GCM, .aes256GCM, .chaCha20]

        /// The implemented suite of that code point; nil if there is none.
        public static func withCodePoint(_ codePoint: UInt16) -> CipherSuite? {
            all.first { $0.codePoint == codePoint }
        }

        /// The implemented suite of that registry name; nil if there is none.
        public static func named(_ name: String) -> CipherSuite? {
            all.first { $0.name == name }
        }

        /// "0x1301 TLS_AES_128_GCM_SHA256".
        public var description: String { TLSSim.CipherSuite.describe(codePoint) }
    }
}
