import PKI
import Trace

/// A remedy for a reason: its place, the action and its cost.
package enum Remedy: Hashable, Sendable, Remark {
    // MARK: At the server
    case startServer(Endpoint)
    case enableTLS(Endpoint)
    case enableVersions
    case checkKey
    /// Apply the remedy of ``ATSFinding/repair``.
    case repair(ATSFinding)
    /// Send the certificate of an intermediate; the name of its authority.
    case sendIntermediate(String)
    case publicCertificate
    case renew
    case replaceAuthority
    case certificateFor(String)
    case replaceRevoked
    case reissue
    case newKey
    case reissueWithin(days: Int64)
    case restoreOctets
    /// Send the certificate of an authority as it was issued; the authority's name.
    case sendGenuine(String)
    case keepRealAuthority(String)
    case restoreKey(CertificatePins)
    case restoreCertificate(CertificatePins)
    case keepAuthority(CertificatePins)
    case installKey
    case demandNoCertificate
    case askInHandshake
    case serveName
    case readServerLog

    // MARK: At the authority
    /// Allow more authorities below an authority; its name.
    case liftPathLength(String)
    /// Allow the name below an authority; its name.
    case liftConstraint(String)
    /// Get a new certificate for an authority; its name.
    case reissueAuthority(String)

    // MARK: In the app
    case correctPort(Endpoint)
    case correctHost(String)
    case askFor([String])
    /// Compare keys instead of certificates; the key that is shown now.
    case compareKeys(PublicKeyPin)
    case shipPin(CertificatePins)
    case movePin(String, from: PinnedKind)
    case showClientCertificate
    case askForServedName
    case exempt(ATSException, ATSHost)

    // MARK: On the device
    /// Install and trust an authority; its name.
    case installAuthority(String)
    case setClock
    case allowInSettings

    // MARK: With this program
    case nameAnchors
    /// Give the program the server's certificates; the address and port, if they are known.
    case giveChain(Endpoint?)
    case compareEarlier
    /// Ask `trust matrix --why` for every step of the policy.
    case askMatrix
    case compareClient
    case giveCertificate
    case showOtherCertificate
    case giveSameSecret
    case offerMore
    case offerProtocol
    case nameHost
    case nameAuthority
    /// Pin the key that the server shows; its digest in base 64.
    case pinShown(String)

    /// The place of a remedy. The raw values are the names in reports.
    package enum Place: String, Hashable, Sendable, CaseIterable {
        case server
        /// At the authority that has issued a certificate. The owner of the server cannot apply it.
        case issuer
        case app
        case device
        /// With this program.
        case here
    }

    /// The place of the remedy.
    package var place: Place {
        switch self {
        case .startServer, .enableTLS, .enableVersions, .checkKey, .repair, .sendIntermediate, .publicCertificate,
            .renew,
            .replaceAuthority, .certificateFor, .replaceRevoked, .reissue, .newKey, .restoreKey, .restoreCertificate,
            .keepAuthority, .reissueWithin, .restoreOctets, .sendGenuine, .keepRealAuthority, .installKey,
            .demandNoCertificate, .askInHandshake, .serveName, .readServerLog:
            .server
        case .liftPathLength, .liftConstraint, .reissueAuthority: .issuer
        case .correctPort, .correctHost, .askFor, .compareKeys, .shipPin, .movePin, .exempt, .showClientCertificate,
            .askForServedName:
            .app
        case .installAuthority, .setClock, .allowInSettings: .device
        case .nameAnchors, .giveChain, .compareEarlier, .askMatrix, .compareClient, .giveCertificate,
            .showOtherCertificate, .giveSameSecret, .offerMore, .offerProtocol, .nameHost, .nameAuthority,
            .pinShown:
            .here
        }
    }

    package var english: String {
        switch self {
        case .startServer(let place):
            "Start the server on port \(place.port), or let connections through to it (firewall, port forwarding)."
        case .enableTLS(let place):
            "Switch TLS on for port \(place.port), or give the port that has it; 443 is the usual one."
        case .enableVersions: "Enable TLS 1.2 or 1.3 with an ECDHE suite."
        case .checkKey:
            "If both are enabled, the server may have no suite or no group that the client offers, or a key with which the client knows no "
                + "signature. Most clients know the groups x25519 and secp256r1, and keys for RSA (not restricted to RSASSA-PSS) and on P-256 and P-384."
        case .repair(let finding): finding.repair?.english ?? finding.english
        case .sendIntermediate(let issuer):
            "Put the certificate of \(issuer) behind the server's own in its certificate file, and load the file again."
        case .publicCertificate: "Install a certificate of a public authority."
        case .renew: "Renew the certificate, with the same key: then pins of the key keep fitting."
        case .replaceAuthority:
            "Send the authority's newer certificate in place of the old one, or have the server's issued anew."
        case .certificateFor(let host):
            "Get a certificate with \(host) in subjectAltName"
                + (HostMistake.isAddress(host) ? ", as an iPAddress." : ".")
        case .newKey: "Make another key, RSA of at least 2048 bits or on P-256 or P-384, and get a certificate for it."
        case .replaceRevoked: "Make a new key, and get a certificate for it: the old key counts as lost."
        case .reissue: "Get a certificate that keeps this rule."
        case .reissueWithin(let days):
            "Get a certificate that is valid for at most \(days) days, and renew it more often."
        case .restoreOctets:
            "Install the certificate as the authority has issued it, or get it anew: this one was changed, or another authority made it."
        case .sendGenuine(let name):
            "Send the certificate of \(name) as the authority above it has issued it: this one was changed, or another authority made it."
        case .keepRealAuthority(let name):
            "Send a certificate from the \(name) that the devices trust. If it has a new key, the devices need its new "
                + "certificate."
        case .restoreKey(let old):
            "Get a certificate for the old key, \(old.publicKeyPin.base64), from the authority, and install it with that key."
        case .restoreCertificate(let old):
            "Install the bundled certificate again, which is valid until \(CivilTime.text(old.notAfter))."
        case .keepAuthority(let old):
            "Have the certificate issued under \(old.label) again, if the authority still does that."

        case .installKey:
            "Install the private key that belongs to the certificate. Both commands must print the same: openssl x509 -in cert.pem "
                + "-noout -pubkey; openssl pkey -in key.pem -pubout."
        case .demandNoCertificate: "Let clients without a certificate in on this host or port."
        case .askInHandshake:
            "Ask for the client's certificate in the handshake of the whole host (Apache: SSLVerifyClient in the virtual host, not in "
                + "Location or Directory): many clients answer no request for a certificate after the handshake."
        case .serveName:
            "Add the name in the URL to the server's configuration (server_name, virtual host), with a certificate for it."
        case .readServerLog: "Read the server's log of this moment: only the server knows why it ended the handshake."

        case .liftPathLength(let name):
            "\(name) needs a certificate with a larger pathLenConstraint, or without one, or must issue with fewer authorities below it. "
                + "The owner of the server can only ask for a certificate from another intermediate."
        case .liftConstraint(let name):
            "\(name) must get a certificate whose nameConstraints allow the name. The owner of the server can only ask another authority."
        case .reissueAuthority(let name):
            "\(name) needs a new certificate that keeps this rule. The owner of the server can only install a certificate of another "
                + "authority."

        case .showClientCertificate:
            "Give the app a certificate with its key (SecIdentity), and answer the challenge NSURLAuthenticationMethodClientCertificate "
                + "with it."
        case .askForServedName: "Use a name in the URL that the server serves."
        case .correctPort(let place):
            "Use the port of the https server; what answers on port \(place.port) is another service."
        case .correctHost(let host): "Correct the name \(host), or enter it in DNS."
        case .askFor(let names): "Use a name that the certificate has: \(Self.list(names))."
        case .compareKeys(let pin):
            "Compare keys instead of certificates (AFSSLPinningModePublicKey, PublicKeysTrustEvaluator, or the pin "
                + "\(pin.base64)), and ship the app."
        case .shipPin(let shown):
            "Ship the app with the pin of the key that is shown now, \(shown.publicKeyPin.base64) (\(shown.label)), beside the old "
                + "one and a spare."
        case .movePin(let name, let kind):
            "Put the pin of the key of \(name) under \(kind.other.rawValue), which is compared with \(kind.other.compared), and ship the app."
        case .exempt(let exception, _):
            "Put an exception for the host into Info.plist: "
                + exception.keys.map { "\($0.key) = \($0.value)" }.joined(separator: ", ") + "."

        case .installAuthority(let name):
            "Install \(name) on each device (a profile, then Settings, General, About, Certificate Trust Settings)."
        case .setClock: "Set the clock of the device, or of the server that made the certificate."
        case .allowInSettings: "Take the denial back in the settings of the device."

        case .nameAnchors: "If the app trusts an authority of its own, name its certificate with --anchors."
        case .giveChain(nil): "Name the certificates with --chain."
        case .giveChain(let place?):
            "Fetch the certificates, and name the file with --chain: openssl s_client -connect \(place) -showcerts </dev/null "
                + "> chain.pem"
        case .compareEarlier: "Name the earlier chain with --compare: then it is told whose key the pin was."
        case .compareClient:
            "Ask why that client gave up: its own list of authorities, its pins or its clock may differ from what is assumed here."
        case .giveCertificate: "Give the client a certificate that the server accepts, and its key (--cert, --key)."
        case .showOtherCertificate:
            "Use a certificate that one of the server's authorities has issued, that is valid now, and that is for clients (clientAuth)."
        case .giveSameSecret: "Give both sides the same secret and the same name for it (--psk, --psk-identity)."
        case .offerMore: "Offer every version, suite and group: leave --tls, --cipher and --group out."
        case .offerProtocol: "Offer an application protocol that the server speaks (--alpn), or none."
        case .nameHost: "Ask for a name that the server serves (--server-name)."
        case .pinShown(let pin): "If the server's new key is the right one, pin it: --trust pin:\(pin)."
        case .nameAuthority: "If the certificate comes from an authority of your own, name it with --ca."
        case .askMatrix: "Read every step of the policy: HandshakeSim trust matrix … --policy NAME --why."
        }
    }

    private static func list(_ names: [String]) -> String {
        names.count > 4
            ? names.prefix(3).joined(separator: ", ") + " or \(names.count - 3) others" : names.joined(separator: ", ")
    }

    /// The remedy for the client of this program, where an app has the remedy of its own; else the remedy itself.
    package var ofThisClient: Remedy {
        switch self {
        case .showClientCertificate: .giveCertificate
        case .askForServedName: .nameHost
        default: self
        }
    }

    /// The costs of the remedy.
    package var costs: [RemedyCost] {
        switch self {
        case .restoreKey: [.oldKey]
        case .restoreCertificate(let old): [.until(old.notAfter)]
        case .keepAuthority: [.authoritysChoice]
        case .compareKeys, .shipPin, .movePin, .askFor, .correctPort, .correctHost, .showClientCertificate,
            .askForServedName:
            [.installedAppsWait]
        case .exempt(let exception, _): exception.costs.map { .transport($0) } + [.installedAppsWait]
        case .installAuthority: [.everyDevice]
        case .replaceRevoked: [.pinsOfOldKey]
        case .newKey: [.pinsOfOldKey]
        case .publicCertificate, .certificateFor, .reissue, .reissueWithin, .restoreOctets, .keepRealAuthority:
            [.pinsOfOldCertificate]
        case .demandNoCertificate: [.clientsUnknown]
        case .startServer, .enableTLS, .enableVersions, .checkKey, .repair, .sendIntermediate, .renew,
            .replaceAuthority,
            .setClock, .sendGenuine, .liftPathLength, .liftConstraint, .reissueAuthority, .installKey, .askInHandshake,
            .serveName,
            .readServerLog, .compareClient,
            .allowInSettings, .nameAnchors, .giveChain, .compareEarlier, .askMatrix, .giveCertificate,
            .showOtherCertificate, .giveSameSecret, .offerMore, .offerProtocol, .nameHost, .nameAuthority,
            .pinShown:
            []
        }
    }
}

/// The cost of a remedy.
package enum RemedyCost: Hashable, Sendable, Remark {
    case installedAppsWait
    case oldKey
    case until(Int64)
    case authoritysChoice
    case everyDevice
    case pinsOfOldKey
    case pinsOfOldCertificate
    case clientsUnknown
    case transport(ATSCost)

    package var english: String {
        switch self {
        case .installedAppsWait: "Installed apps stay as they are until their users update them."
        case .oldKey:
            "The old key stays in use. If it was replaced because it had leaked, a thief who has it can pose as the server."
        case .until(let end): "It helps until \(English.day(end)) at the latest."
        case .authoritysChoice: "The authority decides which intermediate it issues from, and may change it again."
        case .everyDevice:
            "It has to be done on every device. A user who can be talked into it can be talked into trusting an attacker's "
                + "authority."
        case .pinsOfOldKey: "Apps that have pinned the old key are locked out until they are updated."
        case .pinsOfOldCertificate:
            "Apps that have pinned the old certificate are locked out; pins of the key hold if the key stays."
        case .clientsUnknown: "The handshake then no longer tells the server who the client is."
        case .transport(let cost): cost.english
        }
    }
}
