import Trace

extension TrustScenario {
    /// Situations about validity: whether each certificate of the path is valid at the moment, and whether its lifetime is allowed.
    static let dates: [TrustScenario] = [
        TrustScenario(
            "not-yet-valid",
            english:
                "The certificate is valid from tomorrow on: the server installed it too early, or the device's clock is slow.",
            chinese: "证书从明天起有效：服务器装得太早，或者设备的时钟慢了。",
            fault: Words(english: "the leaf is not valid yet", chinese: "叶子证书尚未生效"),
            from: [.rule(.rfc(5280, "4.1.2.5"))], .refused(.notYetValid)
        ) { world in
            try world.server("early") {
                $0.notBefore = ScenarioWorld.time + day
                $0.notAfter = ScenarioWorld.time + 91 * day
            }
        },
        TrustScenario(
            "last-second", english: "It is the last second of the certificate. The last second still counts.",
            chinese: "现在是证书的最后一秒。最后一秒仍然算数。",
            from: [.rule(.rfc(5280, "4.1.2.5"))], .trusted()
        ) { world in
            try world.server("last second") { $0.notAfter = ScenarioWorld.time }
        },
        TrustScenario(
            "one-second-late", english: "The certificate expired one second ago.",
            chinese: "证书在一秒前过期。",
            fault: Words(english: "the leaf has expired", chinese: "叶子证书已过期"),
            from: [.rule(.rfc(5280, "4.1.2.5"))], .refused(.expired)
        ) { world in
            try world.server("second late") { $0.notAfter = ScenarioWorld.time - 1 }
        },
        TrustScenario(
            "expired-intermediate", english: "The intermediate has expired, but the leaf has not.",
            chinese: "中间证书已过期，叶子证书没有过期。",
            fault: Words(english: "the intermediate has expired", chinese: "中间证书已过期"),
            from: [.rule(.rfc(5280, "6.1.3")), .alamofire("intermediate pin")], .refused(.expired)
        ) { world in
            try world.below("Expired CA") { $0.notAfter = ScenarioWorld.time - day }
        },
        TrustScenario(
            "expired-root", english: "The root has expired, but it is still on the device.",
            chinese: "根证书已过期，但还在设备上。",
            fault: Words(english: "the root has expired", chinese: "根证书已过期"),
            from: [.incident(Words(english: "AddTrust, 2020", chinese: "AddTrust，2020")), .rule(.rfc(5280, "6.1.1"))],
            .refused(.expired)
        ) { world in
            let old = try world.expiredRoot()
            let leaf = try world.certificate("expired root", by: old)
            return try world.evidence([leaf], pins: [leaf]) { $0.systemAnchors = [old.certificate] }
        },
        TrustScenario(
            "expired-leaf-pinned-intermediate", english: "The leaf has expired. The app has pinned the intermediate.",
            chinese: "叶子证书已过期。应用锁定了中间证书。",
            fault: Words(english: "the leaf has expired", chinese: "叶子证书已过期"),
            from: [.alamofire("intermediate pin with expired leaf")],
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
            chinese: "证书实际上永不过期：它的最后一秒是 9999-12-31 23:59:59 UTC。",
            fault: Words(english: "a lifetime without an end", chinese: "有效期没有尽头"),
            from: [.rule(.rfc(5280, "4.1.2.5")), .rule(apple)],
            .refused(.badCertificate)
        ) { world in
            try world.server("forever") { $0.notAfter = 253_402_300_799 }
        },
        TrustScenario(
            "900-days", english: "The certificate is valid for 900 days. iOS 13 accepts at most 825.",
            chinese: "证书有效期为 900 天。iOS 13 最多接受 825 天。",
            fault: Words(english: "a lifetime of more than 825 days", chinese: "有效期超过 825 天"),
            from: [.rule(apple), .incident("AFNetworking 4403")],
            .refused(.badCertificate)
        ) { world in
            try world.server("900 days") { $0.notAfter = $0.notBefore + 900 * day }
        },
        TrustScenario(
            "500-days",
            english:
                "The certificate is valid for 500 days. Under an authority that came with the system, Apple accepts at most 398.",
            chinese: "证书有效期为 500 天。如果 CA 是系统自带的，Apple 最多接受 398 天。",
            fault: Words(english: "a lifetime of more than 398 days", chinese: "有效期超过 398 天"),
            from: [.rule(Citation("Apple HT211025")), .rule(Citation("CA/Browser Forum BR", "6.3.2"))],
            .refused(.badCertificate)
        ) { world in
            try world.server("500 days") { $0.notAfter = $0.notBefore + 500 * day }
        },
        TrustScenario(
            "500-days-installed-root",
            english: "The same, but under an authority that the user has installed. There Apple's limit is 825 days.",
            chinese: "同上，但 CA 是用户安装的。这时 Apple 的上限是 825 天。",
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
