import Crypto

/// An AlgorithmIdentifier: the object identifier of an algorithm, and its parameters (RFC 5280 section 4.1.1.2).
package struct AlgorithmIdentifier: Hashable, Sendable {
    /// The object identifier of the algorithm.
    package let algorithm: OID
    /// The parameters; nil if the identifier has none.
    package let parameters: DERElement?
    /// The whole AlgorithmIdentifier in DER.
    let octets: ArraySlice<UInt8>

    /// SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY OPTIONAL }
    package init(_ element: DERElement) throws {
        var parts = try element.parts(.sequence)
        algorithm = try parts.next().identifier()
        parameters = parts.nextIfAny()
        octets = element.encoded
    }

    package static func == (a: AlgorithmIdentifier, b: AlgorithmIdentifier) -> Bool { a.octets.elementsEqual(b.octets) }

    package func hash(into hasher: inout Hasher) { hasher.combine(algorithm) }
}

/// The parameters of RSASSA-PSS (RFC 4055 section 3.1). The defaults are SHA-1, MGF1 with SHA-1 and 20 octets of salt.
package struct PSSParameters: Hashable, Sendable {
    /// The hash function of the message.
    package private(set) var hash = HashAlgorithm.sha1
    /// The hash function of the mask.
    package private(set) var maskHash = HashAlgorithm.sha1
    /// The number of random octets that the signer adds.
    package private(set) var saltLength = 20

    /// Reads RSASSA-PSS-params. Nil if they cannot be read, name a function that is not known here, or have a salt of more than
    /// 512 octets.
    package init?(_ element: DERElement) {
        do {
            var parts = try element.parts(.sequence)
            if let hash = try parts.optional(context: 0, PSSParameters.function) { self.hash = hash }
            let mask = try parts.optional(context: 1) { element in
                var mask = try element.parts(.sequence)
                guard try mask.next().identifier() == .mgf1 else { throw DERElement.Unreadable() }
                return try PSSParameters.function(try mask.next())
            }
            if let mask { maskHash = mask }
            if let length = try parts.optional(context: 2, { try $0.number() }) {
                guard (0...512).contains(length) else { return nil }
                saltLength = length
            }
            // trailerField has one value only.
            if let trailer = try parts.optional(context: 3, { try $0.number() }), trailer != 1 { return nil }
        } catch {
            return nil
        }
    }

    /// Whether a key that demands these parameters allows a signature with `other` ones: the same functions, and no shorter salt (RFC
    /// 4055 section 3.3).
    func allow(_ other: PSSParameters) -> Bool {
        hash == other.hash && maskHash == other.maskHash && saltLength <= other.saltLength
    }

    private static func function(_ element: DERElement) throws -> HashAlgorithm {
        guard let hash = HashAlgorithm(identifier: try AlgorithmIdentifier(element).algorithm) else {
            throw DERElement.Unreadable()
        }
        return hash
    }
}
