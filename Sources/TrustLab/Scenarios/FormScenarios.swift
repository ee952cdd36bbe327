import PKI
import Trace

extension TrustScenario {
    /// Situations about form: whether the octets are a certificate in the form of RFC 5280, and unchanged since it was signed.
    static let form: [TrustScenario] = [
        TrustScenario(
            "tampered-name", english: "An attacker on the path has replaced the name in another site's certificate.",
            englishFault: "the signature is for other octets", from: [.rule(.rfc(5280, "6.1.3"))],
            .refused(.badSignature)
        ) { world in
            // A name of the same length, so that nothing else has to change.
            let honest = try world.certificate("tampered", profile: ScenarioWorld.profile("www.exemple.com"))
            let forged = honest.replacing(Array("exemple".utf8), with: Array("example".utf8))
            return try world.evidence([forged, world.intermediate.certificate])
        },
        TrustScenario(
            "tampered-key", english: "An attacker on the path has replaced the key in the genuine certificate.",
            englishFault: "the signature is for other octets", from: [.rule(.rfc(5280, "6.1.3"))],
            .refused(.badSignature)
        ) { world in
            let forged = try world.genuine().replacing(
                world.serverKey.publicKey.octets, with: world.otherKey.publicKey.octets)
            return try world.evidence([forged, world.intermediate.certificate])
        },
        TrustScenario(
            "truncated", english: "The second half of the certificate is missing.", englishFault: "no certificate",
            from: [.rule(.rfc(5280, "4.1"))], .refused(.badCertificate)
        ) { world in
            let leaf = try world.genuine()
            return try world.evidence([Array(leaf.prefix(leaf.count / 2)), world.intermediate.certificate])
        },
        TrustScenario(
            "no-certificate", english: "The server sends an empty list.", englishFault: "no certificate",
            from: [.rule(.rfc(5246, "7.4.2"))], .refused(.badCertificate)
        ) { world in
            try world.evidence([])
        },
        TrustScenario(
            "negative-serial", english: "The serial number is negative. Some old programs wrote such numbers.",
            englishFault: "a number that authorities must not use", from: [.rule(.rfc(5280, "4.1.2.2"))],
            .trusted(ats: .unspecified)
        ) { world in
            try world.server("negative") { $0.serialNumber[0] ^= 0xc0 }
        },
        TrustScenario(
            "zero-serial", english: "The serial number is zero.",
            englishFault: "a number that authorities must not use", from: [.rule(.rfc(5280, "4.1.2.2"))],
            .trusted(ats: .unspecified)
        ) { world in
            try world.server("zero") { $0.serialNumber = [0] }
        },
        TrustScenario(
            "long-serial", english: "The serial number has 21 octets, one more than the limit.",
            englishFault: "a number that authorities must not use", from: [.rule(.rfc(5280, "4.1.2.2"))],
            .trusted(ats: .unspecified)
        ) { world in
            try world.server("long") { $0.serialNumber += [1, 2, 3, 4, 5] }
        },
        TrustScenario(
            "duplicate-extension", english: "subjectAltName is there twice. No rule says which of the two counts.",
            englishFault: "an extension twice", from: [.rule(.rfc(5280, "4.2"))], .refused(.badCertificate)
        ) { world in
            try world.server("twice") { content in
                content.extensions.append(
                    .subjectAlternativeNames([.dnsName(ScenarioWorld.otherHost)], critical: false))
            }
        },
        TrustScenario(
            "unreadable-extension", english: "The extension basicConstraints of the leaf cannot be read.",
            englishFault: "an extension that cannot be read", from: [.rule(.rfc(5280, "4.2.1.9"))],
            .refused(.badCertificate)
        ) { world in
            try world.server("unreadable") {
                $0.set(
                    CertificateExtension(
                        .basicConstraints, critical: true, value: [0x0c, 0x02, 0x6e, 0x6f]))
            }
        },
        TrustScenario(
            "version-1-leaf", english: "The leaf is of version 1, so it cannot have a subjectAltName.",
            englishFault: "no subjectAltName", from: [.rule(.rfc(5280, "4.1.2.1"))], .refused(.badName)
        ) { world in
            try world.server("version 1") { $0.version = 1 }
        },
        TrustScenario(
            "ca-as-server", english: "The server uses a certificate that says it belongs to an authority.",
            englishFault: "the leaf has the CA bit", from: [.rule(Citation("CA/Browser Forum BR", "7.1.2.7.8"))],
            .trusted(ats: .unspecified)
        ) { world in
            var profile = ScenarioWorld.profile()
            profile.constraints = .authority(pathLength: nil)
            profile.keyUsage = [.digitalSignature, .keyCertSign]
            return try world.below("Careless CA", pathLength: 1, leaf: profile)
        },
    ]
}
