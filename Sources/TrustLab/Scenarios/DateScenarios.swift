import Trace

extension TrustScenario {
    /// Situations about validity: whether each certificate of the path is valid at the moment, and whether its lifetime is allowed.
    static let dates: [TrustScenario] = [
        TrustScenario(
            "not-yet-valid",
            english:
                "The certificate is valid from tomorrow on: the server installed it too early, or the device's clock is slow.",
            englishFault: "the leaf is not valid yet", from: [.rule(.rfc(5280, "4.1.2.5"))], .refused(.notYetValid)
        ) { world in
            try world.server("early") {
                $0.notBefore = ScenarioWorld.time + day
                $0.notAfter = ScenarioWorld.time + 91 * day
            }
        },
        TrustScenario(
            "last-second", english: "It is the last second of the certificate. The last second still counts.",
            from: [.rule(.rfc(5280, "4.1.2.5"))], .trusted()
        ) { world in
            try world.server("last second") { $0.notAfter = ScenarioWorld.time }
        },
        TrustScenario(
            "one-second-late", english: "The certificate expired one second ago.", englishFault: "the leaf has expired",
            from: [.rule(.rfc(5280, "4.1.2.5"))], .refused(.expired)
        ) { world in
            try world.server("second late") { $0.notAfter = ScenarioWorld.time - 1 }
        },
        TrustScenario(
            "expired-intermediate", english: "The intermediate has expired, but the leaf has not.",
            englishFault: "the intermediate has expired",
            from: [.rule(.rfc(5280, "6.1.3")), .alamofire("intermediate pin")], .refused(.expired)
        ) { world in
            try world.below("Expired CA") { $0.notAfter = ScenarioWorld.time - day }
        },
        TrustScenario(
            "expired-root", english: "The root has expired, but it is still on the device.",
            englishFault: "the root has expired", from: [.incident("AddTrust, 2020"), .rule(.rfc(5280, "6.1.1"))],
            .refused(.expired)
        ) { world in
            let old = try world.expiredRoot()
            let leaf = try world.certificate("expired root", by: old)
            return try world.evidence([leaf], pins: [leaf]) { $0.systemAnchors = [old.certificate] }
        },
        TrustScenario(
            "expired-leaf-pinned-intermediate", english: "The leaf has expired. The app has pinned the intermediate.",
            englishFault: "the leaf has expired", from: [.alamofire("intermediate pin with expired leaf")],
            .refused(.expired)
        ) { world in
            let leaf = try world.certificate("expired") {
                $0.notBefore = ScenarioWorld.time - 91 * day
                $0.notAfter = ScenarioWorld.time - day
            }
            return try world.evidence(
                [leaf, world.intermediate.certificate], pins: [world.intermediate.certificate])
        },
        TrustScenario(
            "valid-forever",
            english: "The certificate never really expires: its last second is 9999-12-31 23:59:59 UTC.",
            englishFault: "a lifetime without an end", from: [.rule(.rfc(5280, "4.1.2.5")), .rule(apple)],
            .refused(.badCertificate)
        ) { world in
            try world.server("forever") { $0.notAfter = 253_402_300_799 }
        },
        TrustScenario(
            "900-days", english: "The certificate is valid for 900 days. iOS 13 accepts at most 825.",
            englishFault: "a lifetime of more than 825 days", from: [.rule(apple), .incident("AFNetworking 4403")],
            .refused(.badCertificate)
        ) { world in
            try world.server("900 days") { $0.notAfter = $0.notBefore + 900 * day }
        },
        TrustScenario(
            "500-days",
            english:
                "The certificate is valid for 500 days. Under an authority that came with the system, Apple accepts at most 398.",
            englishFault: "a lifetime of more than 398 days",
            from: [.rule(Citation("Apple HT211025")), .rule(Citation("CA/Browser Forum BR", "6.3.2"))],
            .refused(.badCertificate)
        ) { world in
            try world.server("500 days") { $0.notAfter = $0.notBefore + 500 * day }
        },
        TrustScenario(
            "500-days-installed-root",
            english: "The same, but under an authority that the user has installed. There Apple's limit is 825 days.",
            from: [.rule(Citation("Apple HT211025"))], .trusted()
        ) { world in
            let leaf = try world.certificate("500 days", by: world.stranger, isLogged: false) {
                $0.notAfter = $0.notBefore + 500 * day
            }
            return try world.evidence([leaf], pins: [leaf]) { $0.userAnchors = [world.stranger.certificate] }
        },
    ]

    private static let apple = Citation("Apple HT210176")
}
