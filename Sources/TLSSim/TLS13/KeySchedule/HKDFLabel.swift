public import Crypto
import Trace

/// The info that TLS 1.3 passes to HKDF-Expand: the length and purpose of the output, and the context (RFC 8446 section 7.1).
///
///     struct {
///         uint16 length = Length;
///         opaque label<7..255> = "tls13 " + Label;
///         opaque context<0..255> = Context;
///     } HkdfLabel;
///
/// The length is part of the input, so that a short output is not the beginning of a longer one. In TLS 1.2 it is: ``PRF`` concatenates
/// label and seed without any length.
public struct HKDFLabel: Hashable, Sendable {
    /// The prefix of every label. It ends in a space.
    public static let prefix = "tls13 "
    /// The most octets of a label without the prefix; the least is one.
    public static let longestLabel = 255 - prefix.utf8.count
    /// The most octets of a context.
    public static let longestContext = 255

    /// The length of the output, in octets.
    public let length: UInt16
    /// The purpose of the output, without the prefix: "derived".
    public let label: String
    /// The other input beside the secret: the hash of a transcript, a nonce, or nothing.
    public let context: [UInt8]

    /// - Parameters:
    ///   - length: the length of the output in octets, from 0 to 65,535.
    ///   - label: the purpose of the output, without the prefix, from 1 to ``longestLabel`` octets.
    ///   - context: at most ``longestContext`` octets.
    /// - Throws: ``HKDFLabelError`` if a parameter does not fit into its field.
    public init(length: Int, label: String, context: [UInt8] = []) throws(HKDFLabelError) {
        guard let exact = UInt16(exactly: length) else {
            throw .lengthOutOfRange(length, limit: Int(UInt16.max))
        }
        guard (1...HKDFLabel.longestLabel).contains(label.utf8.count) else {
            throw .labelOutOfRange(count: label.utf8.count)
        }
        guard context.count <= HKDFLabel.longestContext else { throw .contextTooLong(count: context.count) }
        self.length = exact
        self.label = label
        self.context = context
    }

    /// The octets of the structure. The longest has 514.
    public var octets: [UInt8] {
        let count = HKDFLabel.prefix.utf8.count + label.utf8.count
        var octets: [UInt8] = []
        octets.reserveCapacity(4 + count + context.count)
        octets.append(UInt8(truncatingIfNeeded: length >> 8))
        octets.append(UInt8(truncatingIfNeeded: length))
        // The initializer has checked that each count fits into an octet.
        octets.append(UInt8(truncatingIfNeeded: count))
        octets.append(contentsOf: HKDFLabel.prefix.utf8)
        octets.append(contentsOf: label.utf8)
        octets.append(UInt8(truncatingIfNeeded: context.count))
        octets.append(contentsOf: context)
        return octets
    }
}

/// An argument that HKDF-Expand-Label does not allow (RFC 8446 section 7.1).
public enum HKDFLabelError: Error, Hashable, Sendable {
    /// The label without its prefix is empty or too long for its field.
    case labelOutOfRange(count: Int)
    /// The context is too long for its field.
    case contextTooLong(count: Int)
    /// More octets than HKDF gives or than the field can say, or a negative number.
    case lengthOutOfRange(Int, limit: Int)
}

extension HKDFLabelError: CustomStringConvertible {
    /// The rule that was broken.
    public var description: String {
        switch self {
        case .labelOutOfRange(let count):
            "label of \(counted(count, "octet")), where HkdfLabel takes 1 to \(HKDFLabel.longestLabel)"
        case .contextTooLong(let count):
            "context of \(counted(count, "octet")), where HkdfLabel takes at most \(HKDFLabel.longestContext)"
        case .lengthOutOfRange(let count, let limit):
            "\(counted(count, "octet")) asked for, where HKDF-Expand-Label gives 0 to \(limit)"
        }
    }
}

extension HKDF {
    /// HKDF-Expand-Label (RFC 8446 section 7.1).
    ///
    /// - Parameters:
    ///   - secret: the key of HMAC, ready for use: several outputs come from one secret.
    ///   - label: the purpose of the output, without the prefix "tls13 ".
    ///   - context: the hash of a transcript, a nonce, or nothing.
    ///   - count: the length of the output, in octets.
    /// - Throws: ``HKDFLabelError``; never with a label of the RFC, a digest or nothing as the context, and at most 255 digests of
    ///   output.
    public static func expandLabel(
        _ secret: HMAC, label: String, context: [UInt8] = [], count: Int
    ) throws(HKDFLabelError) -> [UInt8] {
        let label = try HKDFLabel(length: count, label: label, context: context)
        do throws(HKDFError) {
            return try expand(secret, info: label.octets, count: count)
        } catch { throw .lengthOutOfRange(error.count, limit: error.limit) }
    }

    /// HKDF-Expand-Label with a secret in octets, from which only this output is derived.
    ///
    /// - Throws: ``HKDFLabelError``.
    public static func expandLabel(
        hash: HashAlgorithm, secret: [UInt8], label: String, context: [UInt8] = [], count: Int
    ) throws(HKDFLabelError) -> [UInt8] {
        try expandLabel(HMAC(key: secret, hash: hash), label: label, context: context, count: count)
    }

    /// Derive-Secret (RFC 8446 section 7.1), with the hash of the messages, which ``RunningHash`` computes.
    ///
    /// The context is a hash also without messages: the hash of the empty string.
    /// - Returns: as many octets as the hash gives.
    /// - Throws: ``HKDFLabelError``; never with a label of the RFC.
    public static func deriveSecret(
        _ secret: HMAC, label: String, transcriptHash: [UInt8]
    ) throws(HKDFLabelError) -> [UInt8] {
        try expandLabel(secret, label: label, context: transcriptHash, count: secret.hash.outputLength)
    }
}
