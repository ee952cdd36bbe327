import PKI

extension PinSnippet {
    /// A delegate that asks the system first and then compares keys. SecKeyCopyExternalRepresentation returns a key without its algorithm,
    /// but a pin covers the algorithm too (RFC 7469 section 2.4). So the delegate puts the algorithm of that kind of key before the key.
    ///
    /// - Throws: ``Problem`` for a key whose algorithm the delegate does not have.
    func urlsession(
        pinning chain: [CertificatePins], for host: String, spares: [SparePin], includesSubdomains: Bool
    ) throws(Problem) -> String {
        for key in chain.prefix(1).map(\.key) + spares.compactMap(\.key) where !key.hasRowInDelegate {
            throw Problem(
                description:
                    "URLSession: the delegate of this snippet can pin RSA keys and keys on P-256, P-384 and P-521. The key here is another "
                    + "one: \(key.name)")
        }
        let pins = chain.prefix(1).map { ($0.publicKeyPin, "the key of the leaf") } + spares.map { ($0.pin, "a spare") }
        let lines = pins.map { "    \"\($0.base64)\",  // \($1)" }.joined(separator: "\n")
        let isPinned =
            includesSubdomains ? "host == \"\(host)\" || host.hasSuffix(\".\(host)\")" : "host == \"\(host)\""
        return """
            // URLSession, iOS 15 and later, without a library. Pin a spare: one key alone locks out.
            // Hand the delegate to each session: URLSession(configuration: .default, delegate: PinningDelegate(), delegateQueue: nil)
            import CryptoKit
            import Foundation

            let pins: Set<String> = [
            \(lines)
            ]

            final class PinningDelegate: NSObject, URLSessionDelegate {
                func urlSession(
                    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
                ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
                    let host = challenge.protectionSpace.host.lowercased()
                    guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                        \(isPinned), let trust = challenge.protectionSpace.serverTrust
                    else { return (.performDefaultHandling, nil) }
                    // The system first: path, dates, name. Then a key of the path that it has built.
                    guard SecTrustEvaluateWithError(trust, nil),
                        let path = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
                        path.compactMap(pin).contains(where: pins.contains)
                    else { return (.cancelAuthenticationChallenge, nil) }
                    return (.useCredential, URLCredential(trust: trust))
                }

                /// SHA-256 of the SubjectPublicKeyInfo; the system hands out the key without its algorithm.
                private func pin(_ certificate: SecCertificate) -> String? {
                    guard let key = SecCertificateCopyKey(certificate),
                        let octets = SecKeyCopyExternalRepresentation(key, nil) as Data?,
                        let attributes = SecKeyCopyAttributes(key) as? [CFString: Any],
                        let type = attributes[kSecAttrKeyType] as? String,
                        let bits = attributes[kSecAttrKeySizeInBits] as? Int,
                        let algorithm = algorithms[type == kSecAttrKeyTypeRSA as String ? "rsa" : "ec \\(bits)"]
                    else { return nil }
                    let info = element(0x30, Data(algorithm) + element(0x03, Data([0]) + octets))
                    return Data(SHA256.hash(data: info)).base64EncodedString()
                }

                /// An element of DER: its tag, its length and its content.
                private func element(_ tag: UInt8, _ content: Data) -> Data {
                    let n = content.count
                    let long: [UInt8] = n < 256 ? [0x81, UInt8(n)] : [0x82, UInt8(n >> 8 & 255), UInt8(n & 255)]
                    return Data([tag] + (n < 128 ? [UInt8(n)] : long)) + content
                }

                private let algorithms: [String: [UInt8]] = [
            \(PinSnippet.algorithms)
                ]
            }

            """
    }

    /// The AlgorithmIdentifier of each kind of key (RFC 3279 section 2.3.1, RFC 5480 section 2.1.1).
    private static let algorithms: String = [
        ("rsa", "300d06092a864886f70d0101010500"), ("ec 256", "301306072a8648ce3d020106082a8648ce3d030107"),
        ("ec 384", "301006072a8648ce3d020106052b81040022"), ("ec 521", "301006072a8648ce3d020106052b81040023"),
    ].map { name, digits in
        let octets = stride(from: 0, to: digits.count, by: 2).map { place in
            "0x" + digits.dropFirst(place).prefix(2)
        }
        return "        \"\(name)\": [\(octets.joined(separator: ", "))],"
    }.joined(separator: "\n")
}

extension SubjectKey {
    /// Whether the delegate's table has the algorithm of the key.
    fileprivate var hasRowInDelegate: Bool {
        switch self {
        case .rsa: true
        case .curve(let curve, _): curve == .p256 || curve == .p384 || curve == .p521
        case .ed25519, .otherCurve, .rsaPSS, .unknownCurve, .other, .malformed: false
        }
    }
}
