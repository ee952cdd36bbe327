import Crypto

/// The grammar of a certificate, in the order of RFC 5280 appendix A.
package enum CertificateGrammar {
    // MARK: Certificate (RFC 5280 section 4.1)

    package static let certificate = Component.sequence(
        .certificate,
        [
            .sequence(.tbsCertificate, tbsCertificate),
            algorithmIdentifier(.signatureAlgorithm),
            Component(.signatureValue, tagged: [.bitString], .dependent(.signature)),
        ])

    private static let tbsCertificate: [Component] = [
        Component(
            .versionTag, tagged: [.contextConstructed(0)],
            .structure([Component(.version, tagged: [.integer], .value(.version), default: [0])]), optional: true),
        .integer(.serialNumber),
        algorithmIdentifier(.signature),
        name(.issuer),
        .sequence(.validity, [time(.notBefore), time(.notAfter)]),
        name(.subject),
        .sequence(
            .subjectPublicKeyInfo,
            [
                algorithmIdentifier(.keyAlgorithm),
                Component(.subjectPublicKey, tagged: [.bitString], .dependent(.publicKey)),
            ]),
        Component(.issuerUniqueID, tagged: [.context(1)], .value(.bits), optional: true),
        Component(.subjectUniqueID, tagged: [.context(2)], .value(.bits), optional: true),
        Component(
            .extensionsTag, tagged: [.contextConstructed(3)], .structure([.sequence(.extensions, of: extensionItem)]),
            optional: true),
    ]

    private static let extensionItem = Component.sequence(
        .extensionItem,
        [
            .identifier(.extnID),
            Component(.critical, tagged: [.boolean], .value(.boolean), default: [0]),
            Component(.extnValue, tagged: [.octetString], .dependent(.extensionValue)),
        ])

    private static func time(_ part: Part) -> Component {
        Component(part, tagged: [.utcTime, .generalizedTime], .value(.time))
    }

    package static func algorithmIdentifier(_ part: Part) -> Component {
        .sequence(
            part, [.identifier(.algorithm), Component(.parameters, .dependent(.parameters), optional: true)])
    }

    // MARK: Names (RFC 5280 section 4.1.2.4)

    package static func name(_ part: Part) -> Component {
        .sequence(part, of: Component(.relativeDistinguishedName, tagged: [.set], .set(attribute)))
    }

    package static let attribute = Component.sequence(
        .attribute, [.identifier(.attributeType), Component(.attributeValue, .value(.text))])

    // MARK: Parts that depend on an algorithm

    /// The parameters of an algorithm: the curve for a key on an elliptic curve (RFC 5480 section 2.1.1), four tagged values for
    /// RSASSA-PSS (RFC 4055 section 3.1), and any element, usually NULL, for other algorithms.
    package static func parameters(of algorithm: OID?) -> Component {
        switch algorithm {
        case .ecPublicKey:
            Component(.parameters, .choice([.identifier(.namedCurve), Component(.parameters, .any)]))
        case .rsassaPSS:
            .sequence(
                .parameters,
                [
                    tagged(0, .hashAlgorithmTag, around: hashAlgorithm),
                    tagged(
                        1, .maskGenAlgorithmTag,
                        around: .sequence(.maskGenAlgorithm, [.identifier(.maskGenFunction), hashAlgorithm])),
                    tagged(2, .saltLengthTag, around: .integer(.saltLength)),
                    tagged(3, .trailerFieldTag, around: .integer(.trailerField)),
                ])
        default: Component(.parameters, .any)
        }
    }

    private static let hashAlgorithm = Component.sequence(
        .hashAlgorithm,
        [
            .identifier(.hashFunction),
            Component(.hashParameters, tagged: [.null], .value(.null), optional: true),
        ])

    private static func tagged(_ number: Int, _ part: Part, around content: Component) -> Component {
        Component(part, tagged: [.contextConstructed(number)], .structure([content]), optional: true)
    }

    /// The shape of a key in subjectPublicKey, by the algorithm that the key is for.
    package static func publicKey(of algorithm: OID?) -> Shape {
        switch algorithm {
        case .rsaEncryption, .rsassaPSS:
            .wrapping(.sequence(.rsaPublicKey, [.integer(.modulus), .integer(.publicExponent)]))
        case .ecPublicKey: .value(.point)
        case .x25519, .x448, .ed25519, .ed448: .value(.edwardsKey)
        case .dsa: .wrapping(.integer(.keyInteger))
        default: .value(.bitOctets)
        }
    }

    /// The shape of a signature in signatureValue, by the algorithm of the signature.
    package static func signature(of algorithm: OID?) -> Shape {
        // ECDSA of ANSI X9.62 and DSA sign with two numbers (RFC 3279 section 2.2).
        guard let algorithm, algorithm.isBelow([1, 2, 840, 10045, 4]) || algorithm.isBelow([1, 2, 840, 10040, 4])
        else { return .value(.bitOctets) }
        return .wrapping(.sequence(.ecdsaSignature, [.integer(.r), .integer(.s)]))
    }
}
