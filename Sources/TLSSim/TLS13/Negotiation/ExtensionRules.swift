import Trace

/// Where an extension may stand, and which answers were asked for (RFC 8446 section 4.2).
public enum ExtensionRules {
    /// The messages that an extension is specified for; nil where it came with an older version, or is not known here.
    private static func places(of number: UInt16) -> ExtensionPlaces? {
        ExtensionType(rawValue: number).flatMap { $0.row.places.isEmpty ? nil : $0.row.places }
    }

    /// Checks answers: each has to have its place in that message and to have been asked for. A cookie is the one extension of a
    /// HelloRetryRequest that comes unasked.
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

    /// Checks extensions that are no answers, those of CertificateRequest and NewSessionTicket: what is not known there is ignored.
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
