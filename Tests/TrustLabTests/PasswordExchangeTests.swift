import Crypto
import Testing
import Trace

@testable import TrustLab

/// Names and passwords in HTTP.
@Suite struct PasswordExchangeTests {
    /// The example of RFC 7616 section 3.9.1.
    @Test func theDigestIsThatOfTheRFC() {
        let digest = DigestAccess(
            user: "Mufasa", realm: "http-auth@example.org", nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", method: "GET", path: "/dir/index.html")
        #expect(
            digest.response("Circle of Life") == "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1")
        #expect(digest.response("Circle of life") != digest.response("Circle of Life"))
    }

    @Test func onlyTheRightPasswordIsServedAndOnlyWhoCountsStops() {
        for seed in [1, 2] as [UInt64] {
            var random = SeededRandomSource(seed: seed)
            let exchanges = PasswordExchange.Scene.allCases.map {
                PasswordExchange($0, host: "www.example.com", using: &random)
            }
            #expect(exchanges.map(\.isServed) == [true, true, false, false])
            let requests = exchanges.map { exchange in
                exchange.turns.count { if case .request = $0 { true } else { false } }
            }
            #expect(requests == [2, 2, 5, 2])
            let failures = exchanges[2].turns.compactMap { turn -> Int? in
                if case .asked(let failures, .useCredential) = turn { failures } else { nil }
            }
            #expect(failures == [0, 1, 2, 3])
            guard case .asked(1, .cancelAuthenticationChallenge)? = exchanges[3].turns.last else {
                Issue.record("who counts cancels when asked again")
                continue
            }
        }
    }

    /// Basic hides nothing, and Digest has no password in it.
    @Test func basicCanBeReadAndDigestCannot() throws {
        var random = SeededRandomSource(seed: 3)
        func sent(_ scene: PasswordExchange.Scene) throws -> String {
            let exchange = PasswordExchange(scene, host: "www.example.com", using: &random)
            return exchange.turns.compactMap { turn -> String? in
                if case .request(let lines) = turn { lines.last } else { nil }
            }.joined(separator: "\n")
        }
        let basic = try #require(try sent(.basic).split(separator: " ").last.map(String.init))
        #expect(Base64.octets(basic).map { String(decoding: $0, as: UTF8.self) } == "alice:open sesame")
        #expect(try !sent(.digest).contains("sesame"))
    }
}
