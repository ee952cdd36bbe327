import Trace

/// A requirement for an app's connection: of App Transport Security, or of Apple's systems, which no key of Info.plist lifts.
package enum ATSRequirement: String, Hashable, Sendable, CaseIterable, Wording {
    /// The URL begins with https.
    case scheme = "scheme"
    /// ATS applies to the host, or not.
    case host = "host name"
    /// The version is at least the minimum of the rules: TLS 1.2 unless an exception names another one.
    case version = "TLS version"
    /// The suite is on the list of the rules.
    case suite = "cipher suite"
    /// Apple's systems offer the group. Examined only if the group was seen.
    case group = "group"
    /// Apple's systems offer a signature that the server's key can make. Named only if they do not, or if it is not known.
    case signatureScheme = "signature scheme"
    /// The handshake completes. Examined only if a handshake was made or recorded.
    case handshake = "handshake"
    /// The key is an RSA key of at least 2048 bits or a curve key of at least 256 bits.
    case keyLength = "key length"
    /// The certificate is signed with SHA-256 or a longer hash.
    case signatureHash = "signature hash"
    /// The system's trust evaluation succeeds.
    case trust = "certificate chain"
    /// The server's names are in subjectAltName (iOS 13).
    case subjectAltName = "subjectAltName"
    /// extKeyUsage lists serverAuth (iOS 13).
    case extendedKeyUsage = "extended key usage"
    /// The lifetime of the certificate is within the limit (iOS 13, and later rules for public authorities).
    case lifetime = "lifetime"
    /// The certificate was published (Certificate Transparency).
    case transparency = "transparency"

    /// Whether the requirement is a part of the trust evaluation, so that SecTrust judges it too.
    package var isTrust: Bool {
        switch self {
        case .scheme, .host, .version, .suite, .group, .signatureScheme, .handshake, .keyLength, .signatureHash: false
        case .trust, .subjectAltName, .extendedKeyUsage, .lifetime, .transparency: true
        }
    }

    package var english: String { rawValue }

    package var chinese: String {
        switch self {
        case .scheme: "协议方案"
        case .host: "主机名"
        case .version: "TLS 版本"
        case .suite: "密码套件"
        case .group: "群"
        case .signatureScheme: "签名方案"
        case .handshake: "握手"
        case .keyLength: "密钥长度"
        case .signatureHash: "签名的哈希"
        case .trust: "证书链"
        case .subjectAltName: "subjectAltName"
        case .extendedKeyUsage: "扩展密钥用法"
        case .lifetime: "有效期"
        case .transparency: "证书透明度"
        }
    }

    /// The source or document with the requirement: Apple's, or an RFC.
    package func cite(on period: ATSPeriod) -> Citation {
        switch self {
        case .host: period.cite
        // From iOS 13 on the lists of suites are published in source.
        case .suite where period >= .thirteen: ATSPeriod.latest.cite
        case .scheme, .version, .suite, .keyLength, .signatureHash: Citation("Apple, NSAppTransportSecurity")
        case .signatureScheme: .rfc(8446, "4.2.3")
        case .group: .rfc(8446, "4.2.7")
        case .handshake: .rfc(8446, "2")
        case .trust: Citation("Apple, Preventing Insecure Network Connections")
        case .subjectAltName, .extendedKeyUsage: Citation("Apple, HT210176")
        case .lifetime: Citation("Apple, HT210176 and HT211025")
        case .transparency: Citation("Apple, HT205280")
        }
    }
}

/// The finding about one requirement.
package struct ATSFinding: Hashable, Sendable, Remark {
    /// An outcome.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The requirement is met.
        case met
        /// The requirement does not apply here.
        case waived
        /// The requirement is not met.
        case failed
        /// A fact that is needed for the decision was not seen.
        case unknown
    }

    package let requirement: ATSRequirement
    package let outcome: Outcome
    /// The facts that were seen, as a typed note.
    package let note: ATSNote
    /// The versions of iOS by which was judged.
    package var period = ATSPeriod.latest

    /// The document with the requirement.
    package var cite: Citation {
        if case .handshake(.failed(let failure)) = note {
            failure.cite ?? requirement.cite(on: period)
        } else {
            requirement.cite(on: period)
        }
    }

    /// The facts that were seen, in a few words.
    package var seen: Words { Words(english: note.englishSeen, chinese: note.chineseSeen) }

    /// One or two sentences: the facts that were seen, and the reason for the outcome.
    package var english: String { note.english }

    package var chinese: String { note.chinese }

    /// The remedy at the server. Nil if there is nothing to do.
    package var repair: Words? { outcome == .failed ? note.repair : nil }
}

extension ATSFinding.Outcome: Wording {
    /// The mark of the outcome in a report: a requirement that is not met meets the eye.
    package var english: String {
        switch self {
        case .met: "met"
        case .waived: "waived"
        case .failed: "FAILED"
        case .unknown: "unknown"
        }
    }

    package var chinese: String {
        switch self {
        case .met: "符合"
        case .waived: "不适用"
        case .failed: "不符合"
        case .unknown: "不知道"
        }
    }
}
