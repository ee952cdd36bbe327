import TLSSim
import Trace

/// What can be counted in the journal of a visit.
package struct VisitFigures: Sendable {
    /// A number for each side.
    package struct Octets: Hashable, Sendable {
        /// From the client to the server.
        package let client: Int
        /// From the server to the client.
        package let server: Int
        /// Both.
        package var total: Int { client + server }
    }

    /// The version that is spoken, as the server says it.
    package let version: String
    /// The version field of ServerHello.
    package let versionField: String
    /// The cipher suite.
    package let suite: String
    /// Round trips; nil if the visit has not come to an answer.
    package let trips: RoundTrips?
    /// The messages up to the last Finished.
    package let messages: [ComparedMessage]
    /// Octets of TLS up to the last Finished, without application data.
    package let handshakeOctets: Octets
    /// Octets of TLS in the whole connection.
    package let octets: Octets
    /// What an onlooker reads.
    package let readings: [OnlookerItem: OnlookerReading]
    /// The type that the first encrypted record of the handshake says it has, such as 22 or 23.
    package let sealedType: UInt64?
    /// How the server proves itself.
    package let serverProof: SideProof
    /// How the client proves itself.
    package let clientProof: SideProof
    /// The octets of the server's Finished, without its header.
    package let finishedLength: Int
    /// The octets of the client's public value; nil if it sends none.
    package let publicValueLength: Int?
    /// Whether the client's public value stands in ClientHello.
    package let sendsPublicValueFirst: Bool
    /// The secrets of the key schedule that the client has made, in their order.
    package let secrets: [String]
    /// How many keys and IVs for records the client has made.
    package let keys: Int
    /// Whether a formula takes the two randoms as inputs.
    package let namesRandoms: Bool
    /// What each theft opens.
    package let thefts: [ComparedTheft: ComparedTheft.Outcome]

    /// Counts.
    ///
    /// - Parameter breaking: what a machine that breaks the public keys of this visit adds to the rules.
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
    /// How many messages of the handshake protocol there are.
    package var handshakeMessages: [ComparedMessage] { messages.filter(\.isHandshake) }
    /// How many of them an onlooker reads.
    package var clearMessages: Int { handshakeMessages.count(where: { !$0.isEncrypted }) }
    /// How many of them an onlooker does not read.
    package var encryptedMessages: Int { handshakeMessages.count(where: \.isEncrypted) }
    /// How many flights the handshake has.
    package var flights: Int { messages.last?.flight ?? 0 }
    /// Who says Finished first.
    package var finishesFirst: Role? { messages.first { $0.step == ComparedMessage.finished }?.who }
    /// Whether the client sends application data before the handshake is over. Nothing of the server is in its keys, so a copy of it is as
    /// good as the original (RFC 8446 section 8).
    package var hasEarlyData: Bool { messages.contains { $0.isData && $0.who == .client } }
    /// Whether the client's data leaves before the server's Finished.
    var sendsBeforeProof: Bool {
        let first = messages.first {
            $0.isData && $0.who == .client || $0.step == ComparedMessage.finished && $0.who == .server
        }
        return first?.isData ?? false
    }

    /// Every secret of both key schedules, in their order. The PSK of a ticket belongs to a later connection.
    private static let schedule =
        [Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock]
        + SecretName.allCases.filter { $0 != .ticketPSK }.map { SecretID($0.rawValue) }

    /// The client's public value: what it discloses and has computed from a value of its own.
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

    /// The keys and IVs that the client has computed, each once.
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

    /// "TLS 1.3" of "0x0304 (TLS 1.3)".
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
