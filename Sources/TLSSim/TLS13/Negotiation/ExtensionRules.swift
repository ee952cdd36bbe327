import Trace

/// The messages in which an extension may stand, and the check that an answer was asked for (RFC 8446 section 4.2).
public enum ExtensionRules {
    /// The messages for which an extension is specified in TLS 1.3; nil for an extension of older versions only, and for an unknown one.
    private static func places(of number: UInt16) -> ExtensionPlaces? {
        ExtensionType(rawValue: number).flatMap { $0.row.places.isEmpty ? nil : $0.row.places }
    }

    /// Checks answers: each must be allowed in that message and must have been asked for. In a HelloRetryRequest, the cookie alone may come
    /// unasked.
    ///
    /// - Throws: ``TLS13Violation/misplacedExtension(_:in:)``, ``TLSError/unsolicitedExtension(_:)``.
    static func check(
        _ answers: [HelloExtension], in place: ExtensionPlace, askedBy questions: [HelloExtension]
    ) throws(TLSError) {
        for answer in answers {
            let places = places(of: answer.type)
            if let places, !places.contains(place) { throw .tls13(.misplacedExtension(answer.type, in: place)) }
            if place == .helloRetryRequest, case .cookie = answer { continue }
            guard questions.contains(where: { $0.type == answer.type }) else {
                throw .unsolicitedExtension(answer.type)
            }
            guard places != nil else { throw .tls13(.misplacedExtension(answer.type, in: place)) }
        }
    }

    /// Checks extensions that are not answers: those of CertificateRequest and NewSessionTicket. Unknown ones are ignored.
    ///
    /// - Throws: ``TLS13Violation/misplacedExtension(_:in:)``.
    static func check(_ extensions: [HelloExtension], in place: ExtensionPlace) throws(TLSError) {
        for item in extensions {
            guard places(of: item.type)?.contains(place) ?? true else {
                throw .tls13(.misplacedExtension(item.type, in: place))
            }
        }
    }
}
