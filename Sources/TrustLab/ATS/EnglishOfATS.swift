import PKI
import Trace

/// The findings of App Transport Security in English.
enum EnglishOfATS {
    /// What was seen, in a few words.
    static func seen(_ note: ATSNote) -> String {
        switch note {
        case .encrypted: "https"
        case .plain: "http"
        case .publicName(let name, _): name
        case .outside(let host): host.text
        case .version(let version, _), .versionTooOld(let version, _): version.description
        case .notSeen, .noCertificate: "not seen"
        case .suiteListed(let suite), .suiteOfTLS13(let suite), .suiteWithoutForwardSecrecy(let suite, _),
            .suiteFiniteField(let suite), .suiteUnlisted(let suite):
            suite.description
        case .offerRefused(_, _, let otherwise): otherwise.map(seen) ?? "none"
        case .notAsked(let note), .waived(let note, _): seen(note)
        case .unreadable: "a certificate that cannot be read"
        case .keyLongEnough(let key), .keyTooShort(let key), .keyUnchecked(let key): name(key)
        case .hashStrong(let algorithm), .hashWeak(let algorithm): algorithm
        case .trusted: "trusted"
        case .distrusted: "not trusted"
        case .hasNames: "has host names"
        case .hasNoNames: "has no host name"
        case .allowsServers: "lists serverAuth"
        case .allowsNoServers(let hasExtension): hasExtension ? "does not list serverAuth" : "not there"
        case .olderThanRule(let issued): "issued \(CivilTime.text(issued))"
        case .lifetime(let days, _), .lifetimeTooLong(let days, _, _): "\(days) days"
        case .published(let logs), .unpublished(let logs), .privateAuthority(let logs):
            logs == 1 ? "1 log" : "\(logs) logs"
        }
    }

    private static func name(_ key: ATSLeaf.Key) -> String {
        switch key {
        case .rsa(let bits): "RSA, \(bits) bits"
        case .ellipticCurve(let bits): "elliptic curve, \(bits) bits"
        case .other(let name): name
        }
    }

    /// One or two sentences on what was seen and why it counts as it does.
    static func sentence(_ note: ATSNote) -> String {
        switch note {
        case .encrypted: "The URL asks for TLS."
        case .plain(false, _): "The URL asks for no encryption at all. ATS lets no such request out."
        case .plain(true, let entry):
            "NSExceptionAllowsInsecureHTTPLoads in the entry for \(entry ?? "the host") lets the request out unencrypted."
        case .publicName(_, nil): "A public host name: ATS applies, with its defaults."
        case .publicName(let name, let entry?):
            entry == name
                ? "A public host name: ATS applies, as the entry for it in NSExceptionDomains says."
                : "A public host name: ATS applies, as the entry for \(entry) says, which includes its subdomains."
        case .outside(let host): outside(host)
        case .version(let version, let minimum):
            version == minimum
                ? "\(version) is the oldest version that is accepted here."
                : "\(version) is newer than \(minimum), the oldest version that is accepted here."
        case .versionTooOld(let version, let minimum):
            "The server agrees on \(version); here at least \(minimum) is demanded."
        case .notSeen: "Nobody has seen what the server agrees on."
        case .suiteListed: "One of the eleven ECDHE suites that ATS lists: forward secret."
        case .suiteOfTLS13: "A suite of TLS 1.3, where every key exchange with a certificate is forward secret."
        case .suiteWithoutForwardSecrecy(_, false):
            "RSA key transport has no forward secrecy: whoever gets the server's key later reads what was recorded "
                + "today. ATS asks for ECDHE."
        case .suiteWithoutForwardSecrecy(_, true):
            "RSA key transport has no forward secrecy; the exception for the host accepts that."
        case .suiteFiniteField:
            "Finite-field Diffie–Hellman is forward secret, but no list of ATS has it, and no key adds it: Apple's "
                + "systems do not offer it."
        case .suiteUnlisted: "The suite is on no list of ATS, and no key adds it."
        case .offerRefused(let offer, let alert, let otherwise):
            (otherwise.map { sentence($0) + " " } ?? "")
                + "What would be offered, \(describe(offer)), it refuses"
                + (alert.map { " with the alert \($0)." } ?? ".")
                + (otherwise == nil ? "" : " What is named here is its choice when everything is offered.")
        case .notAsked(let note):
            "\(sentence(note)) Whether the server would agree to another one, if only that were offered, is not known "
                + "from this."
        case .noCertificate: "Nobody has seen the server's certificate."
        case .unreadable(let why): "The server's certificate cannot be read: \(why)."
        case .keyLongEnough: "At least 2048 bits for RSA or 256 on a curve are demanded."
        case .keyTooShort(.other): "Only RSA keys and keys on elliptic curves are accepted."
        case .keyTooShort: "At least 2048 bits for RSA or 256 on a curve are demanded; this key is shorter."
        case .keyUnchecked:
            "Too short for ATS, which does not look at it once NSExceptionRequiresForwardSecrecy is NO."
        case .hashStrong: "Signed over SHA-256 or a longer hash."
        case .hashWeak:
            "Not signed over SHA-256 or a longer hash: the signature could have been made for another certificate."
        case .trusted: "The chain leads to a trusted authority, and the certificate is for this host and this time."
        case .distrusted(let reasons): reasons.joined(separator: " ")
        case .hasNames: "The server's names stand where names belong."
        case .hasNoNames(nil): "There is no name of a host in it (iOS 13)."
        case .hasNoNames(let name?): "The common name \(name) is not looked at any more (iOS 13)."
        case .allowsServers: "The certificate is for TLS servers."
        case .allowsNoServers:
            "Certificates issued since July 2019 have to say that they are for TLS servers (iOS 13)."
        case .olderThanRule: "The rule is for certificates issued since July 2019."
        case .lifetime(_, let limit): "At most \(limit) days are allowed."
        case .lifetimeTooLong(_, let limit, false):
            "Certificates issued since July 2019 may live \(limit) days at most, from whatever authority (iOS 13)."
        case .lifetimeTooLong(_, let limit, true):
            "Certificates that a public authority has issued since September 2020 may live \(limit) days at most."
        case .published: "Timestamps of at least two logs are in the certificate; they are counted, not verified."
        case .unpublished:
            "Certificates of public authorities need timestamps of at least two logs. Only those inside the certificate "
                + "are counted here; a server may also send them in the handshake or with an OCSP response."
        case .privateAuthority: "Only certificates of public authorities have to be published (--public-ca)."
        case .waived(let note, let exemption): "\(sentence(note)) \(lifted(by: exemption))"
        }
    }

    private static func outside(_ host: ATSHost) -> String {
        let what =
            switch host {
            case .name: "A public host name"
            case .address: "An IP address"
            case .unqualified: "A name of one label"
            case .dotLocal: "A name under .local"
            }
        return "\(what): ATS protects public host names only. NSAllowsLocalNetworking says that the app means to "
            + "connect to it; iOS 17 and later ask for that, or for an entry, where the host is an address."
    }

    private static func lifted(by exemption: ATSExemption) -> String {
        switch exemption {
        case .arbitraryLoads: "NSAllowsArbitraryLoads switches ATS off, so this is not asked."
        case .arbitraryLoadsForMedia:
            "NSAllowsArbitraryLoadsForMedia switches ATS off for AVFoundation, so this is not asked."
        case .arbitraryLoadsInWebContent:
            "NSAllowsArbitraryLoadsInWebContent switches ATS off for web views, so this is not asked."
        case .notPublic: "ATS does not apply to this host, so this is not asked."
        }
    }

    private static func describe(_ offer: ATSOffer) -> String {
        let versions = offer.minimumVersion == .tls13 ? "TLS 1.3" : "TLS 1.3 to \(offer.minimumVersion)"
        let suites =
            offer.minimumVersion == .tls13
            ? "its own suites" : offer.requiresForwardSecrecy ? "ECDHE suites only" : "ECDHE and RSA suites"
        return "\(versions), \(suites)"
    }
}
