import Crypto
import Trace

extension TLS13 {
    /// A secret that both sides have got outside TLS, with the name that they have for it (RFC 8446 section 2.2).
    public struct ExternalPSK: Hashable, Sendable {
        /// Its name. It travels in clear.
        public var identity: [UInt8]
        /// The secret. It is never sent in clear; a ticket can hold it, sealed.
        public var key: [UInt8]
        /// The suite of early data under it. Its hash is the secret's: SHA-256, unless both sides have agreed on another.
        public var suite = CipherSuite.aes128GCM
        /// How many octets of early data it is good for; 0 for none.
        public var maxEarlyData: UInt32
        /// What is spoken in early data; nil for nothing agreed.
        public var applicationProtocol: String?

        /// A secret of these parts.
        public init(identity: [UInt8], key: [UInt8], maxEarlyData: UInt32 = 0) {
            self.identity = identity
            self.key = key
            self.maxEarlyData = maxEarlyData
        }
    }

    /// What stands behind an identity of pre_shared_key, wherever it comes from.
    struct SharedSecret: Hashable, Sendable {
        let octets: [UInt8]
        let kind: PSKKind
        /// The suite that early data is under; its hash is the secret's.
        let suite: CipherSuite
        let maxEarlyData: UInt32
        let applicationProtocol: String?
        /// Who the other side is: no certificate is shown.
        let peer: PeerIdentity

        /// The beginning of the key schedule.
        var early: EarlySecret { EarlySecret(psk: octets, hash: suite.hash) }

        /// The secret as a calculation names it.
        var quantity: Calculation.Quantity { .init(kind.quantity, octets) }

        /// The proof of having it (section 4.2.11.2).
        func binder(_ transcriptHash: [UInt8]) -> [UInt8] {
            PSKBinder.make(early, kind, transcriptHash: transcriptHash)
        }
    }

    /// A secret as a client offers it.
    struct OfferedSecret: Hashable, Sendable {
        let identity: OfferedPSKs.Identity
        let secret: SharedSecret

        init(_ ticket: Ticket, at now: Int64) {
            identity = OfferedPSKs.Identity(ticket.ticket, obfuscatedTicketAge: ticket.obfuscatedAge(at: now))
            secret = SharedSecret(
                octets: ticket.psk, kind: .resumption, suite: ticket.suite, maxEarlyData: ticket.maxEarlyData,
                applicationProtocol: ticket.applicationProtocol, peer: ticket.peer)
        }

        init(_ external: ExternalPSK) {
            identity = OfferedPSKs.Identity(external.identity)
            secret = SharedSecret(external)
        }
    }
}

extension TLS13.SharedSecret {
    init(_ external: TLS13.ExternalPSK) {
        self.init(
            octets: external.key, kind: .external, suite: external.suite, maxEarlyData: external.maxEarlyData,
            applicationProtocol: external.applicationProtocol, peer: .anonymous)
    }
}

extension TLS13.ClientConfiguration {
    /// The secrets that may be offered now, preferred first: a ticket for this host that is fresh, and what was agreed outside TLS. A suite
    /// with the secret's hash has to be on offer, too.
    var offeredSecrets: [TLS13.OfferedSecret] {
        let host = ServerNameExtension.isAddress(hostName) || hostName.isEmpty ? nil : hostName
        var secrets: [TLS13.OfferedSecret] = []
        if let ticket, ticket.isFresh(at: common.now, for: host) {
            secrets.append(TLS13.OfferedSecret(ticket, at: common.now))
        }
        if let externalPSK { secrets.append(TLS13.OfferedSecret(externalPSK)) }
        return secrets.filter { offered in cipherSuites.contains { $0.hash == offered.secret.suite.hash } }
    }
}
