import PKI
import Trace

/// The sentences of reports besides findings, pins and fields: the question, the result, and how to read the page.
enum ReportNote: Wording {
    // MARK: A verdict
    case askedFor(host: String, place: String?, date: String)
    case asked(String)
    /// The verdict on a chain; whether the handshake in which it was shown fails; and the result of SecTrust, if it was asked.
    case verdict(isTrusted: Bool, handshakeFails: Bool, SecTrustResult?)
    case open(Verdict.Doubt)
    case appSees([AppleError])
    /// The error that an app sees, and the errors that explain it; the reason why an app may see none.
    case appSeesBecause(AppleError, [AppleError], unless: Verdict.Doubt?)

    // MARK: Pins and chains
    case pinned(certificate: (number: Int, label: String)?)
    case excuse
    case noObjection

    // MARK: A certificate taken apart
    case tree
    case page

    var english: String {
        switch self {
        case .askedFor(let host, let place, let date):
            "Asked for \(host)\(place.map { ", at \($0)" } ?? ""), on \(date)."
        case .asked(let question): "Asked \(question)."
        case .verdict(let isTrusted, let handshakeFails, let result):
            (!isTrusted
                ? "Refused."
                : handshakeFails ? "The chain is trusted, and the handshake in which it was shown fails." : "Trusted.")
                + (result.map { " SecTrust would say \($0.rawValue)." } ?? "")
        case .open(.missingIssuer(_, let address)):
            "Cannot tell. A certificate is missing that a device may fetch at \(address). If the device gets a certificate there that leads to "
                + "an authority that it trusts, SecTrust accepts the chain. If it gets none, SecTrust says "
                + "\(SecTrustResult.recoverableTrustFailure.rawValue). Give the certificate with the chain to decide it."
        case .open(.timestamps(let doubt)):
            "Cannot tell. The timestamps of logs that were seen are not enough (Certificate Transparency). \(doubt.english) SecTrust says "
                + "\(SecTrustResult.recoverableTrustFailure.rawValue) \(doubt.englishCondition)."
        case .appSees(let errors): "An app sees \(errors.map(\.text).joined(separator: ", "))."
        case .appSeesBecause(let error, [], _): Self.appSees([error]).english
        case .appSeesBecause(let error, let causes, let doubt):
            "\(Self.app(unless: doubt)) sees \(error.text); SecTrustEvaluateWithError says why: "
                + "\(causes.map(\.text).joined(separator: ", "))."
        case .pinned(let certificate?): "the key of certificate \(certificate.number), \(certificate.label)."
        case .pinned(nil): "no key of this chain. It may be a spare."
        case .excuse:
            "Then the app connects. The recipe's policy is AFSecurityPolicy certificate with an excuse: where the chain is refused, and "
                + "its last certificate is pinned, recoverableTrustFailure counts as success."
        case .noObjection: "App Transport Security has no objection."
        case .tree:
            """
            DER is boxes in boxes. A box has three parts: a tag, which names its kind, a length, and the content. The content is a value, or \
            more boxes. The left column shows each box as 'openssl asn1parse' prints it: the offset of its tag, its depth (d), the length of \
            its header (hl) and of its content (l), whether it contains boxes (cons) or a value (prim), and its type. The right column shows \
            the name, the value, the purpose and the source. The purpose of each kind of field is told only once. A » instead of : marks a \
            box that is packed inside a string; asn1parse shows it only with -strparse. Octets in a string that are not boxes have no header.
            """
        case .page: "A field, its octets and its sentence belong together: each leads to the others."
        }
    }

    /// The app that sees an error, at the beginning of a sentence.
    private static func app(unless doubt: Verdict.Doubt?) -> String {
        switch doubt {
        case nil: "An app"
        case .missingIssuer?: "Without that certificate an app"
        case .timestamps(let doubt)?:
            doubt.englishCondition.prefix(1).uppercased() + doubt.englishCondition.dropFirst() + ", an app"
        }
    }
}
