import Crypto
import Testing
import Trace

@testable import Museum

/// Exhibits whose attacker takes the server's place. Each is also one of the older attack commands.
@Suite struct MiddleExhibitTests {
    private func perform(
        _ exhibit: any Exhibit.Type, _ variant: String, isDefended: Bool
    ) throws -> (outcome: Outcome, said: [String]) {
        let outcome = try ExhibitRun.perform(exhibit, variant: variant, isDefended: isDefended, seed: 2).outcome
        return (outcome, outcome.steps.map { $0.remark.sentence(in: .english) })
    }

    /// unknown_ca refuses a chain without a trusted authority. bad_certificate refuses other certificates (RFC 5246 section 7.2.2).
    @Test(arguments: [
        ("no-check", "unknown_ca"), ("no-hostname", "bad_certificate"), ("installed-ca", "bad_certificate"),
    ])
    func theCheckThatWasMissingRefusesHerCertificate(variant: String, alert: String) throws {
        let open = try perform(MITM.self, variant, isDefended: false)
        #expect(open.outcome.reached && open.outcome.loot.map(\.name) == ["request", "answer"])
        #expect(open.outcome.loot.map(\.value) == open.outcome.truth.map(\.value))
        #expect(open.said.contains { $0.hasSuffix("The victim's program has read her answer.") })
        let shut = try perform(MITM.self, variant, isDefended: true)
        #expect(!shut.outcome.reached && shut.outcome.loot.isEmpty)
        #expect(
            shut.said.contains { $0.contains("at the Certificate message, with the alert \(alert).") }, "\(shut.said)")
    }

    @Test func sheFindsTheServersExponentAndTheClientCouldSeeTheDowngradeSentinel() throws {
        let open = try perform(VersionDowngrade.self, "standard", isDefended: false).outcome
        func evidence(_ name: String) throws -> [UInt8] {
            guard case .string(let digits)? = open.evidence.first(where: { $0.name == name })?.value else { return [] }
            return try #require(Hex.octets(digits), "\(name)")
        }
        let exponent = try #require(open.loot.first { $0.name == "exponent" }?.value)
        let value = Integer(bigEndian: try evidence("g"))
            .power(Integer(bigEndian: exponent), modulo: Integer(bigEndian: try evidence("p")))
        let shown = open.steps.flatMap(\.quantities).first { $0.name == "dh_Ys" }?.octets
        #expect(value?.bigEndian == shown)
        // The downgrade sentinel at the end of the server's random (RFC 8446 section 4.1.3).
        #expect(try evidence("random").suffix(8) == [0x44, 0x4f, 0x57, 0x4e, 0x47, 0x52, 0x44, 0x01])
        #expect(open.steps.filter { !$0.frames.isEmpty }.count >= 4)
        let shut = try perform(VersionDowngrade.self, "standard", isDefended: true)
        #expect(!shut.outcome.reached && shut.outcome.loot.isEmpty)
        #expect(shut.said.contains { $0.contains("illegal_parameter") })
    }
}
