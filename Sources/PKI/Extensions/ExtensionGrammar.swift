import Crypto

/// The grammar of the extensions (RFC 5280 section 4.2, and the documents that define further extensions).
package enum ExtensionGrammar {
    /// The grammar of the value of an extension, inside its OCTET STRING. The grammar of an unknown extension allows any element.
    package static func content(of identifier: OID?) -> Component {
        identifier.flatMap { extensions[$0] } ?? Component(.element, .any)
    }

    private static let extensions: [OID: Component] = [
        .subjectKeyIdentifier: Component(.subjectKeyIdentifier, tagged: [.octetString], .value(.octets)),
        .keyUsage: KeyUsage.grammar,
        .subjectAltName: .sequence(.subjectAltName, of: GeneralName.grammar),
        .issuerAltName: .sequence(.issuerAltName, of: GeneralName.grammar),
        .basicConstraints: BasicConstraints.grammar,
        .nameConstraints: NameConstraints.grammar,
        .cRLDistributionPoints: .sequence(.cRLDistributionPoints, of: distributionPoint),
        .certificatePolicies: .sequence(.certificatePolicies, of: policyInformation),
        .policyMappings: .sequence(.policyMappings, of: PolicyMapping.grammar),
        .authorityKeyIdentifier: AuthorityKeyIdentifier.grammar,
        .policyConstraints: PolicyConstraints.grammar,
        .extKeyUsage: .sequence(.extKeyUsage, of: .identifier(.keyPurposeId)),
        .freshestCRL: .sequence(.freshestCRL, of: distributionPoint),
        .inhibitAnyPolicy: .integer(.inhibitAnyPolicy),
        .authorityInfoAccess: .sequence(.authorityInfoAccess, of: accessDescription),
        .subjectInfoAccess: .sequence(.subjectInfoAccess, of: accessDescription),
        .tlsFeature: .sequence(
            .tlsFeature, of: Component(.tlsFeatureNumber, tagged: [.integer], .value(.tlsFeature))),
        .ocspNoCheck: Component(.ocspNoCheck, tagged: [.null], .value(.null)),
        .signedCertificateTimestampList: Component(
            .signedCertificateTimestampList, tagged: [.octetString], .value(.timestamps)),
        .precertificatePoison: Component(.precertificatePoison, tagged: [.null], .value(.null)),
        .netscapeCertType: Component(.netscapeCertType, tagged: [.bitString], .value(.namedBits(netscapeTypes))),
        .netscapeComment: Component(.netscapeComment, tagged: [.ia5String], .value(.text)),
    ]

    // MARK: Names of bits

    private static let revocationReasons = [
        "unused", "keyCompromise", "cACompromise", "affiliationChanged", "superseded", "cessationOfOperation",
        "certificateHold", "privilegeWithdrawn", "aACompromise",
    ]

    private static let netscapeTypes = [
        "SSL client", "SSL server", "S/MIME", "object signing", "reserved", "SSL CA", "S/MIME CA", "object signing CA",
    ]

    // MARK: Policies (RFC 5280 section 4.2.1.4)

    private static let displayText: [DERTag] = [.ia5String, .visibleString, .bmpString, .utf8String]

    private static let policyInformation = Component.sequence(
        .policyInformation,
        [
            .identifier(.policyIdentifier),
            .sequence(
                .policyQualifiers,
                of: .sequence(
                    .policyQualifierInfo,
                    [.identifier(.policyQualifierId), Component(.qualifier, .dependent(.qualifier))]),
                optional: true),
        ])

    /// A policy qualifier: the address of a document (id-qt-cps) or a notice for the reader (id-qt-unotice).
    package static func qualifier(of identifier: OID?) -> Component {
        switch identifier {
        case .cpsQualifier: Component(.qualifier, tagged: [.ia5String], .value(.text))
        case .userNoticeQualifier:
            .sequence(
                .userNotice,
                [
                    .sequence(
                        .noticeRef,
                        [
                            Component(.organization, tagged: displayText, .value(.text)),
                            .sequence(.noticeNumbers, of: .integer(.noticeNumber)),
                        ], optional: true),
                    Component(.explicitText, tagged: displayText, .value(.text), optional: true),
                ])
        default: Component(.qualifier, .any)
        }
    }

    // MARK: Places of further information

    private static let distributionPoint = Component.sequence(
        .distributionPoint,
        [
            Component(
                .distributionPointName, tagged: [.contextConstructed(0)],
                .structure([
                    Component(
                        .element,
                        .choice([
                            Component(.fullName, tagged: [.contextConstructed(0)], .list(GeneralName.grammar)),
                            Component(
                                .nameRelativeToCRLIssuer, tagged: [.contextConstructed(1)],
                                .set(CertificateGrammar.attribute)),
                        ]))
                ]), optional: true),
            Component(.reasons, tagged: [.context(1)], .value(.namedBits(revocationReasons)), optional: true),
            Component(.cRLIssuer, tagged: [.contextConstructed(2)], .list(GeneralName.grammar), optional: true),
        ])

    private static let accessDescription = Component.sequence(
        .accessDescription, [.identifier(.accessMethod), GeneralName.grammar])
}
