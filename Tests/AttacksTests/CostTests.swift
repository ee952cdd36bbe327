import Crypto
import Testing

@testable import Attacks

/// What attacks are said to cost.
@Suite struct CostTests {
    /// The cookie is 16 hexadecimal digits: 2^64 of them, not 2^128, though it fills a block of 128 bits.
    @Test func aCookieOfHexadecimalDigitsHasFourBitsADigit() throws {
        let result = PaddingOracleAttack.run(seed: 1, against: .undefended)
        let secret = try #require(result.secret)
        #expect(secret.count == 16 && Hexadecimal.isText(secret))
        let words = PaddingOracleFinding.read(octets: secret.count, queries: result.queries).sentence(in: .english)
        #expect(words.contains("2^64") && !words.contains("2^128"))
    }

    /// 505 bits are told with what 2,048 bits and a stricter server cost.
    @Test func theSmallKeyIsToldWithTheCostOfALargeOne() throws {
        let steps = try BleichenbacherAttack.run(seed: 1, against: .undefended).steps
        let words = try #require(steps.last { $0.finding == .cost }).finding.sentence(in: .english)
        #expect(words.contains("2,048 bits") && words.contains("tens of thousands"))
        #expect(words.contains("strictness") && words.contains("six times"))
    }
}

private enum Hexadecimal {
    static func isText(_ octets: [UInt8]) -> Bool {
        octets.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
}
