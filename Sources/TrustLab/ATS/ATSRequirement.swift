import Trace

/// A requirement for an app's connection: of App Transport Security, or of Apple's systems, which no key of Info.plist lifts.
package enum ATSRequirement: String, Hashable, Sendable, CaseIterable {
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
    package var seen: Words { Words(english: note.englishSeen) }

    /// One or two sentences: the facts that were seen, and the reason for the outcome.
    package var english: String { note.english }

    /// The remedy at the server. Nil if there is nothing to do.
    package var repair: Words? { outcome == .failed ? note.englishRepair.map { Words(english: $0) } : nil }
}
