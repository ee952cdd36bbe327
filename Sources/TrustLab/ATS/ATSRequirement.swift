import Trace

/// What has to be so before an app's connection is made: the requirements of App Transport Security, and those that Apple's
/// systems have for every TLS connection, which no key of an Info.plist lifts.
public enum ATSRequirement: String, Hashable, Sendable, CaseIterable {
    /// The URL begins with https.
    case scheme = "scheme"
    /// The host has a public name, or else ATS does not apply.
    case host = "host name"
    /// TLS 1.2 or newer.
    case version = "TLS version"
    /// A suite from the list.
    case suite = "cipher suite"
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

    /// Whether every TLS connection has to meet it, with ATS or without.
    public var isTheSystems: Bool {
        switch self {
        case .scheme, .host, .version, .suite, .keyLength, .signatureHash: false
        case .trust, .subjectAltName, .extendedKeyUsage, .lifetime, .transparency: true
        }
    }

    /// Apple's document that demands it.
    public var cite: Citation {
        switch self {
        case .scheme, .host, .version, .suite, .keyLength, .signatureHash:
            Citation("Apple, NSAppTransportSecurity")
        case .trust: Citation("Apple, Preventing Insecure Network Connections")
        case .subjectAltName, .extendedKeyUsage: Citation("Apple, HT210176")
        case .lifetime: Citation("Apple, HT210176 and HT211025")
        case .transparency: Citation("Apple, HT205280")
        }
    }
}

/// What came of one requirement.
public struct ATSFinding: Hashable, Sendable, Remark {
    /// How it was met.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// It is met.
        case met
        /// It is not demanded here, met or not.
        case waived
        /// It is not met.
        case failed
        /// Nobody can tell.
        case unknown
    }

    /// The requirement.
    public let requirement: ATSRequirement
    /// What came of it.
    public let outcome: Outcome
    /// What was seen, as a typed note.
    public let note: ATSNote

    /// The document that demands it.
    public var cite: Citation { requirement.cite }
    /// Whether it stands in nobody's way.
    public var passed: Bool { outcome == .met || outcome == .waived }

    /// What was seen, in a few words.
    public func seen(in language: Language) -> String {
        switch language {
        case .english: EnglishOfATS.seen(note)
        }
    }

    public func sentence(in language: Language) -> String {
        switch language {
        case .english: EnglishOfATS.sentence(note)
        }
    }
}

/// What was seen of one requirement, with its numbers.
public indirect enum ATSNote: Hashable, Sendable {
    // MARK: Scheme and host
    /// The URL begins with https.
    case encrypted
    /// The URL begins with http; whether that is allowed, by the entry named or by an exemption.
    case plain(allowed: Bool, entry: String?)
    /// The host has a public name; the entry that speaks for it.
    case publicName(String, entry: String?)
    /// The host is none that ATS protects.
    case outside(ATSHost)

    // MARK: What was agreed on
    /// A version that is new enough.
    case version(ATSVersion, minimum: ATSVersion)
    /// One that is too old.
    case versionTooOld(ATSVersion, minimum: ATSVersion)
    /// Nothing is known of the version or the suite.
    case notSeen
    /// A suite of the list.
    case suiteListed(ATSSuite)
    /// A suite of TLS 1.3.
    case suiteOfTLS13(ATSSuite)
    /// RSA key transport; whether the entry allows it.
    case suiteWithoutForwardSecrecy(ATSSuite, allowed: Bool)
    /// Finite-field Diffie–Hellman.
    case suiteFiniteField(ATSSuite)
    /// A suite that is on no list.
    case suiteUnlisted(ATSSuite)
    /// The server refused the offer that would be made, with this alert; what is wrong with its choice where everything is
    /// offered, if something is.
    case offerRefused(ATSOffer, alert: String?, otherwise: ATSNote?)
    /// What was seen would fail; whether the server would agree on something else is not known, because nobody asked it.
    case notAsked(ATSNote)

    // MARK: The certificate
    /// No certificate was seen.
    case noCertificate
    /// The leaf cannot be read.
    case unreadable(String)
    /// A key that is long enough.
    case keyLongEnough(ATSLeaf.Key)
    /// A key that is too short.
    case keyTooShort(ATSLeaf.Key)
    /// A key that is too short, whose length an exception leaves unchecked.
    case keyUnchecked(ATSLeaf.Key)
    /// A signature over a hash that is long enough.
    case hashStrong(algorithm: String)
    /// A signature over one that is not, or over none that is known.
    case hashWeak(algorithm: String)
    /// The evaluator trusts the chain.
    case trusted
    /// It does not; its reasons.
    case distrusted([String])
    /// There are names where names belong.
    case hasNames
    /// There are none; the common name, which is not looked at.
    case hasNoNames(commonName: String?)
    /// serverAuth is listed.
    case allowsServers
    /// It is not; whether there is an extension at all.
    case allowsNoServers(hasExtension: Bool)
    /// The certificate is older than the rule.
    case olderThanRule(issued: Int64)
    /// A life within the limit in days.
    case lifetime(days: Int64, limit: Int64)
    /// One beyond it.
    case lifetimeTooLong(days: Int64, limit: Int64, publicAuthority: Bool)
    /// Enough timestamps.
    case published(logs: Int)
    /// Too few.
    case unpublished(logs: Int)
    /// Transparency is for public authorities.
    case privateAuthority(logs: Int)

    // MARK: Not demanded
    /// What would have been a failure.
    case waived(ATSNote, by: ATSExemption)
}
