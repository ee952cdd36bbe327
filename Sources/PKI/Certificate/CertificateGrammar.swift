import Crypto

/// The grammar of a certificate: RFC 5280 appendix A, in the order in which it stands there.
package enum CertificateGrammar {
    // MARK: Certificate (RFC 5280 section 4.1)

    package static let certificate = Component.sequence(
        .certificate,
        [
            .sequence(.tbsCertificate, tbsCertificate),
            algorithmIdentifier(.signatureAlgorithm),
            Component(.signatureValue, [.bitString], .dependent(.signature)),
        ])

    private static let tbsCertificate: [Component] = [
        Component(
            .versionTag, [.contextConstructed(0)],
            .structure([Component(.version, [.integer], .value(.version), default: [0])]), optional: true),
        Component(.serialNumber, [.integer], .value(.integer)),
        algorithmIdentifier(.signature),
        name(.issuer),
        .sequence(.validity, [time(.notBefore), time(.notAfter)]),
        name(.subject),
        .sequence(
            .subjectPublicKeyInfo,
            [
                algorithmIdentifier(.keyAlgorithm),
                Component(.subjectPublicKey, [.bitString], .dependent(.publicKey)),
            ]),
        Component(.issuerUniqueID, [.context(1)], .value(.bits), optional: true),
        Component(.subjectUniqueID, [.context(2)], .value(.bits), optional: true),
        Component(
            .extensionsTag, [.contextConstructed(3)], .structure([.sequence(.extensions, of: extensionItem)]),
            optional: true),
    ]

    private static let extensionItem = Component.sequence(
        .extensionItem,
        [
            Component(.extnID, [.objectIdentifier], .value(.objectIdentifier)),
            Component(.critical, [.boolean], .value(.boolean), default: [0]),
            Component(.extnValue, [.octetString], .dependent(.extensionValue)),
        ])

    private static func time(_ part: Part) -> Component {
        Component(part, [.utcTime, .generalizedTime], .value(.time))
    }

    package static func algorithmIdentifier(_ part: Part) -> Component {
        .sequence(
            part,
            [
                Component(.algorithm, [.objectIdentifier], .value(.objectIdentifier)),
                Component(.parameters, [], .dependent(.parameters), optional: true),
            ])
    }

    // MARK: Names (RFC 5280 section 4.1.2.4)

    package static func name(_ part: Part) -> Component {
        .sequence(part, of: Component(.relativeDistinguishedName, [.set], .set(attribute)))
    }

    package static let attribute = Component.sequence(
        .attribute,
        [
            Component(.attributeType, [.objectIdentifier], .value(.objectIdentifier)),
            Component(.attributeValue, [], .value(.text)),
        ])

    // MARK: What depends on an algorithm

    /// The parameters of an algorithm: NULL for most, a curve for keys on one, four numbers for RSASSA-PSS.
    package static func parameters(of algorithm: OID?) -> Component {
        switch algorithm {
        case .ecPublicKey:
            Component(
                .parameters, [],
                .choice([
                    Component(.namedCurve, [.objectIdentifier], .value(.objectIdentifier)),
                    Component(.parameters, [], .any),
                ]))
        case .rsassaPSS:
            .sequence(
                .parameters,
                [
                    tagged(0, .hashAlgorithmTag, hashAlgorithm),
                    tagged(
                        1, .maskGenAlgorithmTag,
                        .sequence(
                            .maskGenAlgorithm,
                            [
                                Component(.maskGenFunction, [.objectIdentifier], .value(.objectIdentifier)),
                                hashAlgorithm,
                            ])),
                    tagged(2, .saltLengthTag, Component(.saltLength, [.integer], .value(.integer))),
                    tagged(3, .trailerFieldTag, Component(.trailerField, [.integer], .value(.integer))),
                ])
        default: Component(.parameters, [], .any)
        }
    }

    private static let hashAlgorithm = Component.sequence(
        .hashAlgorithm,
        [
            Component(.hashFunction, [.objectIdentifier], .value(.objectIdentifier)),
            Component(.hashParameters, [.null], .value(.null), optional: true),
        ])

    private static func tagged(_ number: Int, _ part: Part, _ content: Component) -> Component {
        Component(part, [.contextConstructed(number)], .structure([content]), optional: true)
    }

    /// The octets of a key.
    package static func publicKey(of algorithm: OID?) -> Shape {
        switch algorithm {
        case .rsaEncryption, .rsassaPSS:
            .wrapping(
                .sequence(
                    .rsaPublicKey,
                    [
                        Component(.modulus, [.integer], .value(.integer)),
                        Component(.publicExponent, [.integer], .value(.integer)),
                    ]))
        case .ecPublicKey: .value(.point)
        case .x25519, .x448, .ed25519, .ed448: .value(.edwardsKey)
        case .dsa: .wrapping(Component(.keyInteger, [.integer], .value(.integer)))
        default: .value(.bitOctets)
        }
    }

    /// The octets of a signature.
    package static func signature(of algorithm: OID?) -> Shape {
        // Those of ANSI X9.62, and DSA's beside them (RFC 3279 section 2.2).
        guard let algorithm, algorithm.isBelow([1, 2, 840, 10045, 4]) || algorithm.isBelow([1, 2, 840, 10040, 4])
        else { return .value(.bitOctets) }
        return .wrapping(
            .sequence(
                .ecdsaSignature,
                [Component(.r, [.integer], .value(.integer)), Component(.s, [.integer], .value(.integer))]))
    }
}
