import Crypto
import TestPKI
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// TrustKit, row by row of its own tests.
struct TrustKitTests {
    private static let day: Int64 = 86_400

    private func pin(_ certificate: [UInt8]) throws -> PublicKeyPin { try PublicKeyPin(ofCertificate: certificate) }

    private func bad(_ octet: UInt8 = 1) throws -> PublicKeyPin {
        try PublicKeyPin(base64: Base64.string([UInt8](repeating: octet, count: 32)))
    }

    private func kit(
        _ pins: [PublicKeyPin], _ change: (inout TrustKitConfiguration.Domain) -> Void = { _ in }
    ) throws -> TrustKit {
        var domain = TrustKitConfiguration.Domain(publicKeyHashes: pins)
        // TrustKit's own tests of the validator pass one pin where the configuration would ask for two.
        if pins.count == 1 { domain.publicKeyHashes.append(try bad(9)) }
        change(&domain)
        return TrustKit(try TrustKitConfiguration(domains: [(PinningWorld.host, domain)]))
    }

    private func validate(
        _ kit: TrustKit, _ chain: [[UInt8]]? = nil, host: String = PinningWorld.host
    ) throws -> TrustKit.Validation {
        let attempt = try PinningWorld.attempt(chain ?? PinningWorld.genuine(), host: host)
        return kit.evaluateTrust(attempt.serverTrust, forHostname: host, at: attempt.time)
    }

    /// The names are those of TSKPinningValidatorTests.m.
    @Test(
        arguments: [
            ("testVerifyAgainstAnyPublicKey", .shouldAllowConnection, .success),
            ("testVerifyAgainstCAPublicKey", .shouldAllowConnection, .success),
            ("testVerifyAgainstLeafPublicKey", .shouldAllowConnection, .success),
            ("testVerifyAgainstLeafPublicKeyAndBadPublicKey", .shouldAllowConnection, .success),
            ("testVerifyAgainstBadPublicKey", .shouldBlockConnection, .failedNoMatchingPin),
            ("testVerifyAgainstBadPublicKeyPinsExpired", .domainNotPinned, nil),
            ("testVerifyAgainstBadPublicKeyPinningNotEnforced", .shouldAllowConnection, .failedNoMatchingPin),
            (
                "testVerifyAgainstCaPublicKeyAndBadCertificateChain", .shouldBlockConnection,
                .failedInvalidCertificateChain
            ),
            ("testVerifyAgainstCaPublicKeyAndBadHostname", .shouldBlockConnection, .failedInvalidCertificateChain),
            ("testVerifyAgainstInjectedCaPublicKey", .shouldBlockConnection, .failedNoMatchingPin),
            ("testDomainNotPinned", .domainNotPinned, nil),
            ("testExcludedSubdomain", .domainNotPinned, nil),
        ] as [(String, TrustKit.Decision, TrustKit.EvaluationResult?)])
    func everyRowOfItsTests(
        name: String, decision: TrustKit.Decision, result: TrustKit.EvaluationResult?
    ) throws {
        let world = PinningWorld.self
        let (leaf, middle, root) = (try pin(world.leaf()), try pin(world.intermediate()), try pin(world.root()))
        let found: TrustKit.Validation =
            switch name {
            case "testVerifyAgainstAnyPublicKey": try validate(kit([leaf, middle, root]))
            case "testVerifyAgainstCAPublicKey": try validate(kit([root]))
            case "testVerifyAgainstLeafPublicKey": try validate(kit([leaf]))
            case "testVerifyAgainstLeafPublicKeyAndBadPublicKey": try validate(kit([bad(), leaf]))
            case "testVerifyAgainstBadPublicKey": try validate(kit([bad()]))
            case "testVerifyAgainstBadPublicKeyPinsExpired":
                try validate(kit([bad()]) { $0.expirationDate = world.time - TrustKitTests.day })
            case "testVerifyAgainstBadPublicKeyPinningNotEnforced":
                try validate(kit([bad()]) { $0.enforcePinning = false })
            case "testVerifyAgainstCaPublicKeyAndBadCertificateChain":
                try validate(kit([root]) { $0.enforcePinning = false }, [world.leaf()])
            case "testVerifyAgainstCaPublicKeyAndBadHostname":
                try validate(kit([root]), world.chain(host: world.otherHost))
            case "testVerifyAgainstInjectedCaPublicKey":
                // A good chain of another authority, and the pinned one behind it.
                try validate(kit([root, middle]), injected())
            case "testDomainNotPinned": try validate(kit([bad()]), host: world.otherHost)
            default: try validate(excluded(), host: "public.example.com")
            }
        #expect(found.decision == decision)
        #expect(found.result == result)
        #expect(found.isReported == (result != nil && result != .success))
    }

    private func injected() throws -> [[UInt8]] {
        try PinningWorld.chain(by: Sample.untrusted()) + [PinningWorld.intermediate(), PinningWorld.root()]
    }

    private func excluded() throws -> TrustKit {
        var parent = TrustKitConfiguration.Domain(publicKeyHashes: [try bad(1), try bad(2)])
        parent.includeSubdomains = true
        return TrustKit(
            try TrustKitConfiguration(domains: [("example.com", parent), ("public.example.com", .excluded)]))
    }

    @Test func theInjectedAuthorityIsNotInTheBuiltChain() throws {
        let attempt = try PinningWorld.attempt(injected())
        let evaluation = attempt.serverTrust.evaluate(at: attempt.time)
        #expect(evaluation.result == .unspecified)
        #expect(!evaluation.certificateChain.contains(try PinningWorld.root()))
        // Every policy that compares keys must look at the built chain; those that look at what was sent are fooled.
        let pins = [try PinningWorld.root(), try PinningWorld.intermediate()]
        let keys = try pins.map { try pin($0) }
        let models: [any TrustPolicyModel] = [
            AFSecurityPolicy(pinningMode: .publicKey, pinnedCertificates: pins),
            AFSecurityPolicy(pinningMode: .certificate, pinnedCertificates: pins),
            NSPinnedDomains([NSPinnedDomains.Domain(PinningWorld.host, pinnedCAIdentities: keys)]),
            ServerTrustManager(evaluators: [PinningWorld.host: PublicKeysTrustEvaluator(keys: keys)]),
            ServerTrustManager(evaluators: [
                PinningWorld.host: PinnedCertificatesTrustEvaluator(certificates: pins)
            ]),
        ]
        for model in models { #expect(!model.decide(attempt).accepts, "\(model.name)") }
        #expect(DefaultHandling().decide(attempt).accepts)
    }

    /// TSKSPKIHashCache.m has the octets before a key for RSA of 2048, 3072 and 4096 bits, and for P-256 and P-384.
    @Test(arguments: [(3072, true), (4096, true), (8192, false)])
    func aKeyThatCannotBeDigestedFailsThePin(bits: Int, isDigested: Bool) throws {
        let issuer = try Sample.pki().intermediate
        var random = SeededRandomSource(seed: 11)
        let key = PublicKey.rsa(try #require(PublishedKeys.rsaPublic(bits: bits)))
        let leaf = try issuer.issue(
            .server(hostName: PinningWorld.host, at: PinningWorld.time), to: key, using: &random)
        let chain = [leaf, issuer.certificate]
        for isEnforced in [true, false] {
            let found = try validate(try kit([pin(leaf)]) { $0.enforcePinning = isEnforced }, chain)
            #expect(found.result == (isDigested ? .success : .errorCouldNotGenerateSpkiHash))
            #expect(found.decision == (isDigested ? .shouldAllowConnection : .shouldBlockConnection))
        }
        // The authority is compared first, and its pin ends the search.
        #expect(try validate(kit([pin(issuer.certificate)]), chain).result == .success)
    }

    // MARK: Configuration

    private func problem(_ domains: [(String, TrustKitConfiguration.Domain)]) -> TrustKitConfiguration.Problem? {
        do throws(TrustKitConfiguration.Problem) {
            _ = try TrustKitConfiguration(domains: domains.map { (name: $0.0, domain: $0.1) })
            return nil
        } catch { return error }
    }

    @Test func configurationsThatWouldHurtAreRefused() throws {
        let two = TrustKitConfiguration.Domain(publicKeyHashes: [try bad(1), try bad(2)])
        var wide = two
        wide.includeSubdomains = true
        var odd = TrustKitConfiguration.Domain.excluded
        odd.enforcePinning = false
        #expect(problem([]) == .noDomains)
        #expect(problem([("a.test", two)]) == nil)
        #expect(
            problem([("a.test", TrustKitConfiguration.Domain(publicKeyHashes: [try bad()]))])
                == .tooFewPins(domain: "a.test", count: 1))
        #expect(problem([("co.uk", wide)]) == .publicSuffix(domain: "co.uk"))
        #expect(problem([("com", wide)]) == .publicSuffix(domain: "com"))
        #expect(problem([("co.uk", two)]) == nil)
        #expect(problem([("a.test", wide), ("b.a.test", .excluded)]) == nil)
        #expect(problem([("a.test", wide), ("b.a.test", odd)]) == .exclusionWithOtherKeys(domain: "b.a.test"))
        #expect(problem([("a.test", two), ("b.a.test", .excluded)]) == .exclusionWithoutParent(domain: "b.a.test"))
        #expect(problem([("a.test", two), ("A.test.", two)]) == .repeatedDomain("A.test."))
    }

    /// The names of TSKPinConfigurationTests.m: which domain's settings count for a host.
    @Test(
        arguments: [
            ("good.com", "good.com"), ("www.good.com", "good.com"), ("GOOD.com.", "good.com"),
            ("sub.www.good.com", "www.good.com"), ("www.other.com", nil), ("other.com", "other.com"),
            ("notgood.com", nil), ("good.org", nil), ("good.com.evil.org", nil), ("", nil),
        ] as [(String, String?)])
    func theMostSpecificDomainWins(host: String, expected: String?) throws {
        let two = TrustKitConfiguration.Domain(publicKeyHashes: [try bad(1), try bad(2)])
        var wide = two
        wide.includeSubdomains = true
        var domains = [("good.com", wide), ("other.com", two)]
        if host.hasPrefix("sub.") { domains.append(("www.good.com", wide)) }
        let configuration = try TrustKitConfiguration(domains: domains.map { (name: $0.0, domain: $0.1) })
        #expect(configuration.domain(for: host)?.name == expected)
    }

    // MARK: Challenges

    @Test func challengesAreAnswered() throws {
        let time = PinningWorld.time
        let challenge = AuthenticationChallenge(serverTrustOf: try PinningWorld.attempt(PinningWorld.genuine()))
        let good = try kit([pin(PinningWorld.leaf())])
        #expect(good.handle(challenge, at: time) == .useCredential)
        #expect((try kit([bad()])).handle(challenge, at: time) == .cancelAuthenticationChallenge)
        let elsewhere = AuthenticationChallenge(
            serverTrustOf: try PinningWorld.attempt(PinningWorld.genuine(), host: PinningWorld.otherHost))
        #expect(good.handle(elsewhere, at: time) == .performDefaultHandling)
        for method in AuthenticationMethod.allCases where method != .serverTrust {
            #expect(good.handle(AuthenticationChallenge(method, host: "h"), at: time) == nil)
        }
    }

    @Test func whatADispositionMeansDependsOnTheChallenge() throws {
        let time = PinningWorld.time
        let stranger = AuthenticationChallenge(serverTrustOf: try PinningWorld.attempt([PinningWorld.selfSigned()]))
        #expect(stranger.consequence(of: .useCredential, at: time) == .serverBelieved)
        let refused = ChallengeConsequence.handshakeFailed(.recoverableTrustFailure)
        #expect(stranger.consequence(of: .performDefaultHandling, at: time) == refused)
        #expect(stranger.consequence(of: .rejectProtectionSpace, at: time) == refused)
        #expect(stranger.consequence(of: .cancelAuthenticationChallenge, at: time) == .cancelled)
        let client = AuthenticationChallenge(.clientCertificate, host: "h")
        #expect(client.consequence(of: .useCredential, at: time) == .identityPresented)
        #expect(client.consequence(of: .performDefaultHandling, at: time) == .emptyCertificate)
        let basic = AuthenticationChallenge(.httpBasic, host: "h")
        #expect(basic.consequence(of: .rejectProtectionSpace, at: time) == .nextMethod)
        #expect(basic.consequence(of: .performDefaultHandling, at: time) == .unauthorized)
        let inHTTP = AuthenticationMethod.allCases.filter { $0.proves == .clientInHTTP }
        #expect(inHTTP == [.ntlm, .negotiate, .httpBasic, .httpDigest])
    }
}
