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
    /// - Throws: ``Problem`` where the library would refuse such a configuration, or would pin nothing.
    package func text(
        _ chain: [CertificatePins], host asked: String, spares: [SparePin],
        belowAllBut suffixes: PublicSuffixList? = nil
    ) throws(Problem) -> String {
        guard let kind = ATSHost(asked) else {
            throw Problem(description: "\"\(asked)\" is neither a host name nor an address: give --host")
        }
        // In lower case and without the dot at the end, as the libraries compare it.
        let host = kind.text
        if self == .trustkit, case .address = kind {
            throw Problem(
                description: "\(host) is an address, and \(name) has pins for domains only: give a name with --host")
        }
        if let suffixes, suffixes.contains(host) {
            throw Problem(description: "\(TrustKitConfiguration.Problem.publicSuffix(domain: host))")
        }
        return switch self {
        case .afnetworking: afnetworking(kind)
        case .alamofire: alamofire(host, includesSubdomains: suffixes != nil)
        case .trustkit: try trustkit(pinning: chain, for: host, spares: spares, suffixes: suffixes)
        case .nspinneddomains:
            try nspinneddomains(pinning: chain, for: host, spares: spares, includesSubdomains: suffixes != nil)
        case .urlsession:
            try urlsession(pinning: chain, for: host, spares: spares, includesSubdomains: suffixes != nil)
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

    private func afnetworking(_ host: ATSHost) -> String {
        """
        // AFNetworking. Put the server's certificate into the app's bundle as \(host.text).cer, and the spare key's certificate beside it.
        // Of a file CHAIN.pem: openssl x509 -in CHAIN.pem -outform der -out \(host.text).cer
        // In public key mode the keys of these certificates are compared, and their dates do not count.
        // The pins count for every host that this manager asks. Without a base URL of https it throws an exception.
        #import <AFNetworking/AFNetworking.h>

        NSSet *certificates = [AFSecurityPolicy certificatesInBundle:NSBundle.mainBundle];
        AFSecurityPolicy *policy = [AFSecurityPolicy policyWithPinningMode:AFSSLPinningModePublicKey
                                                    withPinnedCertificates:certificates];
        policy.allowInvalidCertificates = NO;  // with YES, publicKey mode does not evaluate the chain at all
        policy.validatesDomainName = YES;
        NSURL *base = [NSURL URLWithString:@"\(host.url())"];
        AFHTTPSessionManager *manager = [[AFHTTPSessionManager alloc] initWithBaseURL:base];
        manager.securityPolicy = policy;

        """
    }

    private func alamofire(_ host: String, includesSubdomains: Bool) -> String {
        """
        // Alamofire. Put \(host).cer into the app's bundle, and the certificate of the spare key beside it.
        \(includesSubdomains ? "// Alamofire compares whole names: add a line for each host below \(host)." : "// The line counts for \(host) alone.")
        // allHostsMustBeEvaluated is false, so that the system decides about every other host. With true they all fail.
        import Alamofire

        let manager = ServerTrustManager(
            allHostsMustBeEvaluated: false,
            evaluators: [
                "\(host)": PublicKeysTrustEvaluator(performDefaultValidation: true, validateHost: true)
            ])
        let session = Session(serverTrustManager: manager)  // keep it as long as its requests

        """
    }

    private func trustkit(
        pinning chain: [CertificatePins], for host: String, spares: [SparePin], suffixes: PublicSuffixList?
    ) throws(Problem) -> String {
        let given = chain.map { ($0.label, $0.key) } + spares.compactMap { spare in spare.key.map { ("a spare", $0) } }
        for (label, key) in given where !key.isDigestedByTrustKit {
            throw Problem(
                description:
                    "TrustKit knows \(SubjectKey.digestedByTrustKit) alone, and blocks every connection with another key in the chain. The "
                    + "key of \(label): \(key.name)")
        }
        var pins = chain.prefix(1).map { ($0.publicKeyPin, "the key of the leaf") }
        pins += spares.map { ($0.pin, "a spare") }
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
            // TrustKit. Ship with kTSKEnforcePinning false first: a missing pin is then reported and not blocked. Look at the
            // reports, and set it to true in a later version. The reports go to the address of kTSKReportUris: put yours there.
            import Foundation
            import TrustKit

            TrustKit.initSharedInstance(withConfiguration: [
                kTSKSwizzleNetworkDelegates: false,
                kTSKPinnedDomains: [
                    "\(host)": [
                        kTSKEnforcePinning: false,
                        kTSKIncludeSubdomains: \(suffixes != nil),
                        kTSKReportUris: ["https://reports.invalid/pins"],  // your own address
                        kTSKDisableDefaultReportUri: true,
                        kTSKPublicKeyHashes: [
            \(hashes)
                        ],
                    ] as [String: Any]
                ],
            ])

            // Without swizzling TrustKit sees only what this delegate hands to it. Give it to each session:
            // URLSession(configuration: .default, delegate: PinningDelegate(), delegateQueue: nil)
            final class PinningDelegate: NSObject, URLSessionDelegate {
                func urlSession(
                    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
                ) {
                    // TrustKit answers for every server. It leaves the other challenges, such as passwords, to the app.
                    let validator = TrustKit.sharedInstance().pinningValidator
                    if !validator.handle(challenge, completionHandler: completionHandler) {
                        completionHandler(.performDefaultHandling, nil)
                    }
                }
            }

            """
    }

    /// The entry of Info.plist. It pins the authorities of the chain, as Apple advises. With a spare key of a server, or without an
    /// authority, it pins the leaf: a server's key matches in no other list. If both lists are there, both must fit.
    private func nspinneddomains(
        pinning chain: [CertificatePins], for host: String, spares: [SparePin], includesSubdomains: Bool
    ) throws(Problem) -> String {
        let leaves = spares.filter { !$0.isAuthority }.map(\.pin)
        let others = spares.filter(\.isAuthority).map(\.pin)
        let authorities = chain.dropFirst().map(\.publicKeyPin)
        guard !authorities.isEmpty || others.isEmpty else {
            throw Problem(
                description:
                    "NSPinnedDomains: the spare is an authority's, and the chain here has no authority beside which it could be pinned. "
                    + "Give the whole chain")
        }
        var lists: [String] = []
        if !others.isEmpty || leaves.isEmpty && !authorities.isEmpty {
            lists.append(
                Self.list(
                    .authorities, authorities + others,
                    "<!-- A certificate of the chain above the leaf must have one of these keys. -->"))
        }
        if !leaves.isEmpty || authorities.isEmpty {
            lists.append(
                Self.list(
                    .leaves, chain.prefix(1).map(\.publicKeyPin) + leaves,
                    "<!-- The leaf must have one of these keys. -->"))
        }
        let below =
            includesSubdomains
            ? "            <!-- This includes names with one label more than \(host), and no longer ones. -->\n" : ""
        return """
            <!-- Info.plist, iOS 14 and later\(lists.count > 1 ? ". Both lists must fit." : "") -->
            <key>NSAppTransportSecurity</key>
            <dict>
                <key>NSPinnedDomains</key>
                <dict>
                    <key>\(host)</key>
                    <dict>
            \(below)            <key>NSIncludesSubdomains</key>
                        <\(includesSubdomains)/>
            \(lists.joined(separator: "\n"))
                    </dict>
                </dict>
            </dict>

            """
    }

    /// A list of pins, and above it a comment.
    private static func list(_ kind: PinnedKind, _ pins: [PublicKeyPin], _ comment: String) -> String {
        let identities = pins.map { pin in
            """
                            <dict>
                                <key>SPKI-SHA256-BASE64</key>
                                <string>\(pin.base64)</string>
                            </dict>
            """
        }
        return """
                        \(comment)
                        <key>\(kind.rawValue)</key>
                        <array>
            \(identities.joined(separator: "\n"))
                        </array>
            """
    }

    /// A name in a form that is safe in a comment of one line: at most 40 characters, and "?" for each unusual character.
    private static func comment(_ text: String) -> String {
        String(text.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " " || $0 == "-") ? $0 : "?" })
    }
}
