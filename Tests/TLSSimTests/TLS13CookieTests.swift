import Crypto
import Testing
import Trace

@testable import TLSSim

/// The cookie of a server that keeps nothing between two hellos (RFC 8446 sections 4.1.4 and 4.2.2).
@Suite struct TLS13CookieTests {
    private static let key = [UInt8](repeating: 7, count: 32)

    private func pair(_ shares: [NamedGroup] = [.x25519]) async throws -> TLS13Pair {
        try await TLS13Pair.able { client, server in
            client.shares = shares
            server.cookieKey = Self.key
        }
    }

    /// The client's first and second hello, and the HelloRetryRequest between them, each a flight.
    private func hellos(_ pair: inout TLS13Pair) -> (first: [UInt8], request: [UInt8], second: [UInt8]) {
        var client = pair.client
        var server = pair.server
        let first = octets(client.handle(.start, using: &pair.random))
        let request = octets(server.handle(.bytes(first), using: &pair.random))
        #expect(server.state == "ExpectCookie")
        pair.client = client
        return (first, request, octets(pair.client.handle(.bytes(request), using: &pair.random)))
    }

    private func octets(_ outputs: [Output]) -> [UInt8] {
        outputs.flatMap { output -> [UInt8] in if case .bytes(let octets) = output { octets } else { [] } }
    }

    @Test(arguments: [[NamedGroup.x25519], []]) func everyClientComesAgain(shares: [NamedGroup]) async throws {
        var pair = try await self.pair(shares)
        let outcome = pair.run()
        #expect(outcome.isComplete, "\(outcome.errors)")
        #expect(outcome.flights[1].octets.starts(with: [22, 3, 3]) && outcome.flights[1].octets.count < 240)
        #expect(outcome.plaintext == [.server: Array("ping".utf8), .client: Array("pong".utf8)])
    }

    /// The second hello is given to a server that has never seen the first one.
    @Test(arguments: [[NamedGroup.x25519], []])
    func anyServerWithTheKeyCanGoOn(shares: [NamedGroup]) async throws {
        var pair = try await self.pair(shares)
        let (_, _, second) = hellos(&pair)
        pair.perform(.bytes(second), at: .server)
        #expect(pair.outcome.isComplete, "\(pair.outcome.errors)")
    }

    @Test func aCookieThatDoesNotFitIsRefused() async throws {
        var pair = try await self.pair()
        let (_, request, second) = hellos(&pair)
        let cookie = try #require(try RetryCookie.within(request))
        let place = try #require(second.firstRange(of: cookie)).lowerBound
        for offset in [0, 1, 4, cookie.count - 1] {
            var server = pair.server
            var changed = second
            changed[place + offset] ^= 1
            let outputs = server.handle(.bytes(changed), using: &pair.random)
            let error = TLSError.tls13(.changedAfterRetry(.cookie))
            #expect(outputs.contains(.failed(error, alert: .illegalParameter)), "\(offset)")
        }
        // A cookie of another hello: the randoms differ.
        var other = try await self.pair()
        other.random = SeededRandomSource(seed: 99)
        let asked = hellos(&other).request
        let stolen = try #require(try RetryCookie.within(asked))
        var changed = second
        changed.replaceSubrange(place..<(place + cookie.count), with: stolen)
        pair.perform(.bytes(changed), at: .server)
        #expect(pair.outcome.errors[.server] == .tls13(.changedAfterRetry(.hello)))
    }

    @Test func theSecondHelloNeedsTheCookie() async throws {
        var pair = try await self.pair()
        let (first, _, _) = hellos(&pair)
        var server = pair.server
        _ = server.handle(.bytes(first), using: &pair.random)
        let outputs = server.handle(.bytes(first), using: &pair.random)
        #expect(outputs.contains(.failed(.tls13(.missingExtension(44, in: .clientHello)), alert: .missingExtension)))
    }

    @Test func aCookieIsReadAsItWasWritten() {
        for group in [nil, NamedGroup.x25519] {
            for suite in TLS13.CipherSuite.all {
                let hash = [UInt8](repeating: 3, count: suite.hash.outputLength)
                let lasting = [UInt8](repeating: 5, count: suite.hash.outputLength)
                let cookie = RetryCookie(suite: suite, group: group, helloHash: hash, lastingHash: lasting)
                let octets = cookie.sealed(by: Self.key)
                #expect(RetryCookie(octets, sealedBy: Self.key) == cookie)
                #expect(RetryCookie(octets, sealedBy: [1]) == nil)
                for count in 0..<octets.count {
                    #expect(RetryCookie(Array(octets.prefix(count)), sealedBy: Self.key) == nil)
                }
            }
        }
    }
}

extension RetryCookie {
    /// The cookie of a HelloRetryRequest that stands in the first record of a flight.
    fileprivate static func within(_ flight: [UInt8]) throws -> [UInt8]? {
        var reader = ByteReader(Array((records(in: flight).first ?? []).dropFirst(5 + 4)))
        return try ServerHello.read(from: &reader).extensions.cookie
    }
}
