import Trace

/// Where an extension may stand, and which answers were asked for (RFC 8446 section 4.2).
public enum ExtensionRules {
    /// The table of section 4.2: the messages that an extension is specified for. What is not in it came with an older version, or is not
    /// known here.
    private static let table: [UInt16: Set<ExtensionPlace>] = [
        ServerNameExtension.type.number: [.clientHello, .encryptedExtensions],
        MaxFragmentLengthExtension.type.number: [.clientHello, .encryptedExtensions],
        StatusRequest.type.number: [.clientHello, .certificateRequest, .certificate],
        SupportedGroupsExtension.type.number: [.clientHello, .encryptedExtensions],
        SignatureAlgorithmsExtension.type.number: [.clientHello, .certificateRequest],
        ApplicationProtocolsExtension.type.number: [.clientHello, .encryptedExtensions],
        // use_srtp, heartbeat.
        14: [.clientHello, .encryptedExtensions], 15: [.clientHello, .encryptedExtensions],
        // signed_certificate_timestamp.
        18: [.clientHello, .certificateRequest, .certificate],
        // client_certificate_type, server_certificate_type.
        19: [.clientHello, .encryptedExtensions], 20: [.clientHello, .encryptedExtensions],
        // padding.
        21: [.clientHello],
        RecordSizeLimitExtension.type.number: [.clientHello, .encryptedExtensions],
        PreSharedKeyExtension.type.number: [.clientHello, .serverHello],
        EarlyDataExtension.type.number: [.clientHello, .encryptedExtensions, .newSessionTicket],
        SupportedVersionsExtension.type.number: [.clientHello, .serverHello, .helloRetryRequest],
        CookieExtension.type.number: [.clientHello, .helloRetryRequest],
        PSKKeyExchangeModesExtension.type.number: [.clientHello],
        CertificateAuthoritiesExtension.type.number: [.clientHello, .certificateRequest],
        // oid_filters.
        48: [.certificateRequest],
        PostHandshakeAuthExtension.type.number: [.clientHello],
        SignatureAlgorithmsExtension.typeForCertificates.number: [.clientHello, .certificateRequest],
        KeyShareExtension.type.number: [.clientHello, .serverHello, .helloRetryRequest],
    ]

    /// Whether an extension is specified for that message.
    static func hasPlace(_ number: UInt16, in place: ExtensionPlace) -> Bool { table[number]?.contains(place) == true }

    /// Checks answers: each has to have its place in that message and to have been asked for. A cookie is the one extension of a
    /// HelloRetryRequest that comes unasked.
    ///
    /// - Throws: ``TLS13Violation/misplacedExtension(_:in:)``, ``TLSError/unsolicitedExtension(_:)``.
    static func check(
        _ answers: [HelloExtension], in place: ExtensionPlace, askedBy questions: [HelloExtension]
    ) throws(TLSError) {
        for answer in answers {
            let places = table[answer.type]
            if let places, !places.contains(place) { throw .tls13(.misplacedExtension(answer.type, in: place)) }
            if place == .helloRetryRequest, case .cookie = answer { continue }
            guard questions.contains(where: { $0.type == answer.type }) else {
                throw .unsolicitedExtension(answer.type)
            }
            guard places != nil else { throw .tls13(.misplacedExtension(answer.type, in: place)) }
        }
    }

    /// Checks extensions that are no answers, those of CertificateRequest and NewSessionTicket: what is not known there is ignored.
    ///
    /// - Throws: ``TLS13Violation/misplacedExtension(_:in:)``.
    static func check(_ extensions: [HelloExtension], in place: ExtensionPlace) throws(TLSError) {
        for item in extensions {
            guard table[item.type].map({ $0.contains(place) }) ?? true else {
                throw .tls13(.misplacedExtension(item.type, in: place))
            }
        }
    }
}
