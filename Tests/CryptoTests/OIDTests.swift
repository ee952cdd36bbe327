import Testing

@testable import Crypto

@Suite struct OIDTests {
    /// Encodings by OpenSSL: `openssl asn1parse -genstr OID:2.999.3`.
    @Test(
        arguments: [
            (
                [1, 2, 840, 113549, 1, 1, 11], [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b],
                "1.2.840.113549.1.1.11"
            ),
            ([2, 5, 29, 15], [0x55, 0x1d, 0x0f], "2.5.29.15"), ([2, 999, 3], [0x88, 0x37, 0x03], "2.999.3"),
            (
                [0, 9, 2342, 19_200_300, 100, 1, 1], [0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 0x01, 0x01],
                "0.9.2342.19200300.100.1.1"
            ), ([2, 25, 4711], [0x69, 0xa4, 0x67], "2.25.4711"), ([0, 0], [0], "0.0"),
        ] as [([UInt64], [UInt8], String)]) func numbersAndOctetsAreTheSame(
            arcs: [UInt64], octets: [UInt8], text: String
        )
    {
        let identifier = OID(arcs: arcs)
        #expect(identifier.octets == octets)
        #expect(identifier.arcs == arcs)
        #expect(identifier.description == text)
        #expect(OID(octets: octets) == identifier)
    }

    @Test(
        arguments: [
            [], [0x80], [0x2a, 0x86], [0x2a, 0x80, 0x01], [0x80, 0x01],
            [0x2a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
        ] as [[UInt8]]) func whatIsCutOffOrPaddedOrTooLargeIsNone(octets: [UInt8])
    {
        #expect(OID(octets: octets) == nil)
    }

    @Test func aBranchIsNotBelowItself() {
        #expect(([1, 2, 840, 10045, 4, 1] as OID).isBelow([1, 2, 840, 10045, 4]))
        #expect(!([1, 2, 840, 10045, 4] as OID).isBelow([1, 2, 840, 10045, 4]))
        #expect(!([1, 2, 840, 10045, 3, 1, 7] as OID).isBelow([1, 2, 840, 10045, 4]))
    }

    @Test(arguments: HashAlgorithm.allCases) func hashFunctionsAreFoundByTheirIdentifiers(hash: HashAlgorithm) {
        #expect(HashAlgorithm(identifier: hash.identifier) == hash)
        #expect(HashAlgorithm(identifier: DigestFunction.md5.identifier) == nil)
    }
}
