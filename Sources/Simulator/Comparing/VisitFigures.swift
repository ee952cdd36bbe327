import TLSSim
import Trace

/// The figures of a visit: what can be counted in its journal.
package struct VisitFigures: Sendable {
    /// A number of octets for each side.
    package struct Octets: Hashable, Sendable {
        /// From the client to the server.
        package let client: Int
        /// From the server to the client.
        package let server: Int
    }

    /// The version that is spoken, such as "TLS 1.3".
    package let version: String
    /// The version in the version field of ServerHello.
    package let versionField: String
    /// The name of the cipher suite.
    package let suite: String
    /// The round trips; nil if the client has received no answer.
    package let trips: RoundTrips?
    /// The messages up to the last Finished.
    package let messages: [ComparedMessage]
    /// Octets of TLS up to the last Finished, without application data.
    package let handshakeOctets: Octets
    /// Octets of TLS in the whole connection.
    package let octets: Octets
    /// What an onlooker learns of each item.
    package let readings: [OnlookerItem: OnlookerReading]
    /// The content type in the header of the first encrypted record of the handshake: 22 or 23; nil if none is encrypted.
    package let sealedType: UInt64?
    /// How the server proves itself.
    package let serverProof: SideProof
    /// How the client proves itself.
    package let clientProof: SideProof
    /// The octets of the server's Finished, without its header.
    package let finishedLength: Int
    /// The octets of the client's public value; nil if it sends none.
    package let publicValueLength: Int?
    /// Whether the client's public value is in ClientHello.
    package let sendsPublicValueFirst: Bool
    /// The names of the secrets of the key schedule that the client has computed, in the order of the schedule.
    package let secrets: [String]
    /// How many different keys and IVs for records the client has computed.
    package let keys: Int
    /// Whether the client's random is an input of a formula.
    package let namesRandoms: Bool
    /// What each theft opens.
    package let thefts: [ComparedTheft: ComparedTheft.Outcome]

    /// The figures of a visit.
    ///
    /// - Parameter breaking: what a machine that breaks the public keys of this visit can compute in addition.
    package init(_ journal: Journal, breaking: [Derivation]) {
        let written = journal.written
        messages = ComparedMessage.all(in: journal)
        let handshake = Array(written.prefix(messages.count))
        trips = RoundTrips(journal)

        let hello = written.first { $0.message.step == "tls.server_hello" }?.message
        func field(_ name: String) -> Field? { hello?.panes.lazy.compactMap { $0.fields.first(named: name) }.first }
        versionField = Self.words(field("tls.handshake.version"))
        version = Self.words(
            field("tls.handshake.extensions.supported_version") ?? field("tls.handshake.version"))
        suite = field("tls.handshake.ciphersuite").map { Self.name(in: $0.value) } ?? "-"

        let proper = messages.filter { !$0.isData }
        func count(_ role: Role, _ list: [ComparedMessage]) -> Int {
            list.reduce(0) { $0 + ($1.who == role ? $1.octets : 0) }
        }
        handshakeOctets = Octets(client: count(.client, proper), server: count(.server, proper))
        func all(_ role: Role) -> Int { written.reduce(0) { $0 + ($1.who == role ? $1.message.stream.count : 0) } }
        octets = Octets(client: all(.client), server: all(.server))

        readings = Dictionary(
            uniqueKeysWithValues: OnlookerItem.allCases.map { ($0, OnlookerReading(of: $0, in: handshake)) })
        sealedType =
            handshake.first { $0.message.encrypted && $0.message.step != ComparedMessage.data }?.message.panes
            .lazy.compactMap { $0.fields.first(named: "tls.record.content_type")?.number }.first
        serverProof = SideProof(of: .server, in: handshake)
        clientProof = SideProof(of: .client, in: handshake)
        finishedLength =
            handshake.lazy.flatMap { OnlookerItem.finished.fields(in: $0.message, of: $0.who) }.first?.range.count ?? 0

        let ledger = Ledger(journal)
        let value = Self.publicValue(in: handshake)
        publicValueLength = value?.octets
        sendsPublicValueFirst = value?.step == "tls.client_hello"
        let held = Set(ledger.facts(of: .client).map(\.secret))
        secrets = Self.schedule.filter { held.contains($0) }.map(\.name)
        keys = Self.keys(in: journal)
        namesRandoms = journal.events.contains { event in
            guard case .learned(_, .derived(let premises, _), _) = event.kind else { return false }
            return premises.contains(Knowledge.clientRandom)
        }
        thefts = Dictionary(
            uniqueKeysWithValues: ComparedTheft.allCases.map {
                ($0, $0.outcome(ledger, journal.derivations, breaking: breaking))
            })
    }

    /// Whether TLS 1.3 is spoken.
    var isTLS13: Bool { version == ProtocolVersion.tls13.name }
    /// The messages of the handshake protocol.
    package var handshakeMessages: [ComparedMessage] { messages.filter(\.isHandshake) }
    /// How many messages of the handshake protocol are in clear.
    package var clearMessages: Int { handshakeMessages.count(where: { !$0.isEncrypted }) }
    /// How many messages of the handshake protocol are encrypted.
    package var encryptedMessages: Int { handshakeMessages.count(where: \.isEncrypted) }
    /// How many flights the handshake has.
    package var flights: Int { messages.last?.flight ?? 0 }
    /// The side that sends Finished first; nil if no side has sent it.
    package var finishesFirst: Role? { messages.first { $0.step == ComparedMessage.finished }?.who }
    /// Whether the client sends application data before the handshake is over. No value of the server enters the keys of that data, so TLS
    /// alone cannot tell a replay from the original (RFC 8446 section 8).
    package var hasEarlyData: Bool { messages.contains { $0.isData && $0.who == .client } }
    /// Whether the client sends data before the server sends Finished.
    var sendsBeforeProof: Bool {
        let first = messages.first {
            $0.isData && $0.who == .client || $0.step == ComparedMessage.finished && $0.who == .server
        }
        return first?.isData ?? false
    }

    /// Every secret of the key schedules of TLS 1.2 and TLS 1.3, in their order. The PSK of a ticket is left out: it belongs to a later
    /// connection.
    private static let schedule =
        [Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock]
        + SecretName.allCases.filter { $0 != .ticketPSK }.map { SecretID($0.rawValue) }

    /// The client's first public value: the step of its message, and its length in octets; nil if the client sends none.
    private static func publicValue(
        in messages: [(who: Role, message: Message)]
    ) -> (step: String, octets: Int)? {
        for (who, message) in messages where who == .client {
            for disclosure in message.discloses where Knowledge.isPublicValue(disclosure.secret) {
                return (message.step, disclosure.value.count)
            }
        }
        return nil
    }

    /// How many different keys and IVs for records the client has computed.
    private static func keys(in journal: Journal) -> Int {
        var found: Set<[UInt8]> = []
        for event in journal.events where event.who == .client {
            guard case .computed(let calculation) = event.kind else { continue }
            for result in calculation.results {
                let isKey =
                    ["_key", "_iv", "_IV"].contains { result.name.hasSuffix($0) } && result.name.contains("write")
                if isKey { found.insert(result.octets) }
            }
        }
        return found.count
    }

    /// The words in parentheses: "TLS 1.3" of "0x0304 (TLS 1.3)". The whole value if it has none, and "-" for no field.
    private static func words(_ field: Field?) -> String {
        guard let text = field?.value else { return "-" }
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else {
            return text
        }
        return String(text[text.index(after: open)..<close])
    }

    /// The last word: "TLS_AES_128_GCM_SHA256" of "0x1301 TLS_AES_128_GCM_SHA256".
    private static func name(in text: String) -> String { text.split(separator: " ").last.map(String.init) ?? text }
}
