import Testing
import Trace

@Suite struct TimeTests {
    private let last = Instant(microseconds: .max)
    private let first = Instant(microseconds: .min)

    @Test func timeSaturates() {
        #expect(last + .milliseconds(1) == last)
        #expect(first + .milliseconds(-1) == first)
        #expect(last - first == TimeSpan(microseconds: .max))
        #expect(first - last == TimeSpan(microseconds: .min))
        #expect(TimeSpan.seconds(.max) == TimeSpan(microseconds: .max))
        #expect(TimeSpan.seconds(.min) == TimeSpan(microseconds: .min))
        #expect(TimeSpan.milliseconds(-1) * .min == TimeSpan(microseconds: .max))
        #expect(TimeSpan(microseconds: .min) * -1 == TimeSpan(microseconds: .max))
    }

    @Test func timeAddsUp() {
        let start = Instant(microseconds: 1_500)
        #expect(start + .milliseconds(2) == Instant(microseconds: 3_500))
        #expect(Instant(microseconds: 3_500) - start == .milliseconds(2))
        #expect(.seconds(1) * 3 == TimeSpan.milliseconds(3_000))
        #expect(Instant.zero < start && .milliseconds(1) < TimeSpan.seconds(1))
    }

    @Test(arguments: [
        (0, "0.0"), (20_149, "20.1"), (99, "0.0"), (100, "0.1"), (-150, "-0.1"), (-1_250, "-1.2"), (-20, "0.0"),
        (Int64.max, "9223372036854775.8"), (Int64.min, "-9223372036854775.8"),
    ])
    func instantsPrintMilliseconds(microseconds: Int64, text: String) {
        #expect(Instant(microseconds: microseconds).description == text)
    }
}

@Suite struct HexTests {
    @Test func everyOctetThereAndBack() {
        let octets = (0...255).map { UInt8($0) }
        let text = Hex.string(octets)
        #expect(text.count == 512 && text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
        #expect(Hex.octets(text) == octets)
        #expect(Hex.octets(text.uppercased()) == octets)
        #expect(Hex.string([]) == "" && Hex.octets("") == [])
    }

    @Test(arguments: ["0", "0g", "0 1", "zz", "00é", "0x00", "/0", ":0", "@0", "G0", "`0"])
    func whatIsNotHexadecimalIsRefused(text: String) {
        #expect(Hex.octets(text) == nil)
    }

    @Test func numbersHaveTheDigitsOfTheirWidth() {
        #expect(Hex.number(0x9e as UInt16) == "0x009e")
        #expect(Hex.number(0 as UInt8) == "0x00")
        #expect(Hex.number(0x9e as UInt32, digits: 2) == "0x9e")
        #expect(Hex.number(0x19e as UInt32, digits: 2) == "0x19e")
        #expect(Hex.number(UInt64.max) == "0xffffffffffffffff")
    }
}
