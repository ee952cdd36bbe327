import Crypto
import Testing

/// SHA-3 and SHAKE.
@Suite struct KeccakTests {
    /// NIST's examples: the empty message, "abc" (FIPS 202's test messages), and 1,600 bits, which are the octet a3 two hundred times.
    @Test(arguments: [
        (
            SHA3.bits256, [],
            "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"
        ),
        (
            .bits256, Array("abc".utf8),
            "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"
        ),
        (
            .bits256, [UInt8](repeating: 0xa3, count: 200),
            "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787"
        ),
        (
            .bits512, [],
            """
            a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a6
            15b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26
            """
        ),
        (
            .bits512, Array("abc".utf8),
            """
            b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e
            10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0
            """
        ),
        (
            .bits512, [UInt8](repeating: 0xa3, count: 200),
            """
            e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca8
            1b7c13c30adf52a3659584739a2df46be589c51ca1a4a8416df6545a1ce8ba00
            """
        ),
    ])
    func digestsOfNIST(function: SHA3, message: [UInt8], digest: String) {
        #expect(function.hash(message) == octets(digest))
        #expect(function.outputLength == octets(digest).count)
    }

    @Test(arguments: [
        (
            SHAKE.Function.shake128, [],
            "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"
        ),
        (
            .shake128, [UInt8](repeating: 0xa3, count: 200),
            "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037"
        ),
        (
            .shake256, [],
            """
            46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f
            d75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be
            """
        ),
        (
            .shake256, [UInt8](repeating: 0xa3, count: 200),
            "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d"
        ),
    ])
    func outputsOfNIST(function: SHAKE.Function, message: [UInt8], output: String) {
        var shake = SHAKE(function, message)
        #expect(shake.squeeze(octets(output).count) == octets(output))
    }

    /// Every length around the ends of the blocks of 72, 136 and 168 octets, against OpenSSL.
    @Test func agreesWithOpenSSL() throws {
        for count in [1, 7, 8, 71, 72, 73, 134, 135, 136, 137, 143, 144, 167, 168, 169, 272, 1000] {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            func openssl(_ arguments: String) throws -> [UInt8] {
                try run("sh", "-c", "openssl dgst -binary \(arguments)", input: message).output
            }
            #expect(try SHA3.bits256.hash(message) == openssl("-sha3-256"), "\(count) octets")
            #expect(try SHA3.bits512.hash(message) == openssl("-sha3-512"), "\(count) octets")
            var (short, long) = (SHAKE(.shake128, message), SHAKE(.shake256, message))
            #expect(try short.squeeze(500) == openssl("-shake128 -xoflen 500"), "\(count) octets")
            #expect(try long.squeeze(500) == openssl("-shake256 -xoflen 500"), "\(count) octets")
        }
    }

    @Test(arguments: SHAKE.Function.allCases)
    func piecesMakeNoDifference(function: SHAKE.Function) {
        let message = (0..<700).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        var whole = SHAKE(function, message)
        let output = whole.squeeze(700)
        for piece in [1, 7, 135, 136, 137, 168, 169, 350] {
            var shake = SHAKE(function)
            for start in stride(from: 0, to: message.count, by: piece) {
                shake.absorb(Array(message[start..<min(start + piece, message.count)]))
            }
            shake.absorb([])
            var pieces = shake.squeeze(0) + shake.squeeze(-1)
            while pieces.count < output.count { pieces += shake.squeeze(min(piece, output.count - pieces.count)) }
            #expect(pieces == output, "pieces of \(piece)")
        }
    }

    @Test func aFunctionIsAValue() {
        var first = SHAKE(.shake128, [1])
        var second = first
        second.absorb([2])
        var both = SHAKE(.shake128, [1, 2])
        var one = SHAKE(.shake128, [1])
        #expect(second.squeeze(64) == both.squeeze(64))
        #expect(first.squeeze(64) == one.squeeze(64))
        var copy = first
        #expect(copy.squeeze(300) == first.squeeze(300))
    }
}
