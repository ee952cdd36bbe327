import Crypto
import PKI
import Trace

extension TrustScenario {
    /// Situations about the strength of keys and hash functions.
    static let strength: [TrustScenario] = [
        signed(
            "sha384", with: .sha384WithRSA, english: "The leaf is signed with SHA-384.",
            chinese: "叶子证书用 SHA-384 签名。",
            .trusted()),
        signed(
            "sha512", with: .sha512WithRSA, english: "The leaf is signed with SHA-512.",
            chinese: "叶子证书用 SHA-512 签名。",
            .trusted()),
        signed(
            "sha1", with: .sha1WithRSA,
            english: "The leaf is signed with SHA-1. Collisions of SHA-1 are known since 2017.",
            chinese: "叶子证书用 SHA-1 签名。SHA-1 的碰撞自 2017 年起为人所知。",
            fault: Words(english: "SHA-1", chinese: "SHA-1"),
            .refused(.tooWeak), also: ["sha1-2016", "sha1-2017"]),
        TrustScenario(
            "sha1-intermediate", english: "The intermediate is signed with SHA-1.",
            chinese: "中间证书用 SHA-1 签名。",
            fault: Words(english: "SHA-1", chinese: "SHA-1"),
            from: [.badSSL("sha1-intermediate")], .refused(.tooWeak)
        ) { world in
            try world.below("SHA-1 CA") { $0.algorithm = .sha1WithRSA }
        },
        TrustScenario(
            "sha1-root",
            english:
                "The root has signed itself with SHA-1. This signature is not needed: the device trusts the root itself.",
            chinese: "根证书用 SHA-1 给自己签名。这个签名并不需要：设备信任的是根证书本身。",
            from: [.rule(.rfc(5280, "6.1"))], .trusted()
        ) { world in
            let root = try CertificateAuthority.root(
                .root(named: "SHA-1 Root CA", at: ScenarioWorld.time), key: world.root.key,
                serialNumber: world.serial("SHA-1 Root CA")
            ) { $0.algorithm = .sha1WithRSA }
            let leaf = try world.certificate("SHA-1 root", by: root)
            return try world.evidence([leaf], pins: [leaf]) { $0.systemAnchors = [root.certificate] }
        },
        signed(
            "md5", with: .md5WithRSA,
            english: "The leaf is signed with MD5. In 2008 researchers forged an authority with MD5 collisions.",
            chinese: "叶子证书用 MD5 签名。2008 年研究人员利用 MD5 碰撞伪造了一个 CA。",
            fault: Words(english: "MD5", chinese: "MD5"),
            .refused(.beyondRepair)),
        TrustScenario(
            "ecdsa-sha1", english: "The leaf is signed with ECDSA and SHA-1.",
            chinese: "叶子证书用 ECDSA 和 SHA-1 签名。",
            fault: Words(english: "SHA-1", chinese: "SHA-1"),
            from: [.rule(.rfc(6194))], .refused(.tooWeak)
        ) { world in
            let leaf = try world.certificate("ECDSA with SHA-1", by: world.otherRoot) { $0.algorithm = .ecdsaWithSHA1 }
            return try world.evidence([leaf], pins: [leaf])
        },
        sized(
            "rsa512", bits: 512, english: "A key of 512 bits can be factored in one night, for the price of a dinner.",
            chinese: "512 位的密钥一夜之间就能分解，花费不过一顿晚餐的价钱。",
            fault: Words(english: "RSA of 512 bits", chinese: "512 位的 RSA"),
            .refused(.beyondRepair)),
        sized(
            "rsa1024", bits: 1024, english: "A key of 1024 bits is too short since 2014.",
            chinese: "从 2014 年起，1024 位的密钥就太短了。",
            fault: Words(english: "RSA of 1024 bits", chinese: "1024 位的 RSA"),
            .refused(.tooWeak)),
        TrustScenario(
            "rsa2048", english: "The server has an RSA key of 2048 bits.",
            chinese: "服务器有一个 2048 位的 RSA 密钥。",
            from: [.badSSL("rsa2048")], .trusted()
        ) { world in
            var source = SeededRandomSource(seed: world.seed).fork("rsa2048")
            let key = try RSAPrivateKey.generate(using: &source)
            return try world.server("rsa2048", key: SubjectKeyInfo(rsa: key.publicKey), profile: rsaProfile)
        },
        sized(
            "rsa3072", bits: 3072, english: "The server has an RSA key of 3072 bits.",
            chinese: "服务器有一个 3072 位的 RSA 密钥。",
            .trusted()),
        sized(
            "rsa4096", bits: 4096, english: "The server has an RSA key of 4096 bits.",
            chinese: "服务器有一个 4096 位的 RSA 密钥。",
            .trusted()),
        sized(
            "rsa8192", bits: 8192,
            english: "The server has an RSA key of 8192 bits. It costs much time and adds little.",
            chinese: "服务器有一个 8192 位的 RSA 密钥。它很费时间，好处却很少。",
            .trusted()),
        TrustScenario(
            "rsa1024-intermediate", english: "The intermediate has a key of 1024 bits.",
            chinese: "中间证书的密钥是 1024 位。",
            fault: Words(english: "RSA of 1024 bits", chinese: "1024 位的 RSA"),
            from: [.rule(Citation("NIST SP 800-131A"))], .refused(.tooWeak)
        ) { world in
            guard let key = PublishedKeys.rsa(bits: 1024) else { throw TrustError.keyTooSmall(bits: 0, least: 1024) }
            let issuer = try world.issuer(below: world.root, "Small Key CA", key: .rsa(key))
            let leaf = try world.certificate("small issuer", by: issuer)
            return try world.evidence([leaf, issuer.certificate], pins: [leaf])
        },
        TrustScenario(
            "ecc384", english: "The server has a key on P-384.",
            chinese: "服务器有一个 P-384 上的密钥。",
            from: [.badSSL("ecc384")], .trusted()
        ) { world in
            var source = SeededRandomSource(seed: world.seed).fork("ecc384")
            let key = EllipticCurvePrivateKey.generate(on: .p384, using: &source)
            return try world.server("ecc384", key: SubjectKeyInfo(curve: key.publicKey))
        },
        TrustScenario(
            "ecdsa-p384-authority", english: "The intermediate has a key on P-384 and signs with SHA-384.",
            chinese: "中间证书有一个 P-384 上的密钥，用 SHA-384 签名。",
            from: [.rule(.rfc(5758, "3.2"))], .trusted()
        ) { world in
            var source = SeededRandomSource(seed: world.seed).fork("P-384 authority")
            let key = EllipticCurvePrivateKey.generate(on: .p384, using: &source)
            let issuer = try world.issuer(below: world.root, "P-384 CA", key: .ecdsa(key))
            let leaf = try world.certificate("P-384 issuer", by: issuer)
            return try world.evidence([leaf, issuer.certificate], pins: [leaf])
        },
        TrustScenario(
            "ed25519", english: "The server has a key for Ed25519. No public authority certifies such keys yet.",
            chinese: "服务器有一个 Ed25519 的密钥。目前还没有公共 CA 给这种密钥签发证书。",
            fault: Words(english: "a kind of key that SecTrust does not accept", chinese: "SecTrust 不接受的密钥种类"),
            from: [.rule(.rfc(8410))], .refused(.tooWeak)
        ) { world in
            try world.server("ed25519", key: SubjectKeyInfo(ed25519: PublishedKeys.ed25519))
        },
    ]

    /// The contents for an RSA key. Unlike a curve key, it can also serve RSA key transport (RFC 5246 section 7.4.2).
    private static var rsaProfile: CertificateProfile {
        var profile = ScenarioWorld.profile()
        profile.keyUsage = [.digitalSignature, .keyEncipherment]
        return profile
    }

    private static func sized(
        _ name: String, bits: Int, english story: String, chinese: String, fault: Words? = nil,
        _ expectation: Expectation
    ) -> TrustScenario {
        TrustScenario(name, english: story, chinese: chinese, fault: fault, from: [.badSSL(name)], expectation) {
            world in
            guard let key = PublishedKeys.rsaPublic(bits: bits) else {
                throw TrustError.keyTooSmall(bits: 0, least: bits)
            }
            return try world.server(name, key: SubjectKeyInfo(rsa: key), profile: rsaProfile)
        }
    }

    private static func signed(
        _ name: String, with algorithm: SignatureAlgorithm, english story: String, chinese: String, fault: Words? = nil,
        _ expectation: Expectation, also: [String] = []
    ) -> TrustScenario {
        let origins = (also.isEmpty ? [name] : also).map(Origin.badSSL)
        return TrustScenario(name, english: story, chinese: chinese, fault: fault, from: origins, expectation) {
            world in
            try world.server(name) { $0.algorithm = algorithm }
        }
    }
}
