import Crypto
import PKI
import TCPSim
import TLSSim
import Trace

extension Visit {
    /// What can be chosen about a visit that speaks TLS 1.3.
    public struct Newer: Hashable, Sendable {
        /// The one suite the server accepts.
        public var suite: TLS13.CipherSuite
        /// The group in which keys are agreed.
        public var group: NamedGroup
        /// Whether the client first bets on another group, so that the server asks it to come again.
        public var isRetried: Bool
        /// Whether the client begins with a ticket of an earlier visit, which is not told.
        public var resumes: Bool

        /// Choices that make the textbook's case.
        public init(
            suite: TLS13.CipherSuite = .aes128GCM, group: NamedGroup = .x25519, isRetried: Bool = false,
            resumes: Bool = false
        ) {
            self.suite = suite
            self.group = group
            self.isRetried = isRetried
            self.resumes = resumes
        }

        /// The group that the client sends a share of at once.
        public var bet: NamedGroup {
            guard isRetried else { return group }
            return group == .x25519 ? .secp256r1 : .x25519
        }

        /// Every group that can be chosen, the usual one first.
        public static let groups: [NamedGroup] = NamedGroup.all + [.secp384r1, .x25519MLKEM768]

        var settings: [(name: String, value: String)] {
            [("suite", suite.name), ("group", group.name)]
                + (isRetried ? [("first share", bet.name)] : []) + (resumes ? [("resumes by", "psk")] : [])
        }

        var derivations: [Derivation] { Knowledge.derivations(tls13: suite, group: group, resumes: resumes) }
    }

    /// What two sides that speak TLS 1.3 have kept of an earlier visit.
    struct TicketMemory13: Sendable {
        let key: TicketKey
        var ticket: TLS13.Ticket?
        var now: Int64

        init(now: Int64, seeds: SeededRandomSource) {
            var random = seeds.fork("ticket key")
            key = TicketKey(using: &random)
            self.now = now
        }
    }

    /// The client's TLS.
    static func client13(
        _ newer: Newer, identity: Identity?, _ memory: TicketMemory13?
    ) -> TLSEndpoint {
        var groups = [newer.bet]
        if newer.bet != newer.group { groups.append(newer.group) }
        return TLSEndpoint(
            client: .tls13(
                TLS13.ClientConfiguration(
                    hostName: hostName, groups: groups, shares: [newer.bet], identity: identity,
                    ticket: memory?.ticket, common: common13(memory))))
    }

    /// The server's TLS.
    static func server13(
        _ newer: Newer, identity: Identity, _ authentication: ClientAuthentication, _ memory: TicketMemory13?
    ) -> TLSEndpoint {
        TLSEndpoint(
            server: .tls13(
                TLS13.ServerConfiguration(
                    identity: identity, cipherSuites: [newer.suite], groups: [newer.group],
                    clientAuthentication: authentication, ticketKey: memory?.key, common: common13(memory))))
    }

    private static func common13(_ memory: TicketMemory13?) -> TLS13.CommonConfiguration {
        TLS13.CommonConfiguration(now: (memory?.now ?? epoch) * 1_000)
    }

    /// Who opens the recording after which theft: asked of the ledger, for each theft alone.
    static func thefts13(
        _ newer: Newer, server: Identity, ticketKey: TicketKey?, _ journal: inout Journal, _ now: Instant
    ) {
        Chapter13.theft(newer).record(in: &journal, at: now)
        func outcome(_ rules: [Derivation], _ secret: SecretID?) -> Bool {
            var copy = journal
            copy.add(rules)
            if let secret {
                copy.record(at: now, who: .thief, step: "attack.theft", .learned(secret, .stolen(how: ""), value: nil))
            }
            return Ledger(copy).holds(.thief, Knowledge.applicationData)
        }
        let key = Knowledge.privateKey(of: server)
        var notes: [Theft13] = [.privateKey(opens: outcome([], key))]
        if ticketKey != nil {
            notes.append(.ticketKey(opens: outcome([], Knowledge.ticketKey)))
            notes.append(
                .ticketKeyAndGroup(
                    newer.group, opens: outcome(Knowledge.quantumDerivations(newer.group), Knowledge.ticketKey)))
        }
        notes.append(.quantum(newer.group, opens: outcome(Knowledge.quantumDerivations(newer.group), nil)))
        journal.record(
            at: now, who: .thief, step: "attack.theft",
            .learned(key, .stolen(how: Theft.privateKey.place(in: .english)), value: server.privateKey.secret))
        if let ticketKey {
            journal.record(
                at: now, who: .thief, step: "attack.theft",
                .learned(
                    Knowledge.ticketKey, .stolen(how: Theft.ticketKey.place(in: .english)), value: ticketKey.secret))
        }
        for note in notes {
            journal.record(
                at: now, who: .thief, step: "attack.reach", .remarked(bookkeeping: false), remark: note,
                cite: .rfc(8446, "E.1"))
        }
    }
}

/// What a theft opens.
enum Theft13: Remark {
    /// The key to the certificate.
    case privateKey(opens: Bool)
    /// The key of the tickets.
    case ticketKey(opens: Bool)
    /// The key of the tickets, and a machine that breaks the group.
    case ticketKeyAndGroup(NamedGroup, opens: Bool)
    /// A machine that breaks the group.
    case quantum(NamedGroup, opens: Bool)

    func sentence(in language: Language) -> String {
        switch language {
        case .english: english
        }
    }

    private static func result(_ opens: Bool) -> String {
        opens ? "opens the recording" : "opens nothing of the recording"
    }

    private var english: String {
        switch self {
        case .privateKey(let opens):
            """
            The server's private key \(Self.result(opens)). It has only signed. A thief of it can pose as the server to new clients.
            """
        case .ticketKey(let opens):
            """
            The key of the tickets \(Self.result(opens)). It yields the ticket's secret, and that alone makes no key of the data: the \
            fresh exchange is missing. A thief of it can pose as the server to those who come with a ticket. In TLS 1.2 the same \
            theft opens every session with a ticket.
            """
        case .ticketKeyAndGroup(let group, let opens):
            "The key of the tickets together with a quantum computer that breaks \(group.name) \(Self.result(opens))."
        case .quantum(.x25519MLKEM768, let opens):
            """
            A future quantum computer \(Self.result(opens)). It breaks the half of X25519. The half of ML-KEM is still missing.
            """
        case .quantum(let group, let opens):
            """
            A future quantum computer that breaks \(group.name) \(Self.result(opens)). The recording of today is what such a machine \
            would read: that is why key exchange changes before signatures do. --group X25519MLKEM768 shows the remedy.
            """
        }
    }
}

/// The chapters that TLS 1.3 tells in its own way.
package enum Chapter13: Hashable, Sendable {
    /// The handshake, and what the client shows.
    case handshake(Visit.Newer, ClientCertificate?)
    /// What is stolen afterwards.
    case theft(Visit.Newer)

    /// Begins the chapter.
    func record(in journal: inout Journal, at now: Instant) {
        Chapter.tls13(self).record(in: &journal, at: now)
    }

    var title: String {
        switch self {
        case .handshake(let newer, _) where newer.resumes: "TLS agrees on keys: a ticket's secret and a fresh exchange"
        case .handshake(let newer, _) where newer.isRetried: "TLS agrees on keys: a wrong bet, then a chain of secrets"
        case .handshake: "TLS agrees on keys: one exchange and a chain of secrets"
        case .theft: "Later: what a thief opens"
        }
    }

    var english: String {
        switch self {
        case .handshake(let newer, let client):
            Self.beginning(newer)
                + (client.map { " " + $0.rule } ?? "")
        case .theft(let newer):
            """
            An eavesdropper has recorded everything above. Years later something leaks, or a machine is built. \
            \(newer.resumes ? "The ticket is in the recording, in clear. " : "")What does each thief open? The answers are computed \
            from the rules of the key schedule. The table says who can compute what.
            """
        }
    }

    private static func beginning(_ newer: Visit.Newer) -> String {
        if newer.resumes {
            return """
                The two sides met a minute ago, and the server gave the client a ticket. The ticket names a secret that only the two \
                know. It stands for the certificate: no certificate is sent. A fresh exchange is made all the same, so all keys are \
                new and forward secrecy begins again.
                """
        }
        return """
            Over the open stream the two sides agree on keys. An eavesdropper must not be able to compute them. \
            \(newer.isRetried
                ? "The client bets on a group that the server does not accept, so the server asks it to come again: one round trip more."
                : "Each side sends a public value in its first message, so one round trip is enough; TLS 1.2 took two.") \
            A chain of secrets follows. Each link branches off keys for one purpose and one direction. All that comes behind \
            the two hellos is encrypted, the certificate too.
            """
    }
}
