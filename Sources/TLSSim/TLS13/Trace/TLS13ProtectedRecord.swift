import Crypto
import Trace

/// A record of TLS 1.3 that an endpoint has protected, with the inputs of its protection (RFC 8446 sections 5.2 and 5.3).
public struct TLS13ProtectedRecord: Hashable, Sendable {
    let side: Role
    let protection: TrafficProtection
    let inner: InnerPlaintext
    /// The record as it is on the wire.
    let wire: [UInt8]

    var calculation: Calculation {
        let (key, iv) = (protection.keys.key, protection.keys.iv)
        let cipher = protection.suite.cipher
        let nonce = protection.nonce
        let header = Array(wire.prefix(RecordLimits.header))
        let sealed = wire.dropFirst(RecordLimits.header)
        let tagLength = protection.suite.algorithm.tagLength
        let type = ContentType(rawValue: inner.typeCode).map { "\($0)" } ?? "\(inner.typeCode)"
        return Calculation(
            "protected record \(protection.sequenceNumber) of the \(side) (\(type))",
            formula: "\(cipher.name)(\(side)_write_key, nonce, content + type + zeros, header)",
            inputs: [
                .init("\(side)_write_key", key), .init("\(side)_write_iv", iv),
                .init("number", protection.number, note: .recordNumber), .init("content", inner.content),
            ],
            steps: [
                .init("nonce", nonce, note: "\(side)_write_iv XOR (00000000 + number)"),
                .init("plaintext", inner.octets, note: .innerPlaintext(padding: inner.padding)),
                .init("header", header, note: .additionalData),
            ],
            results: [
                .init("ciphertext", Array(sealed.dropLast(tagLength))), .init("tag", Array(sealed.suffix(tagLength))),
            ],
            reproduce: ShellScript.sealing(cipher, key: key, nonce: nonce, additionalData: header, inner.octets).text)
    }
}
