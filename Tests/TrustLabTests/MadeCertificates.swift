import TestSupport

@testable import PKI
@testable import TrustLab

/// Certificates of every kind, made by OpenSSL.
enum MadeCertificates {
    /// How one is made.
    struct Recipe: Hashable, Sendable, CustomStringConvertible {
        let description: String
        /// Arguments of `openssl req -x509`.
        let arguments: [String]

        init(_ description: String, _ arguments: String, names: [String] = []) {
            self.description = description
            self.arguments = arguments.split(separator: " ").map(String.init) + names.flatMap { ["-addext", $0] }
        }
    }

    /// Every extension that OpenSSL can write.
    private static let extensions = [
        "keyUsage=critical,digitalSignature,keyCertSign,cRLSign,decipherOnly", "extendedKeyUsage=serverAuth,1.2.3.4",
        "subjectAltName=DNS:www.example.com,IP:192.0.2.1,IP:2001:db8::1,email:a@example.com,URI:https://x.example/,"
            + "otherName:1.2.3;UTF8:hey,RID:1.2.3.4",
        "issuerAltName=DNS:issuer.example",
        "nameConstraints=critical,permitted;DNS:example.com,excluded;IP:10.0.0.0/255.0.0.0",
        "certificatePolicies=2.23.140.1.2.1,1.2.3.4",
        "policyConstraints=requireExplicitPolicy:3,inhibitPolicyMapping:1",
        "policyMappings=1.2.3:1.2.4", "inhibitAnyPolicy=2", "crlDistributionPoints=URI:http://crl.example/a.crl",
        "freshestCRL=URI:http://crl.example/b.crl",
        "authorityInfoAccess=caIssuers;URI:http://x.example/root.der,OCSP;URI:http://ocsp.example",
        "subjectInfoAccess=1.3.6.1.5.5.7.48.5;URI:http://x.example/", "tlsfeature=status_request", "nsCertType=server",
        "nsComment=hello", "noCheck=ignored", "1.2.3.4.5=ASN1:UTF8String:hello", "1.2.3.4.6=DER:010203",
    ]

    static let recipes = [
        Recipe("RSA", "-newkey rsa:2048 -subj /C=DE/O=Lab/OU=One+OU=Two/CN=rsa -multivalue-rdn", names: extensions),
        Recipe("RSA, 1024 bits, MD5", "-newkey rsa:1024 -md5 -subj /CN=md5"),
        Recipe("RSA, 1024 bits, SHA-1", "-newkey rsa:1024 -sha1 -subj /CN=sha1"),
        Recipe("RSA, SHA-224", "-newkey rsa:1024 -sha224 -subj /CN=sha224"),
        Recipe("RSA, SHA-384", "-newkey rsa:1024 -sha384 -subj /CN=sha384"),
        Recipe("RSA, SHA-512", "-newkey rsa:1024 -sha512 -subj /CN=sha512 -days 20000"),
        Recipe(
            "RSASSA-PSS",
            "-newkey rsa:2048 -sha384 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:20 -subj /CN=pss"),
        Recipe("RSASSA-PSS key", "-newkey rsa-pss -subj /CN=pss-key"),
        Recipe("P-256", "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=p256"),
        Recipe("P-384", "-newkey ec -pkeyopt ec_paramgen_curve:P-384 -sha384 -subj /CN=p384"),
        Recipe("P-384 with SHA-512", "-newkey ec -pkeyopt ec_paramgen_curve:P-384 -sha512 -subj /CN=p384"),
        Recipe("P-256 with SHA-512", "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -sha512 -subj /CN=p256"),
        Recipe("P-521", "-newkey ec -pkeyopt ec_paramgen_curve:P-521 -sha512 -subj /CN=p521"),
        Recipe("Ed25519", "-newkey ed25519 -subj /CN=ed25519"),
        Recipe("no names", "-newkey ed25519 -subj /"),
        Recipe(
            "a thousand names", "-newkey ed25519 -subj /CN=many",
            names: ["subjectAltName=" + (0..<1000).map { "DNS:host\($0).example.com" }.joined(separator: ",")]),
    ]

    /// The certificate of a recipe.
    static func der(_ recipe: Recipe) async throws -> [UInt8] { try await made[recipe] }

    private static let made = Once<Recipe, [UInt8]> { recipe in
        try await TemporaryDirectory.use { folder in
            let file = folder.path(of: "c.der")
            _ = try await Tool.output(
                "openssl",
                ["req", "-x509", "-nodes", "-keyout", folder.path(of: "k.pem"), "-outform", "der", "-out", file]
                    + recipe.arguments)
            return try folder.read("c.der")
        }
    }

    /// A line of `openssl asn1parse`.
    struct ParsedLine: Hashable {
        var offset: Int
        var depth: Int
        let header: Int
        let length: Int
        let isConstructed: Bool
        let type: String

        init?(_ line: String) {
            guard
                let match = line.wholeMatch(of: /\ *(\d+):d=(\d+) +hl=(\d+) l=\ *(\d+) (cons|prim): *(.*)/),
                let offset = Int(match.1), let depth = Int(match.2), let header = Int(match.3),
                let length = Int(match.4)
            else { return nil }
            (self.offset, self.depth, self.header, self.length) = (offset, depth, header, length)
            isConstructed = match.5 == "cons"
            type = match.6.prefix(18).prefix { $0 != ":" }.trimmingSuffix(while: \.isWhitespace)
        }

        init?(_ element: AnatomyElement) {
            guard let node = element.node else { return nil }
            (offset, depth, header, length) = (node.offset, node.depth, node.headerLength, node.length)
            isConstructed = node.tag.isConstructed
            type = node.tag.opensslName
        }
    }

    /// What OpenSSL finds, in a certificate or in the string at an offset of it.
    static func parsed(_ der: [UInt8], inside offset: Int? = nil) async throws -> [ParsedLine] {
        let options = offset.map { ["-strparse", "\($0)"] } ?? []
        let text = try await TemporaryDirectory.use { folder in
            let file = try folder.write(der, to: "c.der")
            return try await Tool.output("openssl", ["asn1parse", "-inform", "der", "-i", "-in", file] + options)
        }
        return text.split(separator: "\n").compactMap { ParsedLine(String($0)) }
    }
}

extension Substring {
    /// The text without what fulfils a condition at its end.
    func trimmingSuffix(while condition: (Character) -> Bool) -> String {
        var rest = self
        while let last = rest.last, condition(last) { rest = rest.dropLast() }
        return String(rest)
    }
}
