import PKI
import TLSSim
import Trace

/// The facts about one requirement, with their numbers.
package indirect enum ATSNote: Hashable, Sendable, Remark {
    // MARK: Scheme and host
    /// The URL begins with https.
    case encrypted
    /// The URL begins with http. `allowed` tells whether an entry of NSExceptionDomains allows it; `entry` is the name of the host's entry.
    case plain(allowed: Bool, entry: String?)
    /// The host has a public name; the entry that applies to it, if there is one.
    case publicName(String, entry: String?)
    /// ATS does not protect a host of this kind.
    case outside(ATSHost)

    // MARK: The negotiation
    /// The version is new enough.
    case version(ProtocolVersion, minimum: ProtocolVersion)
    /// The version is too old.
    case versionTooOld(ProtocolVersion, minimum: ProtocolVersion)
    /// The version or the suite is not known.
    case notSeen
    /// The suite is one of the ECDHE suites that ATS lists.
    case suiteListed(RegisteredSuite)
    /// The suite is one of TLS 1.3.
    case suiteOfTLS13(RegisteredSuite)
    /// The suite uses RSA key transport; whether the entry allows it.
    case suiteWithoutForwardSecrecy(RegisteredSuite, allowed: Bool)
    /// The suite uses finite-field Diffie–Hellman.
    case suiteFiniteField(RegisteredSuite)
    /// The suite is on no list of ATS.
    case suiteUnlisted(RegisteredSuite)
    /// The server refused the offer that the rules make; its alert, if it sent one. `otherwise` is the fault of the server's choice when
    /// everything is offered; nil if that choice has no fault.
    case offerRefused(ATSOffer, alert: String?, otherwise: ATSNote?)
    /// The connection that was seen would fail. The offer of the rules was not made, so the answer to it is not known.
    case notAsked(ATSNote)

    /// The group of the key exchange, and whether Apple's systems offer it.
    case group(NamedGroup, isOffered: Bool)
    /// The outcome of a whole handshake.
    case handshake(HandshakeTrial)

    // MARK: The certificate
    /// No certificate was seen.
    case noCertificate
    /// The leaf cannot be read.
    case unreadable(String)
    /// The key is long enough.
    case keyLongEnough(ATSLeaf.Key)
    /// The key is too short.
    case keyTooShort(ATSLeaf.Key)
    /// The key is of a kind that Apple's systems do not use; its name.
    case keyOfOtherKind(String)
    /// The key is too short, and an exception switches the check of its length off.
    case keyUnchecked(ATSLeaf.Key)
    /// The hash in the signature is long enough.
    case hashStrong(algorithm: String)
    /// The hash in the signature is too short or not known.
    case hashWeak(algorithm: String)
    /// SecTrust trusts the chain.
    case trusted
    /// SecTrust does not trust the chain; its reasons.
    case distrusted([String])
    /// subjectAltName has names of hosts.
    case hasNames
    /// subjectAltName has no name of a host; the common name, which does not count.
    case hasNoNames(commonName: String?)
    /// extKeyUsage lists serverAuth.
    case allowsServers
    /// extKeyUsage does not list serverAuth; whether the certificate has the extension.
    case allowsNoServers(hasExtension: Bool)
    /// The certificate was issued before the rule came into force; both times in seconds since 1970.
    case olderThanRule(issued: Int64, rule: Int64)
    /// The lifetime is within the limit, both in days.
    case lifetime(days: Int64, limit: Int64)
    /// The lifetime is beyond the limit; the second since 1970 from which the limit holds, and the kind of the anchors to which it applies.
    case lifetimeTooLong(days: Int64, limit: Int64, since: Int64, under: AnchorKind)
    /// The lifetime has no limit under anchors of this kind.
    case lifetimeUnlimited(days: Int64, under: AnchorKind)
    /// The certificate has timestamps of enough logs; whether they are verified or only counted.
    case published(logs: Int, least: Int, areVerified: Bool)
    /// The certificate has timestamps of too few logs; whether they are verified or only counted.
    case unpublished(logs: Int, least: Int, areVerified: Bool)
    /// The authority is private, so the certificate need not be published; the number of logs.
    case privateAuthority(logs: Int)

    // MARK: Not demanded
    /// The note of a failure that an exemption waives.
    case waived(ATSNote, by: ATSExemption)

    /// The facts in a few words.
    var englishSeen: String {
        switch self {
        case .encrypted: "https"
        case .plain: "http"
        case .publicName(let name, _): name
        case .outside(let host): host.text
        case .version(let version, _), .versionTooOld(let version, _): Self.name(version)
        case .notSeen, .noCertificate: "not seen"
        case .suiteListed(let suite), .suiteOfTLS13(let suite), .suiteWithoutForwardSecrecy(let suite, _),
            .suiteFiniteField(let suite), .suiteUnlisted(let suite):
            suite.description
        case .offerRefused(_, _, let otherwise): otherwise?.englishSeen ?? "none"
        case .notAsked(let note), .waived(let note, _): note.englishSeen
        case .group(let group, _): group.name
        case .handshake(let trial):
            switch trial {
            case .completed(_, let request) where request.isDoubtful: "asks for a certificate of the client"
            case .completed, .recorded: "complete"
            case .proved: "key proved"
            case .failed(let failure): failure.name
            case .untried, .unseen: "not examined"
            }
        case .keyOfOtherKind(let name): name
        case .unreadable: "a certificate that cannot be read"
        case .keyLongEnough(let key), .keyTooShort(let key), .keyUnchecked(let key): key.name
        case .hashStrong(let algorithm), .hashWeak(let algorithm): algorithm
        case .trusted: "trusted"
        case .distrusted: "not trusted"
        case .hasNames: "has host names"
        case .hasNoNames: "has no host name"
        case .allowsServers: "lists serverAuth"
        case .allowsNoServers(let hasExtension): hasExtension ? "does not list serverAuth" : "not there"
        case .olderThanRule(let issued, _): "issued \(CivilTime.text(issued))"
        case .lifetime(let days, _), .lifetimeTooLong(let days, _, _, _), .lifetimeUnlimited(let days, _):
            counted(days, "day")
        case .published(let logs, _, _), .unpublished(let logs, _, _), .privateAuthority(let logs):
            counted(logs, "log")
        }
    }

    /// One or two sentences: the facts, and why they meet the requirement or not.
    package var english: String {
        switch self {
        case .encrypted: "The URL asks for TLS."
        case .plain(false, _): "The URL asks for no encryption. ATS blocks such a request."
        case .plain(true, let entry):
            "NSExceptionAllowsInsecureHTTPLoads in the entry for \(entry ?? "the host") allows the request without encryption."
        case .publicName(_, nil): "A public host name: ATS applies, with its defaults."
        case .publicName(let name, let entry?):
            entry == name
                ? "A public host name: ATS applies, as the entry for it in NSExceptionDomains says."
                : "A public host name: ATS applies, as the entry for \(entry) says, which includes its subdomains."
        case .outside(let host): Self.outside(host)
        case .version(let version, let minimum):
            version == minimum
                ? "\(Self.name(version)) is the oldest version that is accepted here."
                : "\(Self.name(version)) is newer than \(Self.name(minimum)), the oldest version that is accepted here."
        case .versionTooOld(let version, let minimum):
            "The server agrees on \(Self.name(version)). At least \(Self.name(minimum)) is required here."
        case .notSeen: "It is not known what the server agrees on."
        case .suiteListed: "One of the eleven ECDHE suites that ATS lists. It has forward secrecy."
        case .suiteOfTLS13: "A suite of TLS 1.3. There every key exchange with a certificate has forward secrecy."
        case .suiteWithoutForwardSecrecy(_, false):
            "RSA key transport has no forward secrecy: a later thief of the server's key can decrypt what was recorded "
                + "today. ATS asks for ECDHE."
        case .suiteWithoutForwardSecrecy(_, true):
            "RSA key transport has no forward secrecy. The exception for the host accepts that."
        case .suiteFiniteField:
            "Finite-field Diffie–Hellman has forward secrecy, but it is on no list of ATS, and no key of Info.plist adds it. Apple's "
                + "systems do not offer it."
        case .suiteUnlisted: "The suite is on no list of ATS, and no key of Info.plist adds it."
        case .offerRefused(let offer, let alert, let otherwise):
            (otherwise.map { $0.english + " " } ?? "")
                + "Under these rules the client offers \(Self.describe(offer)). The server refuses this offer"
                + (alert.map { " with the alert \($0)." } ?? ".")
                + (otherwise == nil
                    ? ""
                    : " The value shown here is the server's choice when the client offers everything.")
        case .notAsked(let note):
            "\(note.english) The server might agree to another one if only that were offered. This is not known from here."
        case .group(_, true): "A group that Apple's systems offer."
        case .group(_, false):
            "Apple's systems offer x25519, secp256r1, secp384r1 and secp521r1, newer ones X25519MLKEM768 too. This group is not among "
                + "them, and no key of Info.plist adds it."
        case .handshake(let trial): trial.english
        case .noCertificate: "The server's certificate is not known."
        case .unreadable(let why): "The server's certificate cannot be read: \(why)."
        case .keyLongEnough: "An RSA key needs at least 2048 bits, a key on a curve at least 256."
        case .keyOfOtherKind:
            "App Transport Security accepts RSA keys and keys for ECDSA. Apple's systems offer no signature of another kind, so no key "
                + "of Info.plist helps."
        case .keyTooShort: "An RSA key needs at least 2048 bits, a key on a curve at least 256. This key is shorter."
        case .keyUnchecked:
            "The key is too short for ATS. But ATS does not check the key when NSExceptionRequiresForwardSecrecy is NO."
        case .hashStrong: "It is signed with SHA-256 or a longer hash."
        case .hashWeak:
            "It is not signed with SHA-256 or a longer hash. ATS accepts no other."
        case .trusted: "The chain leads to a trusted authority, and the certificate is for this host and this time."
        case .distrusted(let reasons): reasons.joined(separator: " ")
        case .hasNames: "The server's names are in subjectAltName."
        case .hasNoNames(nil): "It contains no host name (iOS 13)."
        case .hasNoNames(let name?): "The common name \(name) no longer counts (iOS 13)."
        case .allowsServers: "The certificate is for TLS servers."
        case .allowsNoServers:
            "A certificate issued since July 2019 must say that it is for TLS servers (iOS 13)."
        case .olderThanRule(_, let rule): "The rule holds for certificates issued since \(English.day(rule))."
        case .lifetime(_, let limit): "At most \(limit) days are allowed."
        case .lifetimeTooLong(_, let limit, let since, let kind):
            "A certificate issued since \(English.day(since)) may be valid for at most \(limit) days under an anchor that "
                + "\(English.origin(kind))."
        case .lifetimeUnlimited(_, let kind): "Under an anchor that \(English.origin(kind)) there is no limit."
        case .published(_, let least, let areVerified):
            "The certificate contains timestamps of at least \(Self.number(least)) logs. They are \(Self.howCounted(areVerified))."
        case .unpublished(_, let least, true):
            "A certificate of a public authority needs timestamps of at least \(Self.number(least)) logs. Here only valid timestamps "
                + "inside the certificate count."
        case .unpublished(_, let least, false):
            "A certificate of a public authority needs timestamps of at least \(Self.number(least)) logs. Here only timestamps inside "
                + "the certificate count. A server may also send them in the handshake or with an OCSP response."
        case .privateAuthority: "Only a certificate of a public authority must be published (--public-ca)."
        case .waived(let note, let exemption): "\(note.english) \(Self.lifted(by: exemption))"
        }
    }

    /// The remedy for a failure at the server. Nil if there is nothing to do.
    var englishRepair: String? {
        switch self {
        case .plain: "Serve the resource over https, and change the URL."
        case .versionTooOld(_, let minimum): "Enable \(minimum == .tls13 ? "TLS 1.3" : "TLS 1.2 or 1.3")."
        case .suiteWithoutForwardSecrecy, .suiteFiniteField, .suiteUnlisted:
            "Enable an ECDHE suite with AES, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, or TLS 1.3."
        case .offerRefused(_, _, let otherwise):
            otherwise?.englishRepair
                ?? "Enable an ECDHE suite with AES, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, or TLS 1.3."
        case .unreadable: "Install a certificate that can be read."
        case .keyTooShort, .keyOfOtherKind: "Get a certificate for an RSA key of 2048 bits, or for a key on P-256."
        case .group(_, false): "Enable the groups x25519 and secp256r1."
        case .hashWeak: "Get a certificate that is signed with SHA-256."
        case .distrusted:
            "Send a chain that leads to an authority that the devices trust, with a certificate that is valid for this name and time. "
                + "An authority of your own must be installed and trusted on the devices."
        case .hasNoNames: "Get a certificate with the host's name in subjectAltName."
        case .allowsNoServers: "Get a certificate with serverAuth in its extended key usage."
        case .lifetimeTooLong(_, let limit, _, _): "Get a certificate that is valid for at most \(limit) days."
        case .unpublished(_, let least, _):
            "Get a certificate with timestamps of at least \(Self.number(least)) logs."
        case .handshake(let trial): trial.failure?.englishRepair
        case .encrypted, .publicName, .outside, .version, .notSeen, .suiteListed, .suiteOfTLS13, .notAsked,
            .group(_, true),
            .noCertificate, .keyLongEnough, .keyUnchecked, .hashStrong, .trusted, .hasNames, .allowsServers,
            .olderThanRule, .lifetime, .lifetimeUnlimited, .published, .privateAuthority, .waived:
            nil
        }
    }

    private static func howCounted(_ areVerified: Bool) -> String {
        areVerified ? "verified with the logs' keys" : "counted, not verified"
    }

    /// "two", "three".
    private static func number(_ count: Int) -> String { [2: "two", 3: "three"][count] ?? "\(count)" }

    /// "TLS 1.2".
    private static func name(_ version: ProtocolVersion) -> String { version.name ?? version.description }

    private static func outside(_ host: ATSHost) -> String {
        let what =
            switch host {
            case .name: "A public host name"
            case .address: "An IP address"
            case .unqualified: "A name of one label"
            case .dotLocal: "A name under .local"
            }
        return "\(what): ATS protects public host names only. "
            + "With NSAllowsLocalNetworking the app declares such connections. For "
            + "an address, iOS 17 and later demand this key or an entry."
    }

    private static func lifted(by exemption: ATSExemption) -> String {
        switch exemption {
        case .arbitraryLoads: "NSAllowsArbitraryLoads switches ATS off, so this is not checked."
        case .arbitraryLoadsForMedia:
            "NSAllowsArbitraryLoadsForMedia switches ATS off for AVFoundation, so this is not checked."
        case .arbitraryLoadsInWebContent:
            "NSAllowsArbitraryLoadsInWebContent switches ATS off for web views, so this is not checked."
        case .notPublic: "ATS does not apply to this host, so this is not checked."
        }
    }

    private static func describe(_ offer: ATSOffer) -> String {
        let versions = offer.minimumVersion == .tls13 ? "TLS 1.3" : "TLS 1.3 to \(name(offer.minimumVersion))"
        let suites =
            offer.minimumVersion == .tls13
            ? "its own suites" : offer.requiresForwardSecrecy ? "ECDHE suites only" : "ECDHE and RSA suites"
        return "\(versions), \(suites)"
    }
}
