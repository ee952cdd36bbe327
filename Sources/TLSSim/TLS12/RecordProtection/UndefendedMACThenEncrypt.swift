import Crypto

/// MAC-then-encrypt as it was opened before 2002, for lessons: it says whether it was the padding or the MAC that was wrong.
///
/// TLS 1.0 had an alert for each (RFC 2246 section 7.2.2): decryption_failed and bad_record_mac. Nothing that speaks TLS here
/// uses it; ``RecordProtection`` gives one answer for both.
public struct UndefendedMACThenEncrypt: Hashable, Sendable {
    private let records: CBCRecords
    private let sequenceNumber: UInt64

    /// What is said about a record.
    public enum Answer: Hashable, Sendable {
        /// It is genuine, and carries this.
        case content([UInt8])
        /// The padding is wrong: decryption_failed(21), which no endpoint may send any more (RFC 5246 section 7.2.2).
        case wrongPadding
        /// The padding is right and the MAC is wrong: bad_record_mac(20).
        case wrongMAC
    }

    /// One direction's keys.
    ///
    /// - Parameters:
    ///   - mac: the hash of the suite's HMAC.
    ///   - sequenceNumber: the number of the one record that is opened.
    public init(keys: DirectionKeys, mac: HashAlgorithm, sequenceNumber: UInt64 = 0) {
        self.sequenceNumber = sequenceNumber
        records = CBCRecords(keys: keys, mac: mac)
    }

    /// Takes the protection off a fragment, and tells too much.
    public func open(_ fragment: [UInt8], type: ContentType, version: ProtocolVersion = .tls12) -> Answer {
        let size = records.mac.outputLength
        guard let padded = records.decrypt(fragment[...]), let last = padded.last else { return .wrongPadding }
        let padding = Int(last) + 1
        guard padded.count >= size + padding, padded.suffix(padding).allSatisfy({ $0 == last }) else {
            return .wrongPadding
        }
        let content = Array(padded.dropLast(size + padding))
        let code = Array(padded.dropLast(padding).suffix(size))
        let place = RecordPlace(sequenceNumber: sequenceNumber, type: type, version: version)
        guard ConstantTime.areEqual(code, records.authenticate(place.octets(length: content.count), content)) else {
            return .wrongMAC
        }
        return .content(content)
    }
}
