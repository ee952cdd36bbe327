import TestPKI
import Testing

@testable import PKI
@testable import TrustLab

/// SecTrust's results, by whose anchors and whose word count.
struct SecTrustTests {
    private func trust(_ chain: [[UInt8]], host: String? = PinningWorld.host) throws -> SecTrust {
        var trust = SecTrust(
            certificates: chain, policy: .ssl(hostName: host), systemAnchors: try PinningWorld.systemAnchors())
        // The sample's authorities show no log what they certify.
        trust.systemKind = .app
        return trust
    }

    private func result(_ trust: SecTrust) -> SecTrustResult {
        trust.evaluate(at: PinningWorld.time).result
    }

    @Test func theSystemsAnchorsGiveUnspecified() throws {
        let evaluation = try trust(PinningWorld.genuine()).evaluate(at: PinningWorld.time)
        #expect(evaluation.result == .unspecified)
        #expect(evaluation.certificateChain == (try PinningWorld.genuine()) + [try PinningWorld.root()])
    }

    @Test func theAppsAnchorsGiveUnspecifiedAndDropTheSystems() throws {
        var trust = try trust(PinningWorld.chain(by: PinningWorld.installed()))
        #expect(result(trust) == .recoverableTrustFailure)
        trust.setAnchorCertificates([try PinningWorld.installed().certificate])
        #expect(result(trust) == .unspecified, "not proceed, as some articles say")

        var genuine = try self.trust(PinningWorld.genuine())
        genuine.setAnchorCertificates([try PinningWorld.installed().certificate])
        #expect(result(genuine) == .recoverableTrustFailure, "the system's anchors have silently gone")
        genuine.setAnchorCertificates([])
        #expect(result(genuine) == .recoverableTrustFailure, "an empty list is a list")
        genuine.setAnchorCertificates(nil)
        #expect(result(genuine) == .unspecified)
    }

    @Test func theUsersYesGivesProceedAndNoGivesDeny() throws {
        let proxy = try PinningWorld.installed().certificate
        var trust = try trust(PinningWorld.chain(by: PinningWorld.installed()))
        trust.userSettings = [SecTrust.TrustSetting(proxy, isTrusted: true)]
        #expect(result(trust) == .proceed)
        trust.setAnchorCertificates([try PinningWorld.root()])
        #expect(result(trust) == .recoverableTrustFailure, "the user's anchors go with the system's")

        var genuine = try self.trust(PinningWorld.genuine())
        genuine.userSettings = [SecTrust.TrustSetting(try PinningWorld.root(), isTrusted: false)]
        let evaluation = genuine.evaluate(at: PinningWorld.time)
        #expect(evaluation.result == .deny)
        #expect(evaluation.deniedCertificate == (try PinningWorld.root()))
        genuine.policy = .ssl(hostName: PinningWorld.otherHost)
        #expect(result(genuine) == .deny, "deny outranks recoverable")
    }

    @Test func basicX509LooksAtNoName() throws {
        var trust = try trust(PinningWorld.genuine(), host: PinningWorld.otherHost)
        #expect(result(trust) == .recoverableTrustFailure)
        trust.policy = .basicX509
        #expect(result(trust) == .unspecified)
        trust.policy = .ssl(hostName: nil)
        #expect(result(trust) == .unspecified)
    }

    @Test func nothingToEvaluateIsInvalid() throws {
        let trust = try trust([])
        #expect(result(trust) == .invalid)
        #expect(result(try self.trust([[1, 2, 3]])) != .unspecified)
    }

    /// The digest of nothing as `printf '' | openssl dgst -sha256 -binary | base64` writes it.
    @Test func theDigestOfNothingIsNobodysPin() throws {
        #expect(throws: PublicKeyPin.Problem.digestOfNothing) {
            try PublicKeyPin(base64: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        }
        #expect(throws: PublicKeyPin.Problem.notADigest(octets: 3)) { try PublicKeyPin(base64: "AAAA") }
        #expect(throws: PublicKeyPin.Problem.notADigest(octets: nil)) { try PublicKeyPin(base64: "not base 64") }
        let pin = try PublicKeyPin(ofCertificate: PinningWorld.leaf())
        #expect(try PublicKeyPin(base64: pin.base64) == pin)
    }
}
