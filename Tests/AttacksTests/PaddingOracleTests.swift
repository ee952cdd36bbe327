import Foundation
import TLSSim
import TestSupport
import Testing
import Trace

@testable import Attacks

@Suite struct PaddingOracleTests {
    @Test(arguments: seeds(3))
    func aServerThatTellsPaddingFromMACGivesTheCookieAway(seed: UInt64) {
        let result = PaddingOracleAttack.run(seed: seed, against: .undefended)
        #expect(result.secret == PaddingOracleAttack.cookie(seed: seed))
        // Not by trying all: at most 256 guesses for each octet, and a confirmation.
        #expect(result.queries <= 16 * 258)
        #expect(result.finds.map(\.queries).reduce(0, +) == result.queries)
        #expect(result.answers.map(\.alert) == [.badRecordMAC, .decryptionFailed])
        #expect(result.answers.map(\.count).reduce(0, +) == result.queries)
    }

    @Test(arguments: seeds(3))
    func aServerWithOneAnswerForBothGivesNothingAway(seed: UInt64) {
        let result = PaddingOracleAttack.run(seed: seed, against: .defended)
        #expect(result.secret == nil && result.finds.isEmpty)
        #expect(result.answers.map(\.alert) == [.badRecordMAC])
        #expect(result.answers.map(\.count) == [256] && result.queries == 256)
    }

    @Test func theCookieFillsOneBlockAndWhatIsNotChangedIsAcceptedByBothServers() throws {
        let cookie = PaddingOracleAttack.cookie(seed: 1)
        let request = PaddingOracleAttack.request(cookie: cookie)
        let start = try #require(request.firstRange(of: cookie)?.lowerBound)
        #expect(start.isMultiple(of: 16) && cookie.count == 16)
        let schedule = KeySchedule(
            premasterSecret: [1], clientRandom: [2], serverRandom: [3], suite: PaddingOracleAttack.suite)
        var client = schedule.clientProtection
        var server = schedule.clientProtection
        let fragment = try client.seal(request, type: .applicationData, version: .tls12)
        #expect(try server.open(fragment[...], type: .applicationData, version: .tls12) == request)
        let careless = UndefendedMACThenEncrypt(keys: schedule.clientKeys, mac: .sha1)
        #expect(careless.open(fragment, type: .applicationData) == .content(request))
        #expect(careless.open(fragment, type: .alert) == .wrongMAC)
        #expect(careless.open(Array(fragment.dropLast()), type: .applicationData) == .wrongPadding)
        #expect(careless.open([], type: .applicationData) == .wrongPadding)
    }

    @Test func theProgramTellsBothStoriesTheSameOnEveryRun() async throws {
        let first = try await BuiltProgram.run(["attack", "padding-oracle", "--seed", "5"])
        let second = try await BuiltProgram.run(["attack", "padding-oracle", "--seed", "5"])
        #expect(first.status == 0 && first.standardOutput == second.standardOutput)
        let cookie = String(decoding: PaddingOracleAttack.cookie(seed: 5), as: UTF8.self)
        #expect(first.standardOutput.contains("✔ READ: \(cookie)"))
        #expect(first.standardOutput.contains("256 × bad_record_mac"))
        #expect(first.lines.last { !$0.isEmpty } == "✘ NOTHING LEARNED")
        // The alerts that the attacker is given are encrypted: that he would need a watch is said in each story.
        #expect(first.standardOutput.components(separatedBy: "Lucky Thirteen").count == 3)
        #expect(first.lines.allSatisfy { $0.count <= 100 })
    }
}
