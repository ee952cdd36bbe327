import PKI
import Trace

/// An event that will lock an app out of a server that it reaches today, or that will lock it out again after a repair.
package enum NextBreak: Hashable, Sendable, Remark {
    /// A certificate of the chain is valid until then, in seconds since 1970.
    case certificateExpires(CertificatePins)
    /// A pinned certificate is replaced when the server's is renewed, at the latest then.
    case pinnedCertificateReplaced(CertificatePins)
    /// A pinned key of the server changes with any renewal that makes a new key.
    case pinnedKeyReplaced(CertificatePins)
    /// A pinned authority is left when the server's certificate comes from another one.
    case pinnedAuthorityLeft(CertificatePins)
    /// There is one pin alone, and no spare.
    case noSpare(CertificatePins)

    /// The certificate that it is about.
    package var certificate: CertificatePins {
        switch self {
        case .certificateExpires(let pins), .pinnedCertificateReplaced(let pins), .pinnedKeyReplaced(let pins),
            .pinnedAuthorityLeft(let pins), .noSpare(let pins):
            pins
        }
    }

    /// When it comes at the latest, in seconds since 1970.
    package var latest: Int64 { certificate.notAfter }

    /// Whether it may come any day before.
    package var mayComeEarlier: Bool {
        switch self {
        case .certificateExpires: false
        case .pinnedCertificateReplaced, .pinnedKeyReplaced, .pinnedAuthorityLeft, .noSpare: true
        }
    }

    /// A short name for programs.
    package var name: String {
        switch self {
        case .certificateExpires: "certificate expires"
        case .pinnedCertificateReplaced: "pinned certificate replaced"
        case .pinnedKeyReplaced: "pinned key replaced"
        case .pinnedAuthorityLeft: "pinned authority left"
        case .noSpare: "no spare pin"
        }
    }

    /// The thing that breaks, and the event that breaks it.
    package var english: String {
        switch self {
        case .certificateExpires(let pins) where pins.role == .leaf:
            "The server's certificate expires: every app refuses the server then. Renew it before, with the same key."
        case .certificateExpires(let pins): "The certificate of \(pins.label) in the chain expires."
        case .pinnedCertificateReplaced(let pins) where pins.role == .leaf:
            "A pin of the whole certificate breaks at its next renewal, even with the same key."
        case .pinnedCertificateReplaced(let pins):
            "A pin of the whole certificate of \(pins.label) breaks when that authority gets a new one."
        case .pinnedKeyReplaced:
            "A pin of the server's key breaks at a renewal that makes a new key. Many servers make one each time."
        case .pinnedAuthorityLeft(let pins):
            "A pin of \(pins.label) breaks when the authority issues from another certificate, which it may do any day."
        case .noSpare: PinAdvice.needsSpare.english
        }
    }
}

extension NextBreak {
    /// The coming breaks, the earliest first.
    ///
    /// - Parameters:
    ///   - chain: what the server shows, or the path from it to an anchor.
    ///   - pins: the certificates that the app has, in DER.
    ///   - keys: the keys that it has pinned, with those of the certificates.
    ///   - comparesCertificates: whether whole certificates are compared.
    static func all(
        in chain: [CertificatePins], pins: [[UInt8]], keys: [PublicKeyPin], comparesCertificates: Bool, at time: Int64
    ) -> [NextBreak] {
        var breaks = chain.filter { $0.notAfter >= time }.map { NextBreak.certificateExpires($0) }
        for shown in chain where keys.contains(shown.publicKeyPin) {
            if comparesCertificates, pins.contains(shown.certificate) {
                breaks.append(.pinnedCertificateReplaced(shown))
            }
            breaks.append(shown.role == .leaf ? .pinnedKeyReplaced(shown) : .pinnedAuthorityLeft(shown))
            if Set(keys).count == 1 { breaks.append(.noSpare(shown)) }
        }
        return breaks.enumerated().sorted { ($0.element.latest, $0.offset) < ($1.element.latest, $1.offset) }.map(
            \.element)
    }
}
