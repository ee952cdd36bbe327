import Testing
import Trace

/// Addresses as they are written and read.
@Suite struct AddressTests {
    /// The rules and examples of RFC 5952 section 4.
    @Test(
        arguments: [
            ([192, 0, 2, 1], "192.0.2.1"), ([0, 0, 0, 0], "0.0.0.0"),
            ([UInt8](repeating: 0, count: 16), "::"), ([UInt8](repeating: 0, count: 15) + [1], "::1"),
            ([0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 12), "2001:db8::"),
            ([0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1], "2001:db8:0:1:1:1:1:1"),
            ([0x20, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1], "2001:0:0:1::1"),
            ([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1], "2001:db8::1:0:0:1"),
        ] as [([UInt8], String)])
    func addressesAreWrittenTheShortWay(octets: [UInt8], text: String) {
        #expect(AddressText.text(octets) == text)
    }

    @Test(arguments: [0, 3, 5, 15, 17]) func otherNumbersOfOctetsAreNoAddress(count: Int) {
        #expect(AddressText.text([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test(
        arguments: [
            ("example.com:443", "example.com", 443), ("[::1]:1", "::1", 1), ("10.0.0.1:65535", "10.0.0.1", 65_535),
            ("::1:443", "::1", 443),
        ] as [(String, String, UInt16)])
    func hostAndPortAreRead(text: String, host: String, port: UInt16) {
        #expect(Endpoint(text) == Endpoint(address: host, port: port))
    }

    @Test(arguments: ["", ":1", "host", "host:", "host:0", "host:65536", "host:-1", "[]:1", "host:x"])
    func otherTextsAreNoHostAndPort(text: String) {
        #expect(Endpoint(text) == nil)
    }

    @Test func anAddressWithColonsStandsInBrackets() {
        #expect(Endpoint(address: "::1", port: 443).description == "[::1]:443")
        #expect(Endpoint(address: "10.0.0.1", port: 443).description == "10.0.0.1:443")
    }
}
