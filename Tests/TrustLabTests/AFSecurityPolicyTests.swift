import TestPKI
import Testing
import Trace

@testable import PKI
@testable import TrustLab

/// AFSecurityPolicy against the table that follows from its source.
struct AFSecurityPolicyTests {
    /// Rows are situations; columns are the modes none, publicKey and certificate, each with allowInvalidCertificates and
    /// validatesDomainName as 01, 00, 11, 10.
    static let table: [(row: String, expected: String)] = [
        ("A genuine server, pin is its certificate", "yyny yyyy yyyy"),
        ("B renewed, same key, pin is the old certificate", "yyny yyyy nnnn"),
        ("C renewed, new key, pin is the old certificate", "yyny nnnn nnnn"),
        ("D genuine server, pin is the intermediate", "yyny yyyy yyyy"),
        ("D genuine server, pin is the root", "yyny yyyy yyyy"),
        ("E other site, same authority, pin is the intermediate", "nyny nyyy nyny"),
        ("E other site, same authority, pin is the root", "nyny nyyy nyny"),
        ("F other site, other authority", "nyny nnnn nnnn"),
        ("G authority that the user installed", "yyny nnnn nnnn"),
        ("H self-signed by somebody else", "nnny nnnn nnnn"),
        ("I self-signed, pin is that certificate", "nnny nnyy nnyy"),
        ("J self-signed, pin is that certificate, wrong host", "nnny nnyy nnny"),
        ("K expired leaf, pin is that certificate", "nnny nnyy nnnn"),
    ]

    private static func situation(_ row: String) throws -> (ConnectionAttempt, pins: [[UInt8]]) {
        let world = PinningWorld.self
        let leaf = try world.leaf()
        switch row.prefix(1) {
        case "A": return (try world.attempt(world.genuine()), [leaf])
        case "B": return (try world.attempt(world.chain(withServersKey: true)), [leaf])
        case "C": return (try world.attempt(world.chain()), [leaf])
        case "D": return (try world.attempt(world.genuine()), [try authority(row)])
        case "E": return (try world.attempt(world.chain(host: world.otherHost)), [try authority(row)])
        case "F":
            let chain = try world.chain(by: Sample.untrusted(), host: world.otherHost)
            return (try world.attempt(chain), [leaf])
        case "G":
            let proxy = try world.installed()
            return (try world.attempt(world.chain(by: proxy), userAnchors: [proxy.certificate]), [leaf])
        case "H": return (try world.attempt([world.selfSigned()]), [leaf])
        case "I": return (try world.attempt([world.selfSigned()]), [try world.selfSigned()])
        case "J": return (try world.attempt([world.selfSigned()], host: world.otherHost), [try world.selfSigned()])
        default:
            let chain = try world.expired()
            return (try world.attempt(chain), [chain[0]])
        }
    }

    private static func authority(_ row: String) throws -> [UInt8] {
        try row.hasSuffix("root") ? PinningWorld.root() : PinningWorld.intermediate()
    }

    @Test(arguments: table) func everyCellOfTheTruthTable(row: String, expected: String) throws {
        let (attempt, pins) = try AFSecurityPolicyTests.situation(row)
        // Other sites are asked for by their own name: E and F are attackers with a certificate of their own.
        var found = ""
        for mode in AFSecurityPolicy.PinningMode.allCases {
            for (invalid, name) in [(false, true), (false, false), (true, true), (true, false)] {
                let policy = AFSecurityPolicy(
                    pinningMode: mode, pinnedCertificates: pins, allowInvalidCertificates: invalid,
                    validatesDomainName: name)
                let decision = policy.decide(attempt)
                found += decision.accepts ? "y" : "n"
                #expect(decision.steps.last?.answer == decision.accepts, "the last step decides")
                #expect(!decision.english.isEmpty)
            }
            found += " "
        }
        #expect(found.dropLast() == expected)
    }

    @Test func aKeyPinWithInvalidCertificatesAllowedAsksSecTrustNothing() throws {
        let policy = AFSecurityPolicy(
            pinningMode: .publicKey, pinnedCertificates: [try PinningWorld.leaf()], allowInvalidCertificates: true)
        let decision = policy.decide(try PinningWorld.attempt(PinningWorld.expired(), host: "www.evil.example"))
        #expect(decision.accepts)
        #expect(decision.result == nil)
        #expect(decision.steps.map(\.asked) == [.selfSignedWithoutPins, .whichPolicy, .isChainTrusted, .isKeyPinned])
        #expect(decision.steps[2].why == .evaluationSkipped)
        let lines = decision.steps.map { $0.source ?? "" }
        #expect(lines == ["224–233", "236–243", "247–249", "274–286"].map { "AFSecurityPolicy.m:\($0)" })
    }

    @Test func certificateModeAsksTwiceAndLeavesTheSystemOutTheSecondTime() throws {
        let pin = try PinningWorld.intermediate()
        let policy = AFSecurityPolicy(pinningMode: .certificate, pinnedCertificates: [pin])
        let decision = policy.decide(try PinningWorld.attempt(PinningWorld.genuine()))
        #expect(decision.accepts)
        #expect(decision.result == .unspecified)
        let asked: [PolicyQuestion] = [
            .selfSignedWithoutPins, .whichPolicy, .isChainTrusted, .whichAnchors, .isChainTrusted, .isCertificatePinned,
        ]
        #expect(decision.steps.map(\.asked) == asked)
        // The first evaluation ends at the system's root, the second at the pin.
        let ends = decision.steps.compactMap { step -> [UInt8]? in
            if case .evaluated(let evaluation) = step.why { evaluation.certificateChain.last } else { nil }
        }
        #expect(ends == [try PinningWorld.root(), pin])
    }

    @Test func noPinsInCertificateModeTrustNobody() throws {
        let decision = AFSecurityPolicy(pinningMode: .certificate)
            .decide(try PinningWorld.attempt(PinningWorld.genuine()))
        #expect(!decision.accepts)
        #expect(decision.result == .recoverableTrustFailure)
    }
}
