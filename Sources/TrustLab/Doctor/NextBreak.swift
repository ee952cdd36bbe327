import PKI
import Trace

/// An event that will lock an app out of the server: out of one that it reaches today, or again after a repair.
package enum NextBreak: Hashable, Sendable, Remark {
    case certificateExpires(CertificatePins)
    case pinnedCertificateReplaced(CertificatePins)
    case pinnedKeyReplaced(CertificatePins)
    case pinnedAuthorityLeft(CertificatePins)
    case noSpare(CertificatePins)

    /// The certificate of the event.
    package var certificate: CertificatePins {
        switch self {
        case .certificateExpires(let pins), .pinnedCertificateReplaced(let pins), .pinnedKeyReplaced(let pins),
            .pinnedAuthorityLeft(let pins), .noSpare(let pins):
            pins
        }
    }

    /// The latest time of the event, in seconds since 1970.
    package var latest: Int64 { certificate.notAfter }

    /// Whether the event may happen on any earlier day.
    package var mayComeEarlier: Bool {
        switch self {
        case .certificateExpires: false
        case .pinnedCertificateReplaced, .pinnedKeyReplaced, .pinnedAuthorityLeft, .noSpare: true
        }
    }

    /// A short name for JSON.
    package var name: String {
        switch self {
        case .certificateExpires: "certificate expires"
        case .pinnedCertificateReplaced: "pinned certificate replaced"
        case .pinnedKeyReplaced: "pinned key replaced"
        case .pinnedAuthorityLeft: "pinned authority left"
        case .noSpare: "no spare pin"
        }
    }

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

    package var chinese: String {
        switch self {
        case .certificateExpires(let pins) where pins.role == .leaf:
            "服务器的证书过期：那时每个应用都会拒绝服务器。要在此之前用同一个密钥续签。"
        case .certificateExpires(let pins): "证书链中 \(pins.label) 的证书过期。"
        case .pinnedCertificateReplaced(let pins) where pins.role == .leaf:
            "锁定整张证书，下次续签时就会失效，用同一个密钥也一样。"
        case .pinnedCertificateReplaced(let pins):
            "锁定 \(pins.label) 的整张证书，这个 CA 换新证书时就会失效。"
        case .pinnedKeyReplaced:
            "锁定服务器的密钥，续签时一换新密钥就会失效。许多服务器每次续签都换密钥。"
        case .pinnedAuthorityLeft(let pins):
            "锁定 \(pins.label)，这个 CA 改用另一张证书签发时就会失效，而它哪一天都可能这样做。"
        case .noSpare: PinAdvice.needsSpare.chinese
        }
    }
}

extension NextBreak {
    /// The coming events, the earliest first.
    ///
    /// - Parameters:
    ///   - chain: the certificates that the server shows, or the path from them to an anchor.
    ///   - pins: the app's certificates in DER.
    ///   - keys: the keys that the app has pinned, with those of its certificates.
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
        // The sort is stable: events of one certificate keep their order.
        return breaks.sorted { $0.latest < $1.latest }
    }
}
