import Crypto

/// Encrypt-then-MAC (RFC 7366): the MAC covers the ciphertext, so that a forged record is refused before anything of it is
/// decrypted. No padding oracle is left, because the padding of a record that is not genuine is not looked at.
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
        // Genuine from here on: a peer that pads wrongly is a broken peer and no attacker, and time tells nothing.
        let padding = Int(last) + 1
        guard padding <= padded.count, padded.suffix(padding).allSatisfy({ $0 == last }) else { return nil }
        return Array(padded.dropLast(padding))
    }
}
