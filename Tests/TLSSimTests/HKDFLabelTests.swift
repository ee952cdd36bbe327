import Crypto
import TLSSim
import Testing

/// HKDF-Expand-Label and Derive-Secret (RFC 8446 section 7.1).
@Suite struct HKDFLabelTests {
    private func octets(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    /// RFC 8448 section 3: "tls13 derived" with the hash of nothing, and "tls13 finished" without a context.
    @Test func theInfoOfRFC8448() throws {
        let hash = HashAlgorithm.sha256.hash([])
        let derived = try HKDFLabel(length: 32, label: "derived", context: hash)
        #expect(derived.octets == octets("00 20 0d 74 6c 73 31 33 20 64 65 72 69 76 65 64 20") + hash)
        let finished = try HKDFLabel(length: 32, label: "finished")
        #expect(finished.octets == octets("00 20 0e 74 6c 73 31 33 20 66 69 6e 69 73 68 65 64 00"))

        let secret = HMAC(
            key: octets("b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21"), hash: .sha256)
        #expect(
            try HKDF.expandLabel(secret, label: "finished", count: 32)
                == octets("b80ad01015fb2f0bd65ff7d4da5d6bf83f84821d1f87fdc7d3c75b5a7b42d9c4"))
        let early = octets("33ad0a1c607ec03b09e6cd9893680ce210adf300aa1f2660e1b22e10f170f92a")
        let next = octets("6f2615a108c702c5678f54fc9dbab69716c076189c48250cebeac3576c3611ba")
        #expect(
            try HKDF.deriveSecret(HMAC(key: early, hash: .sha256), label: "derived", transcriptHash: hash) == next)
    }

    @Test func whatDoesNotFitIsRefused() throws {
        let (label, context) = (String(repeating: "x", count: 249), [UInt8](repeating: 0, count: 255))
        #expect(try HKDFLabel(length: 65_535, label: label, context: context).octets.count == 514)
        #expect(throws: HKDFLabelError.labelOutOfRange(count: 0)) { try HKDFLabel(length: 1, label: "") }
        #expect(throws: HKDFLabelError.labelOutOfRange(count: 250)) { try HKDFLabel(length: 1, label: label + "x") }
        #expect(throws: HKDFLabelError.contextTooLong(count: 256)) {
            try HKDFLabel(length: 1, label: "x", context: context + [0])
        }
        for length in [-1, 65_536, .max, .min] {
            #expect(throws: HKDFLabelError.lengthOutOfRange(length, limit: 65_535)) {
                try HKDFLabel(length: length, label: "x")
            }
        }
        #expect(throws: HKDFLabelError.lengthOutOfRange(8161, limit: 8160)) {
            try HKDF.expandLabel(hash: .sha256, secret: [], label: "x", count: 8161)
        }
    }
}
