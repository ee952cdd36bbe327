import Crypto
import Trace

extension TLS13 {
    /// An external PSK: a secret that was agreed outside TLS, with its name (RFC 8446 section 2.2).
    public struct ExternalPSK: Hashable, Sendable {
        /// Its name. It travels in clear.
        public var identity: [UInt8]
        /// The secret. It is never sent in clear; a ticket can hold it, sealed.
        public var key: [UInt8]
        /// The suite of early data under it. The suite's hash is that of the secret: SHA-256, unless both sides have agreed on another.
        public var suite = CipherSuite.aes128GCM
        /// How many octets of early data may be sent under it; 0 for none.
        public var maxEarlyData: UInt32
        /// The application protocol of early data; nil if none is agreed.
        public var applicationProtocol: String?

        /// A secret of these parts.
        public init(identity: [UInt8], key: [UInt8], maxEarlyData: UInt32 = 0) {
            self.identity = identity
            self.key = key
            self.maxEarlyData = maxEarlyData
        }
    }

    /// The secret of an identity in pre_shared_key: that of a ticket, or one agreed outside TLS.
    struct SharedSecret: Hashable, Sendable {
        let octets: [UInt8]
        let kind: PSKKind
        /// The suite of early data; its hash is that of the secret.
        let suite: CipherSuite
        let maxEarlyData: UInt32
        let applicationProtocol: String?
        /// The identity of the other side: no certificate is sent.
        let peer: PeerIdentity

        /// The first secret of the key schedule.
        var early: EarlySecret { EarlySecret(psk: octets, hash: suite.hash) }

        /// The binder: the proof that the client has the secret (section 4.2.11.2).
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
    /// The name for server_name; nil if none is sent. RFC 6066 section 3 forbids an address in this extension.
    var serverName: String? {
        !sendsServerName || hostName.isEmpty || ServerNameExtension.isAddress(hostName) ? nil : hostName
    }

    /// The secrets that may be offered now, preferred first: the ticket, if it is fresh and for this host, and the external PSK. The client
    /// must also offer a suite with the secret's hash.
    var offeredSecrets: [TLS13.OfferedSecret] {
        var secrets: [TLS13.OfferedSecret] = []
        if let ticket, ticket.isFresh(at: common.now, for: serverName) {
            secrets.append(TLS13.OfferedSecret(ticket, at: common.now))
        }
        if let externalPSK { secrets.append(TLS13.OfferedSecret(externalPSK)) }
        return secrets.filter { offered in cipherSuites.contains { $0.hash == offered.secret.suite.hash } }
    }
}
