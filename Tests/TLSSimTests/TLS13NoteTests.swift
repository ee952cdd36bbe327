import Crypto
import Testing
import Trace

@testable import TLSSim

/// What a side says of its handshake is so in this handshake.
@Suite struct TLS13NoteTests {
    private static let secret = TLS13.ExternalPSK(identity: Array("fred".utf8), key: [0, 0x11], maxEarlyData: 100)

    /// All that both sides say.
    private func said(
        _ change: (inout TLS13.ClientConfiguration, inout TLS13.ServerConfiguration) -> Void
    ) async throws -> (outcome: TLS13Pair.Outcome, text: String) {
        var pair = try await TLS13Pair.able(change)
        pair.replays = TLS13.ReplayRegister(.singleUse, start: 0)
        let outcome = pair.run()
        #expect(outcome.isComplete, "\(outcome.errors)")
        return (outcome, outcome.notes.map { $0.note.sentence(in: .english) }.joined(separator: "\n"))
    }

    /// RFC 8446 section 2.2: a secret from outside TLS is not a ticket's. Its binder has a label of its own (section 7.1).
    @Test(arguments: [PSKKeyExchangeMode.pskWithDHE, .pskOnly], [false, true])
    func aSecretFromOutsideIsNoTicket(mode: PSKKeyExchangeMode, isEarly: Bool) async throws {
        let (outcome, text) = try await said { client, server in
            (client.externalPSK, server.externalPSK) = (Self.secret, Self.secret)
            client.pskModes = [mode]
            server.takesPSKAlone = true
            server.maxEarlyData = 100
            client.earlyData = isEarly ? [1] : []
        }
        for words in ["ticket's", "the ticket ", "a ticket of 4", "earlier connection. It never", "same host again"] {
            #expect(!text.contains(words), "\(words) in \(text)")
        }
        #expect(
            text.contains("offers a pre-shared key, which was agreed on outside TLS. Its name goes in clear, 4 octets"))
        #expect(text.contains("Both sides have it from outside TLS"))
        #expect(text.contains("MAC over the hello up to this place. Its key comes from the pre-shared key"))
        #expect(text.contains("Who gets this secret later from one of the two sides") == (mode == .pskOnly))
        #expect(!text.contains("Such a name is a ticket"))
        let binder = try #require(outcome.calculations.first { $0.name == "binder" })
        let key = try #require(binder.steps.first { $0.name == "finished_key" })
        let hash = try #require(binder.inputs.first { $0.name == "transcript hash" })
        #expect(HMAC(key: key.octets, hash: .sha256).authenticate(hash.octets) == binder.results.first?.octets)
        #expect(binder.reproduce?.contains("res binder") == false)
    }

    /// RFC 8446 section 4.2.11: the age of a secret from outside TLS is 0. An onlooker tells its name from a ticket by that.
    @Test(arguments: [UInt32(0), 1]) func anOnlookerCallsOnlyATicketATicket(age: UInt32) {
        var hello = ClientHello.blank
        hello.extensions = [
            .preSharedKeys(OfferedPSKs(identities: [OfferedPSKs.Identity([1, 2], obfuscatedTicketAge: age)]))
        ]
        let name = age == 0 ? Knowledge.pskIdentity : Knowledge.sessionTicket
        #expect(hello.disclosures.last == Disclosure(name, [1, 2]))
    }

    /// A server that has made no ticket does not know whether a name is one.
    @Test func aServerDoesNotCallAnUnknownNameATicket() async throws {
        let (_, text) = try await said { client, _ in client.externalPSK = Self.secret }
        #expect(text.contains("Its name goes in clear, 4 octets. Such a name is a ticket of an earlier connection, or"))
        #expect(!text.contains("offers a ticket"))
    }

    @Test func aClientThatSendsNoShareSaysSo() async throws {
        for mode in [PSKKeyExchangeMode.pskWithDHE, .pskOnly] {
            let (_, text) = try await said { client, server in
                (client.externalPSK, server.externalPSK) = (Self.secret, Self.secret)
                client.pskModes = [mode]
                client.shares = []
                server.takesPSKAlone = true
            }
            #expect(text.contains("sends no share") && !text.contains("share of  "), "\(text)")
            #expect(text.contains("saves each side two calculations") == (mode == .pskOnly))
        }
    }

    /// RFC 8446 section 4.1.2: the shares are replaced only where the server has asked for one of a group.
    @Test func aSecondHelloForACookieHasTheShareOfTheFirst() async throws {
        let (outcome, text) = try await said { client, server in
            client.shares = [.x25519]
            server.cookieKey = [UInt8](repeating: 7, count: 32)
        }
        #expect(outcome.established[.client]?.wasRetried == true)
        #expect(text.contains("same order, with a share of x25519.") && !text.contains("share is new"))
    }
}
