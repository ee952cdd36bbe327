import PKI
import TLSSim
import Trace

/// The facts about one requirement, with their numbers.
package indirect enum ATSNote: Hashable, Sendable, Remark {
    // MARK: Scheme and host
    case encrypted
    /// The URL begins with http. `allowed` tells whether an entry of NSExceptionDomains allows it; `entry` is the name of the host's entry.
    case plain(allowed: Bool, entry: String?)
    case plainExempt(by: ATSExemption)
    /// ATS applies to the host; the entry that counts, if there is one, and whether it is one of the system's own.
    case protected(ATSHost, entry: String?, isBuiltIn: Bool)
    case exempt(ATSHost, by: ATSExemption)

    case hostOpen(ATSHost)

    // MARK: The negotiation
    case version(ProtocolVersion, minimum: ProtocolVersion)
    case versionOfSystem(ProtocolVersion)
    case versionTooOld(ProtocolVersion, minimum: ProtocolVersion)
    case versionNotYet(ProtocolVersion, ATSPeriod)
    case versionOpen(ProtocolVersion)
    case notSeen
    case suiteListed(RegisteredSuite)
    case suiteOfTLS13(RegisteredSuite)
    /// The suite uses RSA key transport; whether the entry allows it.
    case suiteWithoutForwardSecrecy(RegisteredSuite, allowed: Bool)
    case suiteOfSystem(RegisteredSuite)
    case suiteOpen(RegisteredSuite, ATSPeriod)
    case suiteDropped(RegisteredSuite, after: ATSPeriod)
    case suiteFiniteField(RegisteredSuite)
    case suiteUnlisted(RegisteredSuite)
    /// The server refused the offer that the rules make; its alert, if it sent one. `otherwise` is the fault of the server's choice when
    /// everything is offered; nil if that choice has no fault.
    case offerRefused(ATSOffer, alert: String?, otherwise: ATSNote?)
    case notAsked(ATSNote)

    case group(NamedGroup, isOffered: Bool)
    case groupOpen(NamedGroup, ATSPeriod)
    /// Apple's systems offer no signature scheme of TLS 1.3 that the key can make; whether the version leaves no other.
    case schemeNotOffered(ATSLeaf.Key, isCertain: Bool)
    /// keyUsage does not list digitalSignature; its purposes. SecTrust does not look at it, and the library of TLS may.
    case signatureNotAllowed([String])
    case handshake(HandshakeTrial)

    // MARK: The certificate
    case noCertificate
    case unreadable(String)
    case keyLongEnough(ATSLeaf.Key)
    case keyTooShort(ATSLeaf.Key)
    /// The key is of a kind that Apple's systems do not use; its name.
    case keyOfOtherKind(String)
    case hashStrong(algorithm: String)
    case hashWeak(algorithm: String)
    case trusted
    case systemPinsDemanded
    /// SecTrust does not trust the chain; its reasons.
    case distrusted([String])
    /// The certificate of an issuer is missing, and a device may fetch it; the issuer's name, and the address.
    case issuerToFetch(String, at: String)
    case hasNames
    /// subjectAltName has no name of a host; the common name, which does not count.
    case hasNoNames(commonName: String?)
    case allowsServers
    /// extKeyUsage does not list serverAuth; whether the certificate has the extension.
    case allowsNoServers(hasExtension: Bool)
    /// The certificate was issued before the rule came into force; both times in seconds since 1970.
    case olderThanRule(issued: Int64, rule: Int64)
    case lifetime(days: Int64, limit: Int64)
    case usageNotDemanded(under: AnchorKind)
    /// The lifetime is beyond the limit; the second since 1970 from which the limit holds, and the kind of the anchors to which it applies.
    case lifetimeTooLong(days: Int64, limit: Int64, since: Int64, under: AnchorKind)
    case lifetimeUnlimited(days: Int64, under: AnchorKind)
    case timestamps(CheckResult, least: Int)
    case trustedButForTimestamps
    /// The authority is private, so the certificate need not be published; the number of logs.
    case privateAuthority(logs: Int)

    // MARK: Not demanded
    case waived(ATSNote, by: ATSExemption)

    // MARK: Not decided
    case open(ATSNote, ATSQuestion)

    /// Whether the note says that it is open what the client offers.
    var isAboutTheOffer: Bool {
        switch self {
        case .suiteOpen, .versionOpen, .groupOpen: true
        default: false
        }
    }

    /// Whether SecTrust's findings tell what is not known.
    package var isToldBySecTrust: Bool {
        switch self {
        case .issuerToFetch, .trustedButForTimestamps, .timestamps: true
        default: false
        }
    }

    /// Whether a question decides that neither documents nor published source answer.
    var isUnsettled: Bool {
        switch self {
        case .open, .hostOpen, .versionNotYet, .schemeNotOffered(_, false), .signatureNotAllowed,
            .systemPinsDemanded:
            true
        default: isAboutTheOffer
        }
    }

    var englishSeen: String {
        switch self {
        case .encrypted: "https"
        case .plain, .plainExempt: "http"
        case .protected(let host, _, _), .exempt(let host, _), .hostOpen(let host): host.key
        case .version(let version, _), .versionTooOld(let version, _), .versionNotYet(let version, _),
            .versionOpen(let version), .versionOfSystem(let version):
            Self.name(version)
        case .notSeen, .noCertificate: "not seen"
        case .suiteListed(let suite), .suiteOfTLS13(let suite), .suiteWithoutForwardSecrecy(let suite, _),
            .suiteFiniteField(let suite), .suiteUnlisted(let suite), .suiteOfSystem(let suite),
            .suiteOpen(let suite, _), .suiteDropped(let suite, _):
            suite.description
        case .offerRefused(_, _, let otherwise): otherwise?.englishSeen ?? "none"
        case .notAsked(let note), .waived(let note, _), .open(let note, _): note.englishSeen
        case .group(let group, _), .groupOpen(let group, _): group.name
        case .schemeNotOffered(let key, _): key.name
        case .signatureNotAllowed(let usages):
            "keyUsage: \(usages.isEmpty ? "nothing" : usages.joined(separator: ", "))"
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
        case .keyLongEnough(let key), .keyTooShort(let key): key.name
        case .hashStrong(let algorithm), .hashWeak(let algorithm): algorithm
        case .trusted: "trusted"
        case .systemPinsDemanded: "trusted but for pins"
        case .distrusted: "not trusted"
        case .issuerToFetch(let issuer, _): "without the certificate of \(issuer)"
        case .hasNames: "has host names"
        case .hasNoNames: "has no host name"
        case .allowsServers: "lists serverAuth"
        case .allowsNoServers(let hasExtension): hasExtension ? "does not list serverAuth" : "not there"
        case .olderThanRule(let issued, _): "issued \(CivilTime.text(issued))"
        case .usageNotDemanded: "does not exclude servers"
        case .lifetime(let days, _), .lifetimeTooLong(let days, _, _, _), .lifetimeUnlimited(let days, _):
            counted(days, "day")
        case .timestamps(let finding, _):
            if case .transparency(let statement) = finding.statement, let logs = statement.logs {
                counted(logs, "log")
            } else {
                "no current log"
            }
        case .trustedButForTimestamps: "trusted but for its timestamps"
        case .privateAuthority(let logs): counted(logs, "log")
        }
    }

    /// One or two sentences: the facts, and why they meet the requirement or not.
    package var english: String {
        switch self {
        case .encrypted: "The URL asks for TLS."
        case .plain(false, _): "The URL asks for no encryption. ATS blocks such a request."
        case .plain(true, let entry):
            "NSExceptionAllowsInsecureHTTPLoads in the entry for \(entry ?? "the host") allows the request without encryption."
        case .plainExempt(let exemption):
            "The URL asks for no encryption. \(Self.lifted(by: exemption)) So the request goes out."
        case .protected(let host, let entry, let isBuiltIn): Self.protected(host, entry, isBuiltIn)
        case .hostOpen(let host): "\(Self.kind(of: host)): it is open which rules hold for it."
        case .exempt(let host, let exemption): "\(Self.kind(of: host)). \(Self.lifted(by: exemption))"
        case .version(let version, let minimum):
            version == minimum
                ? "\(Self.name(version)) is the oldest version that is accepted here."
                : "\(Self.name(version)) is newer than \(Self.name(minimum)), the oldest version that is accepted here."
        case .versionTooOld(let version, let minimum):
            "The server agrees on \(Self.name(version)). At least \(Self.name(minimum)) is required here."
        case .versionOfSystem(let version):
            "ATS does not apply, and recorded ClientHellos of Apple's systems offer \(Self.name(version))."
        case .versionNotYet(let version, let period):
            "Apps on \(period.name) do not offer \(Self.name(version)). It is not known what the server agrees on without it."
        case .versionOpen(let version):
            "ATS does not apply, so the system's own minimum counts. Apple does not publish it. Recorded ClientHellos of Safari 16 offer "
                + "\(Self.name(version)), those of Safari 26 do not. A request from a device would settle it."
        case .notSeen: "It is not known what the server agrees on."
        case .suiteListed: "One of the ECDHE suites that ATS offers. It has forward secrecy."
        case .suiteOfTLS13: "A suite of TLS 1.3. There every key exchange with a certificate has forward secrecy."
        case .suiteWithoutForwardSecrecy(_, false):
            "RSA key transport has no forward secrecy: a later thief of the server's key can decrypt what was recorded "
                + "today. ATS asks for ECDHE."
        case .suiteWithoutForwardSecrecy(_, true):
            "RSA key transport has no forward secrecy. The exception for the host accepts that."
        case .suiteOfSystem:
            "Here ATS leaves the suites to the system. Apple does not publish what the system then offers. ClientHellos of iOS 14 and "
                + "Safari 16 that others recorded offer this suite."
        case .suiteOpen(_, let period):
            "Apple's documents of \(period.name) do not list the suite, and no source of that time is published. The source of iOS 13 has it. "
                + "A request from a device would settle it."
        case .suiteDropped(_, let last):
            "ATS offered the suite until \(last.name). It does so no longer, and no key of Info.plist adds it."
        case .suiteFiniteField:
            "Finite-field Diffie–Hellman has forward secrecy, but it is on no list of ATS, and no key of Info.plist adds it. No "
                + "ClientHello of Apple's systems that others recorded offers it."
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
        case .group(.x25519MLKEM768, true): "A group that iOS 26 and later offer (Apple, 122756)."
        case .group(_, true): "A group that Apple's systems offer, as others have recorded."
        case .group(_, false):
            "Recorded ClientHellos of Apple's systems offer x25519, secp256r1, secp384r1 and secp521r1, newer ones X25519MLKEM768 too. This "
                + "group is not among them, and no key of Info.plist adds it."
        case .groupOpen(_, let period):
            "It is not known whether \(period.name) offers this group. A server that knows others too may choose another one then. A recorded "
                + "ClientHello of a device would settle it."
        case .schemeNotOffered(_, true):
            "ClientHellos of iOS 14, Safari 16 and Safari 26 that others recorded offer no signature scheme that this key can make. So the "
                + "server cannot prove that the key is its own. No key of Info.plist adds a scheme."
        case .schemeNotOffered(_, false):
            "ClientHellos of iOS 14, Safari 16 and Safari 26 that others recorded do not offer the scheme that this key has in TLS 1.3. In TLS 1.2 "
                + "it may sign with SHA-256 or SHA-384. It is not known whether the server does, and whether the app accepts it."
        case .signatureNotAllowed:
            "The certificate's keyUsage does not allow the key to sign a handshake (RFC 5280 section 4.2.1.3). SecTrust's policy for servers does not "
                + "look at it. Whether the TLS library of Apple's systems does is not published. A request from a device would settle it."
        case .handshake(let trial): trial.english
        case .noCertificate: "The server's certificate is not known."
        case .unreadable(let why): "The server's certificate cannot be read: \(why)."
        case .keyLongEnough: "An RSA key needs at least 2048 bits, a key on a curve at least 256."
        case .keyOfOtherKind:
            "App Transport Security accepts RSA keys and keys for ECDSA. Apple's systems offer no signature of another kind, so no key "
                + "of Info.plist helps."
        case .keyTooShort: "An RSA key needs at least 2048 bits, a key on a curve at least 256. This key is shorter."
        case .hashStrong: "It is signed with SHA-256 or a longer hash."
        case .hashWeak:
            "It is not signed with SHA-256 or a longer hash. ATS accepts no other."
        case .trusted: "The chain leads to a trusted authority, and the certificate is for this host and this time."
        case .systemPinsDemanded:
            "The chain leads to a trusted authority. But SecTrustPinningRequired in Info.plist makes the system demand pins. Whether this chain has "
                + "them is not modelled here."
        case .distrusted(let reasons): reasons.joined(separator: " ")
        case .issuerToFetch(let issuer, let address):
            "The certificate of \(issuer) that the chain needs is not sent. A device may fetch it at \(address). Without it the chain is not trusted."
        case .hasNames: "The server's names are in subjectAltName."
        case .hasNoNames(nil): "It contains no host name (iOS 13)."
        case .hasNoNames(let name?): "The common name \(name) no longer counts (iOS 13)."
        case .allowsServers: "The certificate is for TLS servers."
        case .allowsNoServers:
            "A certificate issued since July 2019 must say that it is for TLS servers (iOS 13)."
        case .olderThanRule(_, let rule): "The rule holds for certificates issued since \(English.day(rule))."
        case .usageNotDemanded(let kind): "Under an anchor that \(English.origin(kind)) serverAuth need not be listed."
        case .lifetime(_, let limit): "At most \(limit) days are allowed."
        case .lifetimeTooLong(_, let limit, let since, let kind):
            "A certificate issued since \(English.day(since)) may be valid for at most \(limit) days under an anchor that "
                + "\(English.origin(kind))."
        case .lifetimeUnlimited(_, let kind): "Under an anchor that \(English.origin(kind)) there is no limit."
        case .timestamps(let finding, _): finding.english
        case .trustedButForTimestamps:
            "The chain leads to a trusted authority. Whether the certificate has enough timestamps of logs is not known."
        case .privateAuthority: "Only a certificate of a public authority must be published (--public-ca)."
        case .waived(let note, let exemption): "\(note.english) \(Self.lifted(by: exemption)) So this is not checked."
        case .open(let note, let question): "\(note.english) It is open whether this holds here. \(question.english)"
        }
    }

    var englishRepair: String? {
        switch self {
        case .plain: "Serve the resource over https, and change the URL."
        case .versionTooOld(_, let minimum): "Enable \(minimum == .tls13 ? "TLS 1.3" : "TLS 1.2 or 1.3")."
        case .suiteWithoutForwardSecrecy, .suiteFiniteField, .suiteUnlisted, .suiteDropped:
            "Enable an ECDHE suite with AES, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, or TLS 1.3."
        case .offerRefused(_, _, let otherwise):
            otherwise?.englishRepair
                ?? "Enable an ECDHE suite with AES, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, or TLS 1.3."
        case .unreadable: "Install a certificate that can be read."
        case .keyTooShort, .keyOfOtherKind, .schemeNotOffered:
            "Get a certificate for an RSA key of 2048 bits, or for a key on P-256."
        case .group(_, false): "Enable the groups x25519 and secp256r1."
        case .hashWeak: "Get a certificate that is signed with SHA-256."
        case .distrusted:
            "Send a chain that leads to an authority that the devices trust, with a certificate that is valid for this name and time. "
                + "An authority of your own must be installed and trusted on the devices."
        case .issuerToFetch(let issuer, _):
            "Send the certificate of \(issuer) behind the server's own: not every device fetches it."
        case .hasNoNames: "Get a certificate with the host's name in subjectAltName."
        case .allowsNoServers: "Get a certificate with serverAuth in its extended key usage."
        case .lifetimeTooLong(_, let limit, _, _): "Get a certificate that is valid for at most \(limit) days."
        case .timestamps(_, let least):
            "Get a certificate with timestamps of at least \(Self.number(least)) logs."
        case .handshake(let trial): trial.failure?.englishRepair
        case .encrypted, .plainExempt, .protected, .exempt, .hostOpen, .version, .versionOfSystem, .versionNotYet,
            .versionOpen, .notSeen,
            .suiteListed, .suiteOfTLS13, .suiteOfSystem, .suiteOpen, .notAsked, .group(_, true), .groupOpen,
            .noCertificate, .keyLongEnough, .hashStrong, .trusted, .hasNames, .allowsServers, .olderThanRule,
            .usageNotDemanded, .signatureNotAllowed, .systemPinsDemanded,
            .lifetime, .lifetimeUnlimited, .trustedButForTimestamps, .privateAuthority, .waived, .open:
            nil
        }
    }

    /// "two", "three".
    private static func number(_ count: Int) -> String { [2: "two", 3: "three"][count] ?? "\(count)" }

    /// "TLS 1.2".
    private static func name(_ version: ProtocolVersion) -> String { version.name ?? version.description }

    private static func kind(of host: ATSHost) -> String {
        switch host {
        case .name: "A public host name"
        case .address: "An IP address"
        case .unqualified: "A name of one label"
        case .dotLocal: "A name under .local"
        }
    }

    private static func protected(_ host: ATSHost, _ entry: String?, _ isBuiltIn: Bool) -> String {
        let what = kind(of: host) + ": ATS applies, "
        guard let entry else { return what + "with its defaults." }
        if isBuiltIn { return what + "as an entry for \(entry) says that the system itself has." }
        if entry.lowercased() == host.key { return what + "as the entry for it in NSExceptionDomains says." }
        let reach = ATSAddressRange(entry) == nil ? "which includes its subdomains" : "the longest range around it"
        return what + "as the entry for \(entry.quotable) says, \(reach)."
    }

    private static func lifted(by exemption: ATSExemption) -> String {
        switch exemption {
        case .arbitraryLoads: "NSAllowsArbitraryLoads switches ATS off."
        case .arbitraryLoadsForMedia: "NSAllowsArbitraryLoadsForMedia switches ATS off for AVFoundation."
        case .arbitraryLoadsInWebContent: "NSAllowsArbitraryLoadsInWebContent switches ATS off for web views."
        case .local: "ATS does not apply to the host, because it is local."
        case .anyAddress: "iOS 10 to 16 do not apply ATS to addresses."
        }
    }

    private static func describe(_ offer: ATSOffer) -> String {
        let newest = name(offer.period.newestVersion)
        let oldest = name(offer.minimumVersion)
        let suites =
            switch offer.list {
            case .ats: "ECDHE suites only"
            case .compatible: "ECDHE and RSA suites"
            case .system: "the suites of the system"
            }
        guard offer.minimumVersion < .tls13 else { return "TLS 1.3, its own suites" }
        return (newest == oldest ? newest : "\(newest) to \(oldest)") + ", \(suites)"
    }
}
