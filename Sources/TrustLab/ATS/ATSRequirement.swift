import Trace

/// What has to be so before an app's connection is made: the requirements of App Transport Security, and those that Apple's
/// systems have for every TLS connection, which no key of an Info.plist lifts.
package enum ATSRequirement: String, Hashable, Sendable, CaseIterable {
    /// The URL begins with https.
    case scheme = "scheme"
    /// The host has a public name, or else ATS does not apply.
    case host = "host name"
    /// TLS 1.2 or newer.
    case version = "TLS version"
    /// A suite from the list.
    case suite = "cipher suite"
    /// A group that Apple's systems offer; told of where it was seen.
    case group = "group"
    /// The handshake comes to its end; told of where one was made or recorded.
    case handshake = "handshake"
    /// RSA of 2048 bits or a curve of 256, or more.
    case keyLength = "key length"
    /// SHA-256 or longer.
    case signatureHash = "signature hash"
    /// The system's trust evaluation.
    case trust = "certificate chain"
    /// The server's names are in subjectAltName (iOS 13).
    case subjectAltName = "subjectAltName"
    /// extKeyUsage lists serverAuth (iOS 13).
    case extendedKeyUsage = "extended key usage"
    /// The certificate does not live too long (iOS 13, and for public authorities later rules).
    case lifetime = "lifetime"
    /// The certificate was published (Certificate Transparency).
    case transparency = "transparency"

    /// Whether it is a part of believing the chain, which SecTrust judges too.
    package var isTrust: Bool {
        switch self {
        case .scheme, .host, .version, .suite, .group, .handshake, .keyLength, .signatureHash: false
        case .trust, .subjectAltName, .extendedKeyUsage, .lifetime, .transparency: true
        }
    }

    /// Apple's document that demands it.
    package var cite: Citation {
        switch self {
        case .scheme, .host, .version, .suite, .keyLength, .signatureHash:
            Citation("Apple, NSAppTransportSecurity")
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
    /// How it was met.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The requirement is met.
        case met
        /// The requirement is not demanded here, met or not.
        case waived
        /// The requirement is not met.
        case failed
        /// A fact that is needed for the decision was not seen.
        case unknown
    }

    /// The requirement.
    package let requirement: ATSRequirement
    /// The outcome.
    package let outcome: Outcome
    /// The facts that were seen, as a typed note.
    package let note: ATSNote

    /// The document that demands it.
    package var cite: Citation {
        if case .handshake(.failed(let failure)) = note { failure.cite ?? requirement.cite } else { requirement.cite }
    }
    /// Whether it does not stand in the way of the connection.
    package var passed: Bool { outcome == .met || outcome == .waived }

    /// The facts that were seen, in a few words.
    package var seen: Words { Words(english: note.englishSeen) }

    /// One or two sentences: the facts that were seen, and the reason of the outcome.
    package var english: String { note.english }

    /// The remedy at the server; nil where there is nothing to do.
    package var repair: Words? { outcome == .failed ? note.englishRepair.map { Words(english: $0) } : nil }
}
