import Crypto
import Trace

/// What there is to say about a single value of a calculation.
enum QuantityNote: Remark, Hashable {
    /// The version in the premaster secret.
    case offeredVersion
    /// The other side's point, which that side has sent.
    case point(of: Role)
    /// The IV that the key block yields for that cipher; nothing to say for one that yields none.
    case writeIV(BulkCipher)
    /// The octets that the client signs.
    case signedMessages(octets: Int)
    /// A digest with the name of its hash function.
    case digestInfo(HashAlgorithm)
    /// A premaster secret in its padding.
    case encryptionBlock
    /// The hash over digest and salt, which the signature holds, too.
    case hashOfSalt
    /// A private key as X25519 uses it.
    case clamped
    /// The number of a record under its keys.
    case sequenceNumber
    /// The octets that fill the last block of a cipher in CBC mode.
    case padding
    /// The IV that a record carries.
    case recordIV
    /// The name of the key in front of a ticket.
    case ticketKeyName
    /// The master secret in a ticket.
    case ticketContent

    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private var english: String {
        switch self {
        case .offeredVersion: "the version offered"
        case .point(let side): "the \(side)'s point"
        case .writeIV(.aesGCM): "the implicit part of the GCM nonce"
        case .writeIV(.chaCha20Poly1305): "XORed with the sequence number to make the nonce"
        case .writeIV(.aesCBC): ""
        case .signedMessages(let octets): "\(octets) octets, ClientHello to ClientKeyExchange"
        case .digestInfo(let hash): "the name \(hash.name) and the digest, in DER"
        case .encryptionBlock: "00 02, random octets that are not zero, 00, pre_master_secret"
        case .hashOfSalt: "Hash(00 00 00 00 00 00 00 00 + digest + salt); the block holds the same"
        case .clamped: "k read backwards; its three lowest bits and its highest are 0, the next highest is 1"
        case .sequenceNumber: "both sides count; it is not sent as such"
        case .padding: "fills the last block"
        case .recordIV: "new for each record, sent in clear; here the encrypted seq_num"
        case .ticketKeyName: "authenticated, not encrypted"
        case .ticketContent: "the ticket also holds suite, times, names and certificates"
        }
    }
}

extension Calculation.Quantity {
    /// `name` has the value `octets`, of which there is `note` to say.
    init(_ name: String, _ octets: [UInt8], _ note: QuantityNote) {
        self.init(name, octets, note as any Remark)
    }
}
