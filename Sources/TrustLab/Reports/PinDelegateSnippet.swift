extension PinSnippet {
    /// A delegate that asks the system first and then compares keys. SecKeyCopyExternalRepresentation returns a key without its algorithm,
    /// but a pin covers the algorithm too (RFC 7469 section 2.4). So the delegate puts the DER header for that kind of key before the key.
    func urlsession(
        pinning chain: [CertificatePins], for host: String, spares: [PublicKeyPin], includesSubdomains: Bool
    ) -> String {
        let pins = chain.prefix(1).map { ($0.publicKeyPin, "the key of the leaf") } + spares.map { ($0, "a spare") }
        let lines = pins.map { "    \"\($0.base64)\",  // \($1)" }.joined(separator: "\n")
        let isPinned =
            includesSubdomains ? "host == \"\(host)\" || host.hasSuffix(\".\(host)\")" : "host == \"\(host)\""
        return """
            // URLSession, iOS 15 and later, without a library. Keep the session's delegate, and pin a spare: one key alone locks out.
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
                        let header = headers["\\(type == kSecAttrKeyTypeRSA as String ? "rsa" : "ec") \\(bits)"]
                    else { return nil }
                    return Data(SHA256.hash(data: Data(header) + octets)).base64EncodedString()
                }

                private let headers: [String: [UInt8]] = [
            \(PinSnippet.headers)
                ]
            }

            """
    }

    /// The octets before a key in SubjectPublicKeyInfo: the header of the outer SEQUENCE, the algorithm, and the header of the BIT STRING.
    private static let headers: String = [
        ("rsa 2048", "30820122300d06092a864886f70d01010105000382010f00"),
        ("rsa 3072", "308201a2300d06092a864886f70d01010105000382018f00"),
        ("rsa 4096", "30820222300d06092a864886f70d01010105000382020f00"),
        ("ec 256", "3059301306072a8648ce3d020106082a8648ce3d030107034200"),
        ("ec 384", "3076301006072a8648ce3d020106052b81040022036200"),
    ].map { name, digits in
        let octets = stride(from: 0, to: digits.count, by: 2).map { place in
            "0x" + digits.dropFirst(place).prefix(2)
        }
        return "        \"\(name)\": [\(octets.joined(separator: ", "))],"
    }.joined(separator: "\n")
}
