import Crypto
import Trace

/// The notes on single values of calculations.
enum QuantityNote: Remark, Hashable {
    /// The version in the premaster secret.
    case offeredVersion
    /// The point that this other side has sent.
    case point(of: Role)
    /// The IV or nonce part that the key block yields for that cipher; without text for CBC, which has none.
    case writeIV(BulkCipher)
    /// The octets that the client signs.
    case signedMessages(octets: Int)
    /// A digest with the name of its hash function.
    case digestInfo(HashAlgorithm)
    /// A premaster secret in its padding.
    case encryptionBlock
    /// The hash over digest and salt, which has to equal the H in the signature.
    case hashOfSalt
    /// The private key of X25519 after clamping.
    case clamped
    /// The sequence number of a record in TLS 1.2.
    case sequenceNumber
    /// The octets that fill the last block in CBC mode.
    case padding
    /// The IV that a record carries.
    case recordIV
    /// The name of the key in front of a ticket.
    case ticketKeyName
    /// The master secret in a ticket.
    case ticketContent
    /// The salt of HKDF-Extract, which comes from the secret before in the key schedule.
    case salt
    /// Zeros in place of a secret, as many octets as the hash has.
    case zeros
    /// The hash of the messages from ClientHello to the message of this name.
    case transcript(to: String)
    /// The info input of HKDF-Expand in HKDF-Expand-Label.
    case hkdfLabel
    /// The hash over which a binder is computed.
    case truncatedHello
    /// The seed of an ML-KEM key.
    case seed
    /// The number of a record in TLS 1.3.
    case recordNumber
    /// The octets that a record of TLS 1.3 encrypts.
    case innerPlaintext(padding: Int)
    /// The additional data of a record of TLS 1.3, which is authenticated and not encrypted.
    case additionalData
    /// The PSK in a ticket.
    case ticketState
    /// The octets that a CertificateVerify of TLS 1.3 signs.
    case signedTranscript

    var english: String {
        switch self {
        case .offeredVersion: "the version offered"
        case .point(let side): "the \(side)'s point"
        case .writeIV(.aesGCM): "the implicit part of the GCM nonce"
        case .writeIV(.chaCha20Poly1305): "XORed with the sequence number to make the nonce"
        case .writeIV(.aesCBC): ""
        case .signedMessages(let octets): "\(counted(octets, "octet")), ClientHello to ClientKeyExchange"
        case .digestInfo(let hash): "the name \(hash.name) and the digest, in DER"
        case .encryptionBlock: "00 02, random octets that are not zero, 00, pre_master_secret"
        case .hashOfSalt: "Hash(00 00 00 00 00 00 00 00 + digest + salt); the block holds the same"
        case .clamped: "k read backwards; its three lowest bits and its highest are 0, the next highest is 1"
        case .sequenceNumber: "both sides count; the receiver does not read it from the record"
        case .padding: "fills the last block"
        case .recordIV: "new for each record, sent in clear; here the encrypted seq_num"
        case .ticketKeyName: "authenticated, not encrypted"
        case .salt: "the salt: Derive-Secret from the secret above, over no messages"
        case .zeros: "as many zeros as the hash has octets; no secret goes in here"
        case .transcript(let end): "of ClientHello to \(end)"
        case .hkdfLabel: "length, \"tls13 \" + label, context: what HKDF-Expand gets as info"
        case .truncatedHello: "of the hello up to its binders"
        case .seed: "the key of ML-KEM follows from it"
        case .recordNumber: "both sides count from 0 under each key; TLS 1.3 does not send it"
        case .innerPlaintext(let padding):
            padding == 0 ? "content + type; no zeros here" : "content + type + \(counted(padding, "zero"))"
        case .additionalData: "the record's own five octets"
        case .ticketState: "the ticket also holds suite, time, host name and certificates"
        case .signedTranscript: "64 spaces, a text that names the side, 00, the transcript hash"
        case .ticketContent: "the ticket also holds suite, times, names and certificates"
        }
    }
}

extension Calculation.Quantity {
    /// The quantity `name` with the value `octets` and a note.
    init(_ name: String, _ octets: [UInt8], note: QuantityNote) {
        self.init(name, octets, note: note as any Remark)
    }
}
