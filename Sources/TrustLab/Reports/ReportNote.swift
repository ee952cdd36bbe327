import Trace

/// What reports say beside findings, pins and fields: what was asked, what came of it, how to read the page.
enum ReportNote: Wording {
    // MARK: A verdict
    /// A host was asked for at a moment; where it is, if that is known.
    case askedFor(host: String, place: String?, date: String)
    /// The question, as a clause.
    case asked(String)
    /// What came of a chain; whether the handshake in which it was shown fails; the result of SecTrust, where it was asked.
    case verdict(isTrusted: Bool, handshakeFails: Bool, SecTrustResult?)
    /// The errors that an app sees.
    case appSees([AppleError])
    /// The error that an app sees, and those that explain it.
    case appSeesBecause(AppleError, [AppleError])

    // MARK: Pins and chains
    /// Whose key has a pin: a certificate's, or that of none; its number and its name.
    case pinned(certificate: (number: Int, label: String)?)
    /// How an app with pinned roots excuses a refusal.
    case excuse
    /// App Transport Security lets the connection be.
    case noObjection

    // MARK: A certificate taken apart
    /// How the tree of a certificate is to be read.
    case tree
    /// How a page of certificates is to be read.
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
        case .appSees(let errors): "An app sees \(errors.map(\.text).joined(separator: ", "))."
        case .appSeesBecause(let error, []): Self.appSees([error]).english
        case .appSeesBecause(let error, let causes):
            "An app sees \(error.text); SecTrustEvaluateWithError says why: \(causes.map(\.text).joined(separator: ", "))."
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
}
