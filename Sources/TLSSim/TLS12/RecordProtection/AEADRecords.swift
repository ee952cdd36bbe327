import Crypto

/// The protection of records with an AEAD cipher, which encrypts and authenticates in one operation (RFC 5246 section 6.2.3.3).
struct AEADRecords: Hashable, Sendable {
    private let algorithm: AEADAlgorithm
    private let keys: DirectionKeys
    /// The length of nonce_explicit, the part of the nonce that every record carries, in octets.
    private let explicitLength: Int

    init(_ algorithm: AEADAlgorithm, keys: DirectionKeys, explicitLength: Int) {
        self.algorithm = algorithm
        self.keys = keys
        self.explicitLength = explicitLength
    }

    /// The nonce of a record. It must never repeat under one key.
    ///
    /// GCM: four implicit octets, then eight octets that the record carries. Any eight octets that never repeat are allowed; here they are
    /// the sequence number (RFC 5288 section 3). ChaCha20-Poly1305: twelve implicit octets XOR the sequence number; the record carries no
    /// part of the nonce (RFC 7905 section 2).
    static func nonce(_ fixedIV: [UInt8], explicit: [UInt8], _ place: RecordPlace) -> [UInt8] {
        explicit.isEmpty ? AEADAlgorithm.nonce(fixedIV, xor: place.number) : fixedIV + explicit
    }

    /// nonce_explicit, ciphertext and tag of a fragment.
    ///
    /// - Parameter drawn: a nonce_explicit that replaces the sequence number, against the rule; nil for the sequence number.
    func seal(_ fragment: [UInt8], _ place: RecordPlace, drawn: [UInt8]? = nil) throws(AEADError) -> [UInt8] {
        let explicit = explicitLength == 0 ? [] : drawn ?? place.number
        let nonce = Self.nonce(keys.fixedIV, explicit: explicit, place)
        let data = place.octets(length: fragment.count)
        return explicit + (try algorithm.seal(fragment, key: keys.key, nonce: nonce, data: data))
    }

    /// The plaintext; nil if the fragment was not sealed with these keys at this place.
    func open(_ fragment: ArraySlice<UInt8>, _ place: RecordPlace) -> [UInt8]? {
        let sealed = Array(fragment.dropFirst(explicitLength))
        let nonce = Self.nonce(keys.fixedIV, explicit: Array(fragment.prefix(explicitLength)), place)
        guard sealed.count >= algorithm.tagLength else { return nil }
        let data = place.octets(length: sealed.count - algorithm.tagLength)
        return algorithm.open(sealed, key: keys.key, nonce: nonce, data: data)
    }
}
