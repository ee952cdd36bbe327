import PKI

/// What an app needs to pin a chain, ready to be pasted.
package enum PinSnippet: String, CaseIterable {
    /// AFNetworking: certificates in the bundle.
    case afnetworking
    /// Alamofire: certificates in the bundle.
    case alamofire
    /// TrustKit: pins in code.
    case trustkit
    /// Info.plist: pins for the system.
    case nspinneddomains

    /// Why there is no snippet.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The text for `host`.
    ///
    /// - Parameter suffixes: the domains below which nothing can be pinned all at once, if the pins are to count below `host` too.
    /// - Parameter spares: pins of keys that no certificate of the chain has.
    /// - Throws: ``Problem``, where the library would refuse such a configuration.
    package func text(
        _ chain: [CertificatePins], host: String, spares: [PublicKeyPin], belowAllBut suffixes: PublicSuffixList? = nil
    ) throws(Problem) -> String {
        let isName = host.utf8.allSatisfy { octet in
            (0x30...0x39).contains(octet) || (0x61...0x7a).contains(octet) || octet == 0x2d || octet == 0x2e
        }
        guard isName, !host.isEmpty else {
            throw Problem(description: "\"\(host)\" is not a domain in lower case; give one with --host")
        }
        if let suffixes, suffixes.contains(host) {
            throw Problem(description: "\(TrustKitConfiguration.Problem.publicSuffix(domain: host))")
        }
        return switch self {
        case .afnetworking: afnetworking(host)
        case .alamofire: alamofire(host)
        case .trustkit: try trustkit(chain, host, spares, suffixes)
        case .nspinneddomains: nspinneddomains(chain, host, spares, includesSubdomains: suffixes != nil)
        }
    }

    private func afnetworking(_ host: String) -> String {
        """
        // AFNetworking. Put \(host).cer into the app's bundle, and the certificate of the spare key beside it:
        //   openssl x509 -in chain.pem -outform der -out \(host).cer
        AFSecurityPolicy *policy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey];
        policy.allowInvalidCertificates = NO;  // with YES, publicKey mode does not evaluate the chain at all
        policy.validatesDomainName = YES;
        manager.securityPolicy = policy;

        """
    }

    private func alamofire(_ host: String) -> String {
        """
        // Alamofire. Put \(host).cer into the app's bundle, and the certificate of the spare key beside it.
        let manager = ServerTrustManager(evaluators: [
            "\(host)": PublicKeysTrustEvaluator(performDefaultValidation: true, validateHost: true)
        ])
        let session = Session(serverTrustManager: manager)

        """
    }

    private func trustkit(
        _ chain: [CertificatePins], _ host: String, _ spares: [PublicKeyPin], _ suffixes: PublicSuffixList?
    ) throws(Problem) -> String {
        var pins = chain.prefix(1).map { ($0.publicKeyPin, "the key of the leaf") }
        pins += spares.map { ($0, "a spare") }
        if spares.isEmpty {
            pins += chain.dropFirst().prefix(1).map {
                ($0.publicKeyPin, "the key of \(PinSnippet.comment($0.label)), because no spare was given")
            }
        }
        do {
            var domain = TrustKitConfiguration.Domain(publicKeyHashes: pins.map(\.0))
            domain.includeSubdomains = suffixes != nil
            _ = try TrustKitConfiguration(domains: [(host, domain)], publicSuffixes: suffixes ?? .few)
        } catch { throw Problem(description: "TrustKit: \(error); name a spare with --pin") }
        let hashes = pins.map { "                \"\($0.base64)\",  // \($1)" }.joined(separator: "\n")
        return """
            // TrustKit. First ship it with kTSKEnforcePinning: false and read the reports. This is the final state.
            TrustKit.initSharedInstance(withConfiguration: [
                kTSKSwizzleNetworkDelegates: false,
                kTSKPinnedDomains: [
                    "\(host)": [
                        kTSKEnforcePinning: true,
                        kTSKIncludeSubdomains: \(suffixes != nil),
                        kTSKPublicKeyHashes: [
            \(hashes)
                        ],
                    ]
                ],
            ])

            """
    }

    /// Apple's advice is to pin authorities, and more than one.
    private func nspinneddomains(
        _ chain: [CertificatePins], _ host: String, _ spares: [PublicKeyPin], includesSubdomains: Bool
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

    /// A name within a comment of one line.
    private static func comment(_ text: String) -> String {
        String(text.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " " || $0 == "-") ? $0 : "?" })
    }
}
