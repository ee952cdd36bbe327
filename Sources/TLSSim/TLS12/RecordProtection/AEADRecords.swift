import Crypto

/// Records under an AEAD cipher: encrypted and authenticated in one operation (RFC 5246 section 6.2.3.3).
struct AEADRecords: Hashable, Sendable {
    private let algorithm: AEADAlgorithm
    private let keys: DirectionKeys
    /// Octets of the nonce that every record carries.
    private let explicitLength: Int

    init(_ algorithm: AEADAlgorithm, keys: DirectionKeys, explicitLength: Int) {
        self.algorithm = algorithm
        self.keys = keys
        self.explicitLength = explicitLength
    }

    /// The nonce of a record, which must never repeat under one key.
    ///
    /// GCM: four implicit octets, then eight that the record carries; any that do not repeat will do, and the sequence number
    /// does not (RFC 5288 section 3). ChaCha20-Poly1305: twelve implicit octets XOR the sequence number, nothing is sent
    /// (RFC 7905 section 2).
    static func nonce(_ fixedIV: [UInt8], explicit: [UInt8], _ place: RecordPlace) -> [UInt8] {
        explicit.isEmpty ? AEADAlgorithm.nonce(fixedIV, xor: place.number) : fixedIV + explicit
    }

    /// - Parameter drawn: a nonce_explicit that was not counted; nil for the sequence number.
    func seal(_ fragment: [UInt8], _ place: RecordPlace, drawn: [UInt8]? = nil) throws(AEADError) -> [UInt8] {
        let explicit = explicitLength == 0 ? [] : drawn ?? place.number
        let nonce = Self.nonce(keys.fixedIV, explicit: explicit, place)
        let data = place.octets(length: fragment.count)
        return explicit + (try algorithm.seal(fragment, key: keys.key, nonce: nonce, data: data))
    }

    /// The plaintext; nil for anything that was not sealed with these keys at this place.
    func open(_ fragment: ArraySlice<UInt8>, _ place: RecordPlace) -> [UInt8]? {
        let sealed = Array(fragment.dropFirst(explicitLength))
        let nonce = Self.nonce(keys.fixedIV, explicit: Array(fragment.prefix(explicitLength)), place)
        guard sealed.count >= algorithm.tagLength else { return nil }
        let data = place.octets(length: sealed.count - algorithm.tagLength)
        return algorithm.open(sealed, key: keys.key, nonce: nonce, data: data)
    }
}
