import PKI

/// Code and settings that pin a chain in an app, ready to be pasted.
package enum PinSnippet: String, CaseIterable {
    /// AFNetworking: certificates in the bundle.
    case afnetworking
    /// Alamofire: certificates in the bundle.
    case alamofire
    /// TrustKit: pins in code.
    case trustkit
    /// Info.plist: pins for the system.
    case nspinneddomains
    /// A delegate of URLSession: pins in code, without a library.
    case urlsession

    /// Why there is no snippet.
    package struct Problem: Error, CustomStringConvertible {
        /// The reason in words.
        package let description: String
    }

    /// The snippet for `host`.
    ///
    /// - Parameters:
    ///   - chain: the possible pins of the server's certificates, the leaf first.
    ///   - spares: pins of keys that no certificate of the chain has.
    ///   - suffixes: the domains that cannot be pinned together with their subdomains; nil if the pins count only for `host` itself.
    /// - Throws: ``Problem`` where the library would refuse such a configuration.
    package func text(
        _ chain: [CertificatePins], host asked: String, spares: [PublicKeyPin],
        belowAllBut suffixes: PublicSuffixList? = nil
    ) throws(Problem) -> String {
        guard let kind = ATSHost(asked) else {
            throw Problem(description: "\"\(asked)\" is neither a host name nor an address: give --host")
        }
        // In lower case and without the dot at the end, as the libraries compare it.
        let host = kind.text
        if self == .nspinneddomains || self == .trustkit, case .address = kind {
            throw Problem(
                description: "\(host) is an address, and \(name) has pins for domains only: give a name with --host")
        }
        if self == .nspinneddomains, !kind.isPublic {
            throw Problem(
                description:
                    "\(host) is not a public name. App Transport Security, with its \(name), is for public names only: give one "
                    + "with --host")
        }
        if let suffixes, suffixes.contains(host) {
            throw Problem(description: "\(TrustKitConfiguration.Problem.publicSuffix(domain: host))")
        }
        return switch self {
        case .afnetworking: afnetworking(host)
        case .alamofire: alamofire(host, includesSubdomains: suffixes != nil)
        case .trustkit: try trustkit(pinning: chain, for: host, spares: spares, suffixes: suffixes)
        case .nspinneddomains:
            nspinneddomains(pinning: chain, for: host, spares: spares, includesSubdomains: suffixes != nil)
        case .urlsession: urlsession(pinning: chain, for: host, spares: spares, includesSubdomains: suffixes != nil)
        }
    }

    /// The name of the library or interface.
    private var name: String {
        switch self {
        case .afnetworking: "AFNetworking"
        case .alamofire: "Alamofire"
        case .trustkit: "TrustKit"
        case .nspinneddomains: "NSPinnedDomains"
        case .urlsession: "URLSession"
        }
    }

    private func afnetworking(_ host: String) -> String {
        """
        // AFNetworking. Put the server's certificate into the app's bundle as \(host).cer, and the spare key's certificate beside it.
        // Of a file CHAIN.pem: openssl x509 -in CHAIN.pem -outform der -out \(host).cer
        // In public key mode the keys of these certificates are compared, and their dates do not count.
        AFSecurityPolicy *policy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];
        policy.allowInvalidCertificates = NO;  // with YES, publicKey mode does not evaluate the chain at all
        policy.validatesDomainName = YES;
        manager.securityPolicy = policy;

        """
    }

    private func alamofire(_ host: String, includesSubdomains: Bool) -> String {
        """
        // Alamofire. Put \(host).cer into the app's bundle, and the certificate of the spare key beside it.
        \(includesSubdomains ? "// Alamofire compares whole names: add a line for each host below \(host)." : "// The line counts for \(host) alone.")
        let manager = ServerTrustManager(evaluators: [
            "\(host)": PublicKeysTrustEvaluator(performDefaultValidation: true, validateHost: true)
        ])
        let session = Session(serverTrustManager: manager)

        """
    }

    private func trustkit(
        pinning chain: [CertificatePins], for host: String, spares: [PublicKeyPin], suffixes: PublicSuffixList?
    ) throws(Problem) -> String {
        var pins = chain.prefix(1).map { ($0.publicKeyPin, "the key of the leaf") }
        pins += spares.map { ($0, "a spare") }
        if spares.isEmpty {
            pins += chain.dropFirst().prefix(1).map {
                ($0.publicKeyPin, "the key of \(PinSnippet.comment($0.label)): not your spare key, replace it with one")
            }
        }
        do {
            var domain = TrustKitConfiguration.Domain(publicKeyHashes: pins.map(\.0))
            domain.includeSubdomains = suffixes != nil
            _ = try TrustKitConfiguration(domains: [(host, domain)], publicSuffixes: suffixes ?? .few)
        } catch { throw Problem(description: "TrustKit: \(error); name a spare with --pin") }
        let hashes = pins.map { "                \"\($0.base64)\",  // \($1)" }.joined(separator: "\n")
        return """
            // TrustKit. Ship with kTSKEnforcePinning false first and look at the reports; set it to true in a later version.
            TrustKit.initSharedInstance(withConfiguration: [
                kTSKSwizzleNetworkDelegates: false,
                kTSKPinnedDomains: [
                    "\(host)": [
                        kTSKEnforcePinning: false,
                        kTSKIncludeSubdomains: \(suffixes != nil),
                        kTSKPublicKeyHashes: [
            \(hashes)
                        ],
                    ]
                ],
            ])

            """
    }

    /// The entry of Info.plist. It pins the authorities of the chain, as Apple advises; without an authority it pins the leaf.
    private func nspinneddomains(
        pinning chain: [CertificatePins], for host: String, spares: [PublicKeyPin], includesSubdomains: Bool
    ) -> String {
        let authorities = chain.dropFirst().map(\.publicKeyPin)
        let (key, pins) =
            authorities.isEmpty
            ? ("NSPinnedLeafIdentities", chain.map(\.publicKeyPin)) : ("NSPinnedCAIdentities", authorities)
        let identities = (pins + spares).map { pin in
            """
                        <dict>
                            <key>SPKI-SHA256-BASE64</key>
                            <string>\(pin.base64)</string>
                        </dict>
            """
        }
        return """
            <!-- Info.plist, iOS 14 and later -->
            <key>NSAppTransportSecurity</key>
            <dict>
                <key>NSPinnedDomains</key>
                <dict>
                    <key>\(host)</key>
                    <dict>
                        <key>NSIncludesSubdomains</key>
                        <\(includesSubdomains)/>
                        <key>\(key)</key>
                        <array>
            \(identities.joined(separator: "\n").split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
                        </array>
                    </dict>
                </dict>
            </dict>

            """
    }

    /// A name in a form that is safe in a comment of one line: at most 40 characters, and "?" for each unusual character.
    private static func comment(_ text: String) -> String {
        String(text.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " " || $0 == "-") ? $0 : "?" })
    }
}
