import Crypto

/// Encrypt-then-MAC (RFC 7366): the MAC covers the ciphertext, so a forged record is refused before any of it is decrypted. There is no
/// padding oracle, because the padding of a forged record is never checked.
struct EncryptThenMAC: Hashable, Sendable {
    private let records: CBCRecords

    init(keys: DirectionKeys, mac: HashAlgorithm) {
        records = CBCRecords(keys: keys, mac: mac)
    }

    func seal(_ fragment: [UInt8], _ place: RecordPlace) throws(AESCBCError) -> [UInt8] {
        let encrypted = try records.encrypt(fragment, place)
        return encrypted + records.authenticate(place.octets(length: encrypted.count), encrypted)
    }

    func open(_ fragment: ArraySlice<UInt8>, _ place: RecordPlace) -> [UInt8]? {
        let length = fragment.count - records.mac.outputLength
        guard length >= 0 else { return nil }
        let encrypted = fragment.prefix(length)
        let expected = records.authenticate(place.octets(length: length), Array(encrypted))
        guard ConstantTime.areEqual(Array(fragment.dropFirst(length)), expected),
            let padded = records.decrypt(encrypted), let last = padded.last
        else { return nil }
        // From here on the record is genuine. Wrong padding is a fault of the peer and no attack, so the time of the check reveals nothing.
        let padding = Int(last) + 1
        guard padding <= padded.count, padded.suffix(padding).allSatisfy({ $0 == last }) else { return nil }
        return Array(padded.dropLast(padding))
    }
}
