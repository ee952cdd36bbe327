import Crypto
import Trace

/// The notes on single values of calculations.
enum QuantityNote: Remark, Hashable {
    case offeredVersion
    case point(of: Role)
    /// The IV or nonce part that the key block yields for that cipher; without text for CBC, which has none.
    case writeIV(BulkCipher)
    /// The octets that the client signs.
    case signedMessages(octets: Int)
    case digestInfo(HashAlgorithm)
    case encryptionBlock
    case hashOfSalt
    case clamped
    case sequenceNumber
    /// The octets that fill the last block in CBC mode.
    case padding
    case recordIV
    case ticketKeyName
    case ticketContent
    case salt
    /// Zeros in place of a secret, as many octets as the hash has.
    case zeros
    case transcript(to: String)
    case hkdfLabel
    case truncatedHello
    case seed
    case recordNumber
    /// The octets that a record of TLS 1.3 encrypts.
    case innerPlaintext(padding: Int)
    case additionalData
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
