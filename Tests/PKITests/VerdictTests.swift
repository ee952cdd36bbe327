import Crypto
import SecondVerifier
import TestPKI
import TestSupport
import Testing

@testable import PKI

@Suite struct VerdictTests {
    @Test func aGoodChainIsTrusted() async throws {
        let pki = try Sample.pki()
        let verdict = try await Sample.judge(pki.identity.chain).withSecondOpinion(on: Sample.question)
        let proof = try #require(verdict.chain)
        #expect(proof.leafKey == .rsa(pki.serverKey.publicKey))
        #expect(proof.hostName == Sample.host)
        #expect(proof.allowsSignatures && proof.allowsKeyEncipherment)
        #expect(!proof.isUnverified)
        #expect(proof.path == pki.identity.chain + [pki.root.certificate])

        let policies = Set(verdict.findings.lazy.filter { !$0.isRoutine }.map(\.policy))
        #expect(
            policies == [
                "certificate", "order", "signature", "dates", "basic constraints", "path length", "key usage", "key",
                "extended key usage", "critical extensions", "host name", "anchor", "second opinion",
            ])
        let reasons = verdict.findings.map(\.reason)
        #expect(reasons.contains("The leaf is for www.example.com, the name that was asked for."))
        #expect(
            reasons.contains("The path ends at HandshakeSim Root CA, which the client trusts."))
        #expect(reasons.allSatisfy { $0.hasSuffix(".") || $0.contains("refuses") })
    }

    @Test func aRootThatWasSentDoesNoHarm() async throws {
        let pki = try Sample.pki()
        let chain = pki.identity.chain + [pki.root.certificate]
        #expect(try await Sample.judge(chain).chain?.path == chain)
        let withMore = try await Sample.judge(chain + [Sample.untrusted().certificate])
        #expect(withMore.chain?.path == chain)
    }

    @Test func repetitionsArePassedOver() async throws {
        let chain = try Sample.pki().identity.chain
        let verdict = try await Sample.judge([chain[0], chain[0], chain[1], chain[1]])
        #expect(verdict.chain != nil)
        #expect(verdict.findings.contains { $0.statement == .reading(.repeated(of: 2)) })
    }

    // MARK: Names

    @Test func anotherHostIsRefused() async throws {
        let verdict = try await Sample.judge(
            Sample.pki().identity.chain, ChainQuestion(hostName: "bank.example.com", time: Sample.time))
        expectRefusal(
            verdict, .badName,
            "The leaf is for www.example.com. The name that was asked for is bank.example.com. The certificate is for another host."
        )
    }

    /// RFC 5280 section 4.2.1.6: the preferred name syntax. A reference may have the root's dot (RFC 9525 section 6.3).
    @Test func aNameWithATrailingDotInACertificateFitsNoHost() async throws {
        for asked in [Sample.host, Sample.host + "."] {
            #expect(
                try await Sample.judge(Sample.chain { _ in }, ChainQuestion(hostName: asked, time: Sample.time)).chain
                    != nil
            )
            for presented in [Sample.host + ".", "*.example.com."] {
                let verdict = try await Sample.judge(
                    Sample.chain { $0.dnsNames = [presented] }, ChainQuestion(hostName: asked, time: Sample.time))
                #expect(verdict.refusalKind == .badName)
                let reason = try #require(verdict.refusal?.reason)
                #expect(reason.contains("\(presented) ends in a dot") && !reason.contains("for another host"))
            }
        }
        // Other kinds of names may end in a dot.
        let others: [GeneralName] = [.uniformResourceIdentifier("http://example.com/."), .rfc822Name("a@example.com.")]
        #expect(UnfitName(among: others, for: .dns(["www", "example", "com"])) == nil)
    }

    /// RFC 9525 section 6.3: an address has to stand as an iPAddress. What is no host name is said to be none.
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1", "192.0.2.1 stands as a dNSName. An address has to stand as an iPAddress"),
        ("*", "localhost", "* stands as a dNSName and is not a host name"),
        ("https://www.example.com", "www.example.com", "https://www.example.com stands as a dNSName and is not"),
        ("www.example.com:443", "www.example.com", "www.example.com:443 stands as a dNSName and is not"),
    ])
    func aNameThatFitsNoHostIsToldAsWhatItIs(presented: String, asked: String, words: String) async throws {
        let verdict = try await Sample.judge(
            Sample.chain { $0.dnsNames = [presented] }, ChainQuestion(hostName: asked, time: Sample.time))
        let reason = try #require(verdict.refusal?.reason)
        #expect(reason.contains("dNSName \"\(presented)\"") && reason.contains(words), "\(reason)")
    }

    /// A key that is not known here is no impossible one.
    @Test func aSignatureByAKeyThatIsNotKnownHereIsNotSaidToBeWrong() throws {
        let world = RuleWorld()
        let unknown = try world.root("Unknown") { $0.key = SubjectKeyInfo([4, 1, 2], for: Raw.unknown) }
        let leaf = try world.server(by: unknown)
        let verdict = Evaluator(store: TrustStore(anchors: [unknown.certificate])).evaluate(
            chain: [leaf], question: ChainQuestion(hostName: RuleWorld.host, time: RuleWorld.time))
        #expect(verdict.refusalKind == .unsupportedKey)
        let reason = try #require(verdict.refusal?.reason)
        #expect(reason.contains("cannot be verified here") && !reason.contains("cannot have made"), "\(reason)")
    }

    @Test func aCircleOfAuthoritiesIsNoMissingCertificate() throws {
        let world = RuleWorld()
        let (first, second) = (try world.root("First"), try world.root("Second"))
        let leaf = try world.server(by: first)
        let sent = [
            leaf, try world.authority("First", by: second).certificate,
            try world.authority("Second", by: first).certificate,
        ]
        for profile in ChainQuestion.Profile.allCases {
            var question = ChainQuestion(hostName: RuleWorld.host, time: RuleWorld.time)
            question.profile = profile
            let verdict = Evaluator(store: TrustStore(anchors: [try world.root("Other").certificate])).evaluate(
                chain: sent, question: question)
            #expect(verdict.refusalKind == .unknownCA)
            #expect(verdict.findings.contains { $0.statement == .path(.goesInCircle("First")) }, "\(profile)")
            #expect(!verdict.findings.contains { $0.reason.contains("is missing") })
        }
    }

    /// An authority that changes its key issues a certificate to itself: that one is no root.
    @Test func aSelfIssuedCertificateIsNoRoot() throws {
        let world = RuleWorld()
        let old = try world.root("Changing", key: "old")
        let new = try world.authority("Changing", by: old, key: "new")
        let leaf = try world.server(by: new)
        let verdict = Evaluator(store: TrustStore(anchors: [])).evaluate(
            chain: [leaf, new.certificate], question: ChainQuestion(hostName: RuleWorld.host, time: RuleWorld.time))
        #expect(verdict.findings.contains { $0.role == .intermediate("Changing") })
        #expect(verdict.findings.contains { $0.statement == .path(.issuerMissing("Changing")) })
        #expect(!verdict.findings.contains { $0.statement == .path(.selfSignedNotTrusted) })
    }

    @Test func aNameWithAnUnderscoreIsComparedAndSaidToBeNone() async throws {
        let verdict = try await Sample.judge(
            Sample.chain { $0.dnsNames = ["my_host.example.com"] },
            ChainQuestion(hostName: "my_host.example.com", time: Sample.time))
        #expect(verdict.chain != nil)
        #expect(
            verdict.findings.contains { $0.policy == "host name" && $0.reason.contains("The name has an underscore") })
    }

    @Test func aCommonNameDoesNotCount() async throws {
        let verdict = try await Sample.judge(Sample.chain { $0.dnsNames = [] })
        expectRefusal(
            verdict, .badName,
            "The leaf names no host. The name that was asked for is www.example.com. The common name, www.example.com, does not count; "
                + "only subjectAltName counts.")
    }

    @Test(arguments: [
        (["*.example.com"], "www.example.com", true), (["*.example.com"], "WWW.Example.COM.", true),
        (["*.example.com"], "example.com", false), (["*.example.com"], "a.www.example.com", false),
        (["w*.example.com"], "www.example.com", false), (["www.*.com"], "www.example.com", false),
        (["*.com"], "example.com", false), (["*"], "localhost", false), (["localhost"], "localhost", true),
        (["EXAMPLE.com"], "example.com", true), (["a.example", "b.example"], "b.example", true),
        (["10.0.0.1"], "10.0.0.1", false), (["*.0.0.1"], "10.0.0.1", false), (["a b"], "a b", false),
        (["www.example.com"], "", false), (["www.example.com"], "www.example.com..", false),
        (["bücher.example"], "bücher.example", false), (["xn--bcher-kva.example"], "xn--bcher-kva.example", true),
    ]) func dnsNames(names: [String], asked: String, fits: Bool) async throws {
        // What is no IA5String cannot be issued, and so not be found in a certificate either.
        guard let chain = try? Sample.chain({ $0.dnsNames = names }) else {
            let isASCII = names.joined().allSatisfy { $0.isASCII }
            #expect(!isASCII)
            return
        }
        let verdict = try await Sample.judge(chain, ChainQuestion(hostName: asked, time: Sample.time))
        #expect((verdict.chain != nil) == fits)
        #expect(fits || verdict.refusalKind == .badName)
    }

    @Test(
        arguments: [
            ([10, 0, 0, 1], "10.0.0.1", true), ([10, 0, 0, 1], "10.0.0.2", false), ([10, 0, 0, 1], "010.0.0.1", false),
            ([0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1], "2001:db8::1", true),
            ([UInt8](repeating: 0, count: 15) + [1], "::1", true),
            ([UInt8](repeating: 0, count: 16), "::", true), ([1, 2, 3], "1.2.3", false),
            ([0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1], "2001:db8:::1", false),
        ] as [([UInt8], String, Bool)]) func addresses(octets: [UInt8], asked: String, fits: Bool) async throws
    {
        let chain = try Sample.chain { profile in
            profile.dnsNames = []
            profile.ipAddresses = [octets]
        }
        let verdict = try await Sample.judge(chain, ChainQuestion(hostName: asked, time: Sample.time))
        #expect((verdict.chain != nil) == fits)
    }

    // MARK: Dates

    @Test func datesCountToTheSecond() async throws {
        let chain = try Sample.chain { profile in
            profile.notBefore = Sample.time
            profile.notAfter = Sample.time + 10
        }
        for (offset, kind) in [(-1, .notYetValid), (0, nil), (10, nil), (11, .expired)] as [(Int64, RefusalKind?)] {
            let question = ChainQuestion(hostName: Sample.host, time: Sample.time + offset)
            #expect(try await Sample.judge(chain, question).refusalKind == kind)
        }
        expectRefusal(
            try await Sample.judge(chain, ChainQuestion(hostName: Sample.host, time: Sample.time + 11)), .expired,
            "The leaf expired at 2026-03-01 12:00:10 UTC. The check is for 2026-03-01 12:00:11 UTC. "
                + "After that date the issuer no longer vouches for it.")
        expectRefusal(
            try await Sample.judge(chain, ChainQuestion(hostName: Sample.host, time: Sample.time - 1)), .notYetValid,
            "The leaf is not valid before 2026-03-01 12:00:00 UTC. The check is for 2026-03-01 11:59:59 UTC.")
    }

    @Test(arguments: [Int64.min, -1, 0, 253_402_300_799, .max]) func anyTimeCanBeAsked(time: Int64) async throws {
        let verdict = try await Sample.judge(
            Sample.pki().identity.chain, ChainQuestion(hostName: Sample.host, time: time))
        #expect(verdict.refusalKind == (time > 1 ? .expired : .notYetValid))
        // All three certificates are said to be out of date, the anchor too.
        #expect(verdict.findings.filter { $0.policy == "dates" && !$0.passed }.map(\.subject) == [0, 1, 2])
    }

    // MARK: Authorities

    @Test func anUnknownRootIsRefused() async throws {
        let verdict = try await Sample.judge(Sample.chain(by: Sample.untrusted()) { _ in })
        #expect(verdict.refusalKind == .unknownCA)
        #expect(
            verdict.findings.last?.reason
                == "The root Somebody's CA is signed with its own key, and the client does not trust it. "
                + "A self-signed certificate proves only that its owner has the key.")
    }

    @Test func aMissingIntermediateIsRefused() async throws {
        let verdict = try await Sample.judge([Sample.pki().identity.chain[0]])
        expectRefusal(
            verdict, .unknownCA,
            "The signature on the leaf cannot be checked: the certificate of its issuer, HandshakeSim Intermediate CA, "
                + "is missing.")
        #expect(
            verdict.findings.last?.reason
                == "The path ends at HandshakeSim Intermediate CA, and the client does not trust an authority of this name. "
                + "Anyone can make one.")
    }

    @Test func aRootOfTheSameNameIsRefused() async throws {
        var random = SeededRandomSource(seed: 9)
        let fake = try CertificateAuthority.root(
            .root(named: "HandshakeSim Root CA", at: Sample.time), using: &random)
        let leaf = try Sample.chain(by: fake) { _ in }
        // Without the root in the chain it is a signature that does not verify, with it a root that nobody trusts.
        expectRefusal(
            try await Sample.judge([leaf[0]]), .badSignature,
            "The key of HandshakeSim Root CA does not verify the signature on the leaf (sha256WithRSAEncryption). "
                + "The certificate was changed, or another key signed it.")
        #expect(try await Sample.judge(leaf).refusalKind == .unknownCA)
    }

    @Test func aLeafIsNoAuthority() async throws {
        let pki = try Sample.pki()
        let impostor = try CertificateAuthority(impersonating: pki.identity)
        let leaf = try Sample.chain(by: impostor) { $0.dnsNames = ["bank.example.com"] }
        let verdict = try await Sample.judge(
            leaf + [pki.intermediate.certificate], ChainQuestion(hostName: "bank.example.com", time: Sample.time))
        expectRefusal(
            verdict, .notAnAuthority, subject: 1,
            "The intermediate www.example.com says that it does not belong to an authority, "
                + "but its key has signed certificates."
        )
        let failed = verdict.findings.filter { !$0.passed }.map(\.policy)
        #expect(failed == ["basic constraints", "key usage", "path length"], "every reason is told")
    }

    @Test func pathLengthsAreKept() async throws {
        let pki = try Sample.pki()
        var random = SeededRandomSource(seed: 5)
        let below = try pki.intermediate.issueAuthority(
            .intermediate(named: "One too many", at: Sample.time), using: &random)
        let verdict = try await Sample.judge(Sample.chain(by: below) { _ in } + [pki.intermediate.certificate])
        expectRefusal(
            verdict, .notAnAuthority, subject: 2,
            "The intermediate HandshakeSim Intermediate CA allows at most 0 further authorities below it, but there is 1."
        )
        let one = AuthorityStatement.pathLengthKept(below: 0, limit: 1)
            .english(StatementSubject(role: .leaf, owner: .server))
        #expect(one.contains(" at most 1 further authority below it;"))
    }

    /// An authority that changes its key certifies the new one with the old one, under the same name.
    @Test func selfIssuedCertificatesDoNotCount() async throws {
        let pki = try Sample.pki()
        var random = SeededRandomSource(seed: 6)
        let renewed = try pki.intermediate.issueAuthority(
            .intermediate(named: "HandshakeSim Intermediate CA", at: Sample.time), using: &random)
        let verdict = try await Sample.judge(Sample.chain(by: renewed) { _ in } + [pki.intermediate.certificate])
        #expect(verdict.chain?.path.count == 4, "\(verdict.refusal?.reason ?? "")")
    }

    // MARK: Usage

    @Test func aClientsCertificateIsNoServers() async throws {
        let verdict = try await Sample.judge(Sample.chain { $0.extendedKeyUsage = [.clientAuth] })
        expectRefusal(
            verdict, .wrongUsage, "The leaf may be used for clientAuth, not for TLS servers (serverAuth).")
    }

    @Test func usagesArePassedOn() async throws {
        for (usage, signs, decrypts) in [
            ([.digitalSignature], true, false), ([.keyEncipherment], false, true), (nil, true, true),
        ] as [(Set<CertificateProfile.KeyPurpose>?, Bool, Bool)] {
            let proof = try await Sample.judge(Sample.chain { $0.keyUsage = usage }).chain
            #expect(proof?.allowsSignatures == signs)
            #expect(proof?.allowsKeyEncipherment == decrypts)
        }
        expectRefusal(
            try await Sample.judge(Sample.chain { $0.keyUsage = [.cRLSign] }), .wrongUsage,
            "The key of the leaf may be used for cRLSign. Here it must be digitalSignature or keyEncipherment.")
        let unrestricted = try await Sample.judge(
            Sample.chain { profile in
                profile.keyUsage = nil
                profile.extendedKeyUsage = nil
                profile.constraints = nil
            })
        #expect(unrestricted.chain != nil)
    }

    @Test func unknownCriticalExtensionsAreRefused() async throws {
        let verdict = try await Sample.judge(Sample.chain { $0.hasUnknownCriticalExtension = true })
        expectRefusal(
            verdict, .unsupportedExtension,
            "The leaf has a critical extension that is not understood here, 2.25.4711. "
                + "Critical means: a program that does not understand the extension must refuse the certificate.")
    }

    @Test func sha1IsRefused() async throws {
        let verdict = try await Sample.judge(Sample.chain { $0.usesSHA1 = true })
        #expect(verdict.refusalKind == .tooWeak)
        #expect(verdict.findings.contains { $0.policy == "signature" && $0.subject == 0 && $0.passed })
    }

    // MARK: Anchors

    @Test func aTrustedLeafNeedsNobody() async throws {
        let leaf = try Sample.pki().identity.chain[0]
        let evaluator = Evaluator(store: TrustStore(anchors: [leaf]))
        #expect(evaluator.judge(chain: [leaf], question: Sample.question).chain?.path == [leaf])
        let other = ChainQuestion(hostName: "bank.example.com", time: Sample.time)
        #expect(evaluator.judge(chain: [leaf], question: other).refusalKind == .badName)
    }

    @Test func nobodyIsTrustedByAnEmptyStore() async throws {
        let evaluator = Evaluator(store: TrustStore(anchors: []))
        let verdict = evaluator.judge(chain: try Sample.pki().identity.chain, question: Sample.question)
        #expect(verdict.refusalKind == .unknownCA)
    }

    @Test func theCarelessClientAcceptsAnything() throws {
        let chain = try Sample.chain(by: Sample.untrusted()) { profile in
            profile.notAfter = 0
            profile.notBefore = 0
            profile.dnsNames = []
        }
        let accepted = try VerifiedChain.acceptedWithoutAnyCheck(chain)
        #expect(accepted.isUnverified)
        #expect(accepted.leafKey == .rsa(try Sample.pki().serverKey.publicKey))
        #expect(throws: TrustError.emptyChain) { try VerifiedChain.acceptedWithoutAnyCheck([]) }
    }
}
