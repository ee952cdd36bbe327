import TestPKI
import Testing

@testable import PKI
@testable import TrustLab

/// NSPinnedDomains, Alamofire's evaluators and the careless, on the same attempts.
struct PolicyModelTests {
    private func pin(_ certificate: [UInt8]) throws -> PublicKeyPin { try PublicKeyPin(ofCertificate: certificate) }

    private func domains(
        authorities: [[UInt8]] = [], leaves: [[UInt8]] = [], includesSubdomains: Bool = false,
        name: String = PinningWorld.host
    ) throws -> NSPinnedDomains {
        var domain = NSPinnedDomains.Domain(
            name, pinnedCAIdentities: authorities.isEmpty ? nil : try authorities.map(pin),
            pinnedLeafIdentities: leaves.isEmpty ? nil : try leaves.map(pin))
        domain.includesSubdomains = includesSubdomains
        return NSPinnedDomains([domain])
    }

    private func accepts(
        _ model: any TrustPolicyModel, _ chain: [[UInt8]], host: String = PinningWorld.host, userAnchors: [[UInt8]] = []
    ) throws -> Bool {
        model.decide(try PinningWorld.attempt(chain, host: host, userAnchors: userAnchors)).accepts
    }

    @Test func pinnedDomainsTightenAndNeverLoosen() throws {
        let world = PinningWorld.self
        let genuine = try world.genuine()
        #expect(try accepts(domains(authorities: [world.root()]), genuine))
        #expect(try accepts(domains(authorities: [world.intermediate()]), genuine))
        #expect(try accepts(domains(leaves: [world.leaf()]), genuine))
        #expect(try !accepts(domains(authorities: [world.leaf()]), genuine), "a leaf is no authority")
        #expect(try !accepts(domains(leaves: [world.root()]), genuine))
        #expect(try accepts(domains(authorities: [world.root()], leaves: [world.leaf()]), genuine))
        #expect(
            try !accepts(domains(authorities: [world.root()], leaves: [world.root()]), genuine),
            "both must fit")
        #expect(try !accepts(domains(leaves: [world.selfSigned()]), [world.selfSigned()]), "nothing is loosened")
        let proxy = try world.installed()
        let proxied = try world.chain(by: proxy)
        #expect(try !accepts(domains(leaves: [world.leaf()]), proxied, userAnchors: [proxy.certificate]))
        #expect(try accepts(DefaultHandling(), proxied, userAnchors: [proxy.certificate]))
        #expect(try accepts(domains(leaves: [world.root()], name: "example.com"), genuine), "not its host")
        #expect(
            try !accepts(domains(leaves: [world.root()], includesSubdomains: true, name: "example.com"), genuine))
    }

    private func manager(_ evaluator: any ServerTrustEvaluating) -> ServerTrustManager {
        ServerTrustManager(evaluators: [PinningWorld.host: evaluator])
    }

    /// After ServerTrustEvaluatorTests.swift: what is pinned, the settings, the server, whether it is accepted.
    @Test func pinnedCertificatesGrid() throws {
        let world = PinningWorld.self
        let genuine = try world.genuine()
        for pinned in [try world.leaf(), try world.intermediate(), try world.root()] {
            #expect(try accepts(manager(PinnedCertificatesTrustEvaluator(certificates: [pinned])), genuine))
        }
        let stranger = PinnedCertificatesTrustEvaluator(certificates: [try Sample.untrusted().certificate])
        #expect(try !accepts(manager(stranger), genuine))
        #expect(try !accepts(manager(PinnedCertificatesTrustEvaluator(certificates: [])), genuine))

        let expired = try world.expired()
        var pinsExpired = PinnedCertificatesTrustEvaluator(certificates: [expired[0]])
        #expect(try !accepts(manager(pinsExpired), expired))
        pinsExpired.performDefaultValidation = false
        #expect(try !accepts(manager(pinsExpired), expired), "the name is checked with the dates")
        pinsExpired.validateHost = false
        #expect(try accepts(manager(pinsExpired), expired), "nothing but the octets is compared")

        let own = try world.selfSigned()
        var pinsOwn = PinnedCertificatesTrustEvaluator(certificates: [own])
        #expect(try !accepts(manager(pinsOwn), [own]))
        pinsOwn.acceptSelfSignedCertificates = true
        #expect(try accepts(manager(pinsOwn), [own]))
        #expect(try !accepts(manager(pinsOwn), genuine), "the system's anchors have gone")
    }

    @Test func publicKeysGrid() throws {
        let world = PinningWorld.self
        let genuine = try world.genuine()
        let (leaf, root) = (try pin(world.leaf()), try pin(world.root()))
        let spare = try pin(world.selfSigned())
        #expect(try accepts(manager(PublicKeysTrustEvaluator(keys: [leaf])), genuine))
        #expect(try accepts(manager(PublicKeysTrustEvaluator(keys: [spare, leaf])), genuine))
        #expect(try accepts(manager(PublicKeysTrustEvaluator(keys: [leaf])), world.chain(withServersKey: true)))
        #expect(try !accepts(manager(PublicKeysTrustEvaluator(keys: [leaf])), world.chain()))
        #expect(try !accepts(manager(PublicKeysTrustEvaluator(keys: [])), genuine))
        let wrongName = try world.chain(host: world.otherHost)
        #expect(try !accepts(manager(PublicKeysTrustEvaluator(keys: [root])), wrongName))
        #expect(try accepts(manager(PublicKeysTrustEvaluator(keys: [root], validateHost: false)), wrongName))
        let unseen = PublicKeysTrustEvaluator(keys: [leaf], performDefaultValidation: false, validateHost: false)
        #expect(try accepts(manager(unseen), [world.leaf()]), "a missing intermediate does not matter")
        let rootUnseen = PublicKeysTrustEvaluator(keys: [root], performDefaultValidation: false, validateHost: false)
        #expect(try !accepts(manager(rootUnseen), [world.leaf()]), "without it no chain leads to the root")
        #expect(try accepts(manager(unseen), world.expired()))
    }

    @Test func managersAndComposites() throws {
        let genuine = try PinningWorld.genuine()
        let leaf = PublicKeysTrustEvaluator(keys: [try pin(PinningWorld.leaf())])
        let wrong = PublicKeysTrustEvaluator(keys: [try pin(PinningWorld.selfSigned())])
        #expect(
            try accepts(manager(CompositeTrustEvaluator(evaluators: [DefaultTrustEvaluator(), leaf])), genuine))
        #expect(try !accepts(manager(CompositeTrustEvaluator(evaluators: [wrong, leaf])), genuine))
        #expect(try accepts(manager(DisabledTrustEvaluator()), PinningWorld.expired()))
        #expect(
            try !accepts(manager(DefaultTrustEvaluator()), PinningWorld.chain(host: PinningWorld.otherHost)))
        let other = try PinningWorld.chain(host: PinningWorld.otherHost)
        var manager = ServerTrustManager(evaluators: [PinningWorld.host: leaf])
        #expect(try !accepts(manager, other, host: PinningWorld.otherHost), "every host must have an evaluator")
        manager.allHostsMustBeEvaluated = false
        #expect(try accepts(manager, other, host: PinningWorld.otherHost))
    }

    @Test func theCarelessAcceptWhatTheyDo() throws {
        let thief = try PinningWorld.chain(host: PinningWorld.otherHost)
        #expect(try !accepts(DefaultHandling(), thief))
        #expect(try accepts(NoHostName(), thief))
        #expect(try !accepts(NoHostName(), [PinningWorld.selfSigned()]))
        #expect(try accepts(TrustAnything(), [PinningWorld.selfSigned()]))
        #expect(try accepts(TrustAnything(), []))
    }

    @Test func everyDecisionHasAReason() throws {
        let leaf = try PinningWorld.leaf()
        let models: [any TrustPolicyModel] = [
            DefaultHandling(), NoHostName(), TrustAnything(), AFSecurityPolicy(), try domains(leaves: [leaf]),
            manager(DefaultTrustEvaluator()), PinnedRootsPolicy(roots: [leaf]),
        ]
        for chain in [try PinningWorld.genuine(), try PinningWorld.expired(), [], [[0x30]]] {
            for model in models {
                let decision = model.decide(try PinningWorld.attempt(chain))
                #expect(!decision.steps.isEmpty && !decision.english.isEmpty, "\(model.name)")
                #expect((decision.disposition == .useCredential) == decision.accepts)
            }
        }
    }
}
