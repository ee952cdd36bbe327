import Trace

extension ATSCost {
    /// What an exception costs, in a sentence.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: EnglishOfATS.sentence(self)
        }
    }
}

extension ATSDictionary.Problem {
    /// What is wrong, in a sentence.
    public func sentence(in language: Language) -> String {
        switch language {
        case .english: EnglishOfATS.sentence(kind)
        }
    }
}

extension ATSFinding {
    /// What is to be done at the server; nil where there is nothing to do.
    public func repair(in language: Language) -> String? {
        guard outcome == .failed else { return nil }
        switch language {
        case .english: return EnglishOfATS.repair(note)
        }
    }
}

extension ATSError {
    /// What the system says to the user.
    public func localizedDescription(host: String) -> String {
        switch self {
        case .requiresSecureConnection:
            "The resource could not be loaded because the App Transport Security policy requires the use of a secure "
                + "connection."
        case .secureConnectionFailed: "A TLS error caused the secure connection to fail."
        case .certificateUntrusted:
            "The certificate for this server is invalid. You might be connecting to a server that is pretending to be "
                + "“\(host)” which could put your confidential information at risk."
        }
    }
}

extension EnglishOfATS {
    /// What an exception costs.
    static func sentence(_ cost: ATSCost) -> String {
        switch cost {
        case .olderVersion(let version):
            "\(version) is deprecated (RFC 8996): its handshake rests on MD5 and SHA-1, and it has no authenticated "
                + "encryption."
        case .noForwardSecrecy:
            "Without forward secrecy, whoever gets the server's private key, at any time, reads every connection that was "
                + "recorded. ATS also stops checking the length of the key."
        case .plainHTTP:
            "Anyone on the way reads and changes what is sent. For https the app's delegate may then also accept chains "
                + "that the system does not trust."
        case .everything:
            "ATS is off for every host of the app that has no entry of its own: plain HTTP, old versions and suites without "
                + "forward secrecy included."
        }
    }

    /// What is to be done at the server about a failure; nil where there is nothing.
    static func repair(_ note: ATSNote) -> String? {
        switch note {
        case .plain: "Serve the resource over https, and change the URL."
        case .versionTooOld(_, let minimum): "Enable \(minimum == .tls13 ? "TLS 1.3" : "TLS 1.2 or 1.3")."
        case .suiteWithoutForwardSecrecy, .suiteFiniteField, .suiteUnlisted:
            "Enable an ECDHE suite with AES, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, or TLS 1.3."
        case .offerRefused(_, _, let otherwise):
            otherwise.flatMap(repair)
                ?? "Enable an ECDHE suite with AES, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, or TLS 1.3."
        case .unreadable: "Install a certificate that can be read."
        case .keyTooShort: "Get a certificate for an RSA key of 2048 bits, or for a key on P-256."
        case .hashWeak: "Get a certificate that is signed over SHA-256."
        case .distrusted:
            "Send a chain that leads to an authority that the devices trust, with a certificate in force for this name; "
                + "an authority of your own has to be installed and trusted on the devices."
        case .hasNoNames: "Get a certificate with the host's name in subjectAltName."
        case .allowsNoServers: "Get a certificate with serverAuth in its extended key usage."
        case .lifetimeTooLong(_, let limit, _): "Get a certificate that lives \(limit) days at most."
        case .unpublished: "Get a certificate that carries timestamps of two or more logs."
        case .encrypted, .publicName, .outside, .version, .notSeen, .suiteListed, .suiteOfTLS13, .notAsked,
            .noCertificate, .keyLongEnough, .keyUnchecked, .hashStrong, .trusted, .hasNames, .allowsServers,
            .olderThanRule, .lifetime, .published, .privateAuthority, .waived:
            nil
        }
    }

    /// What is wrong with a part of a dictionary.
    static func sentence(_ kind: ATSDictionary.Problem.Kind) -> String {
        switch kind {
        case .wrongType(let expected, let found):
            "The value is a \(found) and has to be a \(expected); it is taken as if it were not there."
        case .unknownVersion(let text):
            "“\(text)” names no version; TLSv1.0, TLSv1.1, TLSv1.2 and TLSv1.3 do. TLS 1.2 stays the minimum."
        case .unknownKey: "No key of ATS has this name, so it has no effect."
        case .formerKey(let key): "A name from the first days of iOS 9, of no effect here; it is \(key) now."
        case .notInside: "The key stands beside NSAppTransportSecurity and has to stand inside: it has no effect."
        case .upperCase: "A domain has to be written in lower case: this entry fits no host."
        case .notOnlyAName: "A domain has no scheme, port or path: this entry fits no host."
        case .address:
            "An address as a domain has an effect on iOS 17 and later only; before, ATS left addresses alone."
        case .trailingDot: "With the dot at its end the entry fits no host that is written without one."
        case .wildcard: "An asterisk means nothing here; NSIncludesSubdomains does what is meant."
        case .noName: "This is no name of a domain: the entry fits no host."
        case .obsoleteTransparency: "The key is obsolete: Certificate Transparency is always asked for."
        case .arbitraryLoadsIgnored(let key):
            "Ignored on iOS 10 and later, because \(key) is present, whatever its value."
        case .belongsIntoAnEntry: "The key belongs into an entry of NSExceptionDomains; here it has no effect."
        }
    }
}
