import Trace

/// The notes on the protection of records.
public enum RecordNote: StepNote, Hashable {
    case protected(Method, ContentType)

    /// The methods by which TLS 1.2 protects a record.
    public enum Method: Hashable, Sendable {
        /// AEAD: one operation encrypts and authenticates, with a nonce of that form.
        case aead(Nonce)
        /// The MAC is computed over the plaintext and encrypted together with it.
        case macThenEncrypt
        /// The MAC is computed over the ciphertext.
        case encryptThenMAC
    }

    /// How the nonce contains the sequence number.
    public enum Nonce: Hashable, Sendable {
        /// The number is a part of the nonce, and the record carries it.
        case numberSent
        /// The number is XORed with the fixed part, and the record does not carry it.
        case numberXORed
    }

    public var reference: (step: String, cite: Citation) {
        switch self {
        case .protected(.aead, _): ("tls.calc.record", .rfc(5246, "6.2.3.3"))
        case .protected(.macThenEncrypt, _): ("tls.calc.record", .rfc(5246, "6.2.3.2"))
        case .protected(.encryptThenMAC, _): ("tls.calc.record", .rfc(7366, "3"))
        }
    }

    /// True, because every record is protected in the same way.
    public var isRoutine: Bool {
        switch self {
        case .protected: true
        }
    }

    /// The sentence: in which order a record is padded, authenticated and encrypted.
    public var english: String {
        switch self {
        case .protected(.aead, _):
            "One operation encrypts the plaintext and makes the tag that protects it from change."
        case .protected(.macThenEncrypt, _):
            "First the MAC over the plaintext, then the padding, then the encryption of plaintext, MAC and padding."
        case .protected(.encryptThenMAC, _):
            "First the padding, then the encryption of plaintext and padding, then the MAC over IV and ciphertext."
        }
    }

    /// The sentence: where the nonce or the IV comes from, and what the tag or the MAC covers. Only records of application data have it,
    /// because the handshake has many notes already.
    public var englishBackground: String {
        switch self {
        case .protected(.aead(let nonce), .applicationData):
            """
            \(nonce == .numberSent ? "The nonce is the fixed part from the key block and nonce_explicit. The sender chooses "
                + "nonce_explicit, here the record's number, and the record carries it." : "The nonce is the fixed part from the key "
                + "block XOR the record's number; the record carries nothing of it.") \
            The same nonce must never come twice under one key; counting guarantees that. The tag covers the ciphertext and \
            the additional data: the record's number, its type, its version and the length of its plaintext. The receiver counts the records \
            itself, so a record that is changed, repeated or left out gives a wrong tag.
            """
        case .protected(.macThenEncrypt, .applicationData):
            """
            The MAC covers the record's number, its type, its version, its length and the plaintext. The padding fills the last \
            block; each of its octets says how many come before the last one. The IV is new for each record and stands in clear \
            before the ciphertext. The receiver has to decrypt and to look at the padding before it can check the MAC. Attacks \
            such as Lucky Thirteen need this order.
            """
        case .protected(.encryptThenMAC, .applicationData):
            """
            The MAC covers the record's number, its type, its version, its length, the IV and the ciphertext. The receiver checks \
            the MAC before it decrypts anything, so a forged record tells an attacker nothing about the padding.
            """
        case .protected(_, .handshake), .protected(_, .alert), .protected(_, .changeCipherSpec): ""
        }
    }
}
