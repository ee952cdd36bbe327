/// The grammar of the extensions (RFC 5280 section 4.2 and the documents that added to it).
enum ExtensionGrammar {
    /// What the OCTET STRING of an extension has inside; anything for one that is not known here.
    static func content(of identifier: String?) -> Component {
        identifier.flatMap { extensions[$0] } ?? Component(.element, [], .any)
    }

    private static let extensions: [String: Component] = [
        "2.5.29.14": Component(.subjectKeyIdentifier, [.octetString], .value(.octets)),
        "2.5.29.15": Component(.keyUsageBits, [.bitString], .value(.namedBits(keyUsages))),
        "2.5.29.17": generalNames(.subjectAltName),
        "2.5.29.18": generalNames(.issuerAltName),
        "2.5.29.19": .sequence(
            .basicConstraints,
            [
                Component(.cA, [.boolean], .value(.boolean), default: [0]),
                Component(.pathLenConstraint, [.integer], .value(.integer), optional: true),
            ]),
        "2.5.29.30": .sequence(.nameConstraints, [subtrees(0, .permittedSubtrees), subtrees(1, .excludedSubtrees)]),
        "2.5.29.31": .sequence(.cRLDistributionPoints, of: distributionPoint),
        "2.5.29.32": .sequence(.certificatePolicies, of: policyInformation),
        "2.5.29.33": .sequence(
            .policyMappings,
            of: .sequence(.policyMapping, [identifier(.issuerDomainPolicy), identifier(.subjectDomainPolicy)])),
        "2.5.29.35": .sequence(
            .authorityKeyIdentifier,
            [
                Component(.keyIdentifier, [.context(0)], .value(.octets), optional: true),
                Component(
                    .authorityCertIssuer, [.contextConstructed(1)], .list(generalName(.element)), optional: true),
                Component(.authorityCertSerialNumber, [.context(2)], .value(.integer), optional: true),
            ]),
        "2.5.29.36": .sequence(
            .policyConstraints,
            [
                Component(.requireExplicitPolicy, [.context(0)], .value(.integer), optional: true),
                Component(.inhibitPolicyMapping, [.context(1)], .value(.integer), optional: true),
            ]),
        "2.5.29.37": .sequence(.extKeyUsage, of: identifier(.keyPurposeId)),
        "2.5.29.46": .sequence(.freshestCRL, of: distributionPoint),
        "2.5.29.54": Component(.inhibitAnyPolicy, [.integer], .value(.integer)),
        "1.3.6.1.5.5.7.1.1": .sequence(.authorityInfoAccess, of: accessDescription),
        "1.3.6.1.5.5.7.1.11": .sequence(.subjectInfoAccess, of: accessDescription),
        "1.3.6.1.5.5.7.1.24": .sequence(
            .tlsFeature, of: Component(.tlsFeatureNumber, [.integer], .value(.tlsFeature))),
        "1.3.6.1.5.5.7.48.1.5": Component(.ocspNoCheck, [.null], .value(.null)),
        "1.3.6.1.4.1.11129.2.4.2": Component(
            .signedCertificateTimestampList, [.octetString], .value(.timestamps)),
        "1.3.6.1.4.1.11129.2.4.3": Component(.precertificatePoison, [.null], .value(.null)),
        "2.16.840.1.113730.1.1": Component(.netscapeCertType, [.bitString], .value(.namedBits(netscapeTypes))),
        "2.16.840.1.113730.1.13": Component(.netscapeComment, [.ia5String], .value(.text)),
    ]

    // MARK: Names of bits

    private static let keyUsages = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]

    private static let revocationReasons = [
        "unused", "keyCompromise", "cACompromise", "affiliationChanged", "superseded", "cessationOfOperation",
        "certificateHold", "privilegeWithdrawn", "aACompromise",
    ]

    private static let netscapeTypes = [
        "SSL client", "SSL server", "S/MIME", "object signing", "reserved", "SSL CA", "S/MIME CA", "object signing CA",
    ]

    // MARK: General names (RFC 5280 section 4.2.1.6)

    private static func generalNames(_ part: Part) -> Component { .sequence(part, of: generalName(.element)) }

    private static func generalName(_ part: Part) -> Component { Component(part, [], .choice(generalNameKinds)) }

    private static let generalNameKinds: [Component] = [
        Component(
            .otherName, [.contextConstructed(0)],
            .structure([
                identifier(.otherNameType),
                Component(
                    .otherNameValue, [.contextConstructed(0)], .structure([Component(.element, [], .any)])),
            ])),
        Component(.rfc822Name, [.context(1)], .value(.text)),
        Component(.dNSName, [.context(2)], .value(.text)),
        Component(.x400Address, [.contextConstructed(3)], .any),
        Component(.directoryName, [.contextConstructed(4)], .structure([CertificateGrammar.name(.directoryName)])),
        Component(.ediPartyName, [.contextConstructed(5)], .any),
        Component(.uniformResourceIdentifier, [.context(6)], .value(.text)),
        Component(.iPAddress, [.context(7)], .value(.address)),
        Component(.registeredID, [.context(8)], .value(.objectIdentifier)),
    ]

    private static func subtrees(_ number: Int, _ part: Part) -> Component {
        Component(
            part, [.contextConstructed(number)],
            .list(
                .sequence(
                    .generalSubtree,
                    [
                        generalName(.element),
                        Component(.minimum, [.context(0)], .value(.integer), default: [0]),
                        Component(.maximum, [.context(1)], .value(.integer), optional: true),
                    ])),
            optional: true)
    }

    // MARK: Policies (RFC 5280 section 4.2.1.4)

    private static func identifier(_ part: Part) -> Component {
        Component(part, [.objectIdentifier], .value(.objectIdentifier))
    }

    private static let displayText: [DERTag] = [.ia5String, .visibleString, .bmpString, .utf8String]

    private static let policyInformation = Component.sequence(
        .policyInformation,
        [
            identifier(.policyIdentifier),
            .sequence(
                .policyQualifiers,
                of: .sequence(
                    .policyQualifierInfo,
                    [identifier(.policyQualifierId), Component(.qualifier, [], .dependent(.qualifier))]),
                optional: true),
        ])

    /// What qualifies a policy: the address of a document (id-qt-cps) or a notice to read (id-qt-unotice).
    static func qualifier(of identifier: String?) -> Component {
        switch identifier {
        case "1.3.6.1.5.5.7.2.1": Component(.qualifier, [.ia5String], .value(.text))
        case "1.3.6.1.5.5.7.2.2":
            .sequence(
                .userNotice,
                [
                    .sequence(
                        .noticeRef,
                        [
                            Component(.organization, displayText, .value(.text)),
                            .sequence(
                                .noticeNumbers, of: Component(.noticeNumber, [.integer], .value(.integer))),
                        ], optional: true),
                    Component(.explicitText, displayText, .value(.text), optional: true),
                ])
        default: Component(.qualifier, [], .any)
        }
    }

    // MARK: Where to look further

    private static let distributionPoint = Component.sequence(
        .distributionPoint,
        [
            Component(
                .distributionPointName, [.contextConstructed(0)],
                .structure([
                    Component(
                        .element, [],
                        .choice([
                            Component(.fullName, [.contextConstructed(0)], .list(generalName(.element))),
                            Component(
                                .nameRelativeToCRLIssuer, [.contextConstructed(1)],
                                .set(CertificateGrammar.attribute)),
                        ]))
                ]), optional: true),
            Component(.reasons, [.context(1)], .value(.namedBits(revocationReasons)), optional: true),
            Component(.cRLIssuer, [.contextConstructed(2)], .list(generalName(.element)), optional: true),
        ])

    private static let accessDescription = Component.sequence(
        .accessDescription, [identifier(.accessMethod), generalName(.element)])
}
