import Crypto
import TestSupport
import Testing
import Trace

@testable import PKI

/// What is written is read, and what is not DER is not.
@Suite struct DERTests {
    @Test func whatIsWrittenIsRead() throws {
        let octets = DERWriter.sequence(
            DERWriter.boolean(true), DERWriter.integer(0), DERWriter.integer(128), DERWriter.integer(Int.max),
            DERWriter.identifier(.commonName), DERWriter.octetString([1, 2]), DERWriter.bitString([3]),
            DERWriter.tagged(0, DERWriter.enumerated(7)), DERWriter.null,
            DERWriter.octetString([UInt8](repeating: 9, count: 70_000)))
        var parts = try DERElement(octets).parts(.sequence)
        #expect(try parts.next().boolean())
        #expect(try parts.next().number() == 0)
        #expect(try parts.next().number() == 128)
        #expect(try parts.next().count() == .max)
        #expect(try parts.next().identifier() == .commonName)
        #expect(try parts.next().octetString().elementsEqual([1, 2]))
        #expect(try parts.next().wholeBits().elementsEqual([3]))
        #expect(try parts.optional(context: 1) { _ in true } == nil)
        #expect(try parts.optional(context: 0) { try $0.enumerated() } == 7)
        #expect(try parts.next().isTagged(.null))
        #expect(try parts.next().octetString().count == 70_000)
        try parts.end()
    }

    @Test(arguments: [
        "", "30", "3001", "300100", "3000 00", "3080 0000", "308100", "30820000", "1f0100", "1f807f00", "3f8080010100",
        "0000", "3002 0000", "2000", "30ff", "3089 010000000000000000",
    ]) func tagsAndLengthsAreThoseOfDER(hex: String) throws {
        let octets = try #require(Hex.octets(hex.filter { $0 != " " }))
        #expect(throws: DERElement.Unreadable.self) { try DERElement(octets) }
    }

    @Test(arguments: ["0200", "02020001", "0202ff80", "2203020101", "040101"]) func integersHaveOneForm(hex: String)
        throws
    {
        let element = try DERElement(try #require(Hex.octets(hex)))
        #expect(throws: DERElement.Unreadable.self) { try element.integer() }
    }

    @Test func numbersBelowZeroAreNoCounts() throws {
        let element = try DERElement([0x02, 0x01, 0xff])
        #expect(try element.number() == -1)
        #expect(throws: DERElement.Unreadable.self) { try element.count() }
        let large = try DERElement([0x02, 0x09, 0x7f] + [UInt8](repeating: 0xff, count: 8))
        #expect(throws: DERElement.Unreadable.self) { try large.number() }
        #expect(try large.count() == .max)
    }

    @Test(arguments: ["010101", "0100", "01020000", "210101"]) func truthHasTwoForms(hex: String) throws {
        let octets = try #require(Hex.octets(hex))
        #expect(throws: DERElement.Unreadable.self) { try DERElement(octets).boolean() }
    }

    @Test(arguments: ["0300", "030108", "03020101", "030101"]) func unusedBitsAreCountedAndZero(hex: String) throws {
        let element = try DERElement(try #require(Hex.octets(hex)))
        #expect(throws: DERElement.Unreadable.self) { try element.bits() }
    }

    @Test(
        arguments: [
            ("20260301120000Z", false, 1_772_366_400, true), ("260301120000Z", true, 1_772_366_400, true),
            ("491231235959Z", true, 2_524_607_999, true), ("500101000000Z", true, -631_152_000, true),
            ("20260301120000.5Z", false, 1_772_366_400, false), ("260301115960Z", true, 1_772_366_400, false),
            // BER, which DER forbids and some programs read.
            ("2603011200Z", true, 1_772_366_400, false), ("260301120000+0100", true, 1_772_362_800, false),
            ("20260301120000-0030", false, 1_772_368_200, false),
        ] as [(String, Bool, Int64, Bool)]) func timesAreRead(text: String, isUTC: Bool, seconds: Int64, isInForm: Bool)
        throws
    {
        let time = try #require(DERContent.Time(Array(text.utf8)[...], isUTC: isUTC))
        #expect(time.secondsSince1970 == seconds)
        #expect(time.isInForm == isInForm)
    }

    @Test(arguments: [
        "260301120000", "26030112Z", "2603011200", "260231120000Z", "261301120000Z", "260301240000Z", "260301126000Z",
        "260301120062Z", "26030112000aZ", "260301120000.5Z", "260301120000+01", "260301120000+2400",
        "260301120000 0100", "Z", "",
    ]) func otherTextsAreNoUTCTime(text: String) {
        #expect(DERContent.Time(Array(text.utf8)[...], isUTC: true) == nil)
    }

    @Test(arguments: ["20260301120000.Z", "20260301120000.50Z", "20260301120000,5Z", "260301120000Z"])
    func otherTextsAreNoGeneralizedTime(text: String) {
        #expect(DERContent.Time(Array(text.utf8)[...], isUTC: false) == nil)
    }

    /// Bits beyond the last that is set are not written (X.690 section 11.2.2).
    @Test(
        arguments: [([], "030100"), ([0], "03020780"), ([5, 6], "03020106"), ([8], "0303070080")] as [([Int], String)])
    func namedBitsAreCutOff(bits: [Int], hex: String) throws {
        let octets = DERWriter.namedBits(bits)
        #expect(Hex.string(octets) == hex)
        #expect(try KeyUsage(try DERElement(octets)).purposes == bits.map { KeyUsage.names[$0] })
    }

    @Test(arguments: ["03020680", "030200fe", "0304070080ff", "03030600c0", "030100ff"]) func keyUsageHasNineBits(
        hex: String
    ) throws {
        let octets = try #require(Hex.octets(hex))
        #expect(throws: DERElement.Unreadable.self) { try KeyUsage(try DERElement(octets)) }
    }

    /// RFC 4514 section 4.
    @Test func namesAreWrittenAsRFC4514HasThem() {
        let name = DistinguishedName([
            (.countryName, "DE"), (.organizationName, "Lab, \"Inc\" <1>; \\ +"), (.commonName, " #a # "),
        ])
        #expect(name.description == "CN=\\ \\#a #\\ ,O=Lab\\, \\\"Inc\\\" \\<1\\>\\; \\\\ \\+,C=DE")
        #expect(name.label == " #a # ")
        let bmp = DERWriter.sequence(
            DERWriter.set([DERWriter.sequence(DERWriter.identifier(.commonName), [0x1e, 0x02, 0x00, 0x41])]))
        #expect((try? DistinguishedName(DERElement(bmp)).description) == "CN=#1e020041")
    }

    @Test func attributesOfAStepStandInOrder() throws {
        func attribute(_ text: String) -> [UInt8] {
            DERWriter.sequence(DERWriter.identifier(.commonName), DERWriter.element(.utf8String, Array(text.utf8)))
        }
        let right = DERWriter.sequence(DERWriter.element(.set, attribute("a") + attribute("b")))
        #expect(try DistinguishedName(DERElement(right)).values(of: .commonName) == ["a", "b"])
        let wrong = DERWriter.sequence(DERWriter.element(.set, attribute("b") + attribute("a")))
        #expect(throws: DERElement.Unreadable.self) { try DistinguishedName(DERElement(wrong)) }
    }
}
