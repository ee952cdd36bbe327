import PKI
import Trace

extension TrustScenario {
    /// Situations in which a server asks its clients for certificates (RFC 5246 section 7.4.4).
    static let clients: [TrustScenario] = [
        TrustScenario(
            "client",
            english: "The client has a certificate of the authority that the server asks for, and the private key.",
            chinese: "客户端有服务器所要求的 CA 签发的证书，也有私钥。",
            from: [.badSSL("client"), .rule(.rfc(5246, "7.4.6"))], .trusted()
        ) { world in
            try world.client([
                world.clientCertificate("client", by: world.intermediate), world.intermediate.certificate,
            ])
        },
        TrustScenario(
            "client-cert-missing", english: "The client has no certificate and sends an empty list.",
            chinese: "客户端没有证书，发送了一个空列表。",
            fault: Words(english: "no certificate", chinese: "没有证书"),
            from: [.badSSL("client-cert-missing"), .rule(.rfc(5246, "7.4.6"))],
            .refused(.badCertificate)
        ) { world in
            try world.client([])
        },
        TrustScenario(
            "client-wrong-ca",
            english: "The client's certificate comes from an authority that the server does not know.",
            chinese: "客户端的证书来自服务器不认识的 CA。",
            fault: Words(english: "no anchor", chinese: "没有锚点"),
            from: [.rule(.rfc(5246, "7.4.4"))], .refused(.unknownCA)
        ) { world in
            try world.client([world.clientCertificate("stranger", by: world.stranger)])
        },
        TrustScenario(
            "client-with-server-certificate", english: "The client sends a certificate that is only for servers.",
            chinese: "客户端发送了一张只用于服务器的证书。",
            fault: Words(english: "extKeyUsage without clientAuth", chinese: "extKeyUsage 中没有 clientAuth"),
            from: [.rule(.rfc(5280, "4.2.1.12"))], .refused(.wrongUsage)
        ) { world in
            try world.client([world.genuine(), world.intermediate.certificate])
        },
        TrustScenario(
            "client-without-key",
            english: "An attacker has copied a client's certificate, which is public, but not its private key.",
            chinese: "攻击者复制了客户端的证书，因为证书是公开的，但没有得到它的私钥。",
            fault: Words(english: "no private key: CertificateVerify will fail", chinese: "没有私钥：CertificateVerify 会失败"),
            from: [.rule(.rfc(5246, "7.4.8"))],
            .trusted(ats: .fail)
        ) { world in
            var evidence = try world.client([
                world.clientCertificate("client", by: world.intermediate), world.intermediate.certificate,
            ])
            evidence.peerHasKey = false
            return evidence
        },
    ]
}

extension ScenarioWorld {
    fileprivate func clientCertificate(_ label: String, by issuer: CertificateAuthority) throws(TrustError) -> [UInt8] {
        try certificate(
            "client " + label, by: issuer, key: SubjectKeyInfo(curve: key(of: "client").publicKey),
            profile: .client(named: "Alice", at: ScenarioWorld.time), isLogged: false)
    }

    fileprivate func client(_ chain: [[UInt8]]) throws -> TrustEvidence {
        var evidence = TrustEvidence(
            chain: chain, asked: .client, time: ScenarioWorld.time, systemAnchors: [root.certificate])
        evidence.pins = []
        return evidence
    }
}
