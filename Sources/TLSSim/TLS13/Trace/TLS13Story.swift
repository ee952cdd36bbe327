import Crypto
import PKI
import Trace

extension TLS13 {
    /// The memory of the trace: the secrets so far, and other facts that explain later steps. Empty without tracing.
    struct Story: Hashable, Sendable {
        /// The secrets of the key schedule by name.
        var secrets: [SecretName: [UInt8]] = [:]
        /// The shared secret of the exchange.
        var shared: [UInt8]?
        /// The pre-shared secret that the connection uses.
        var psk: SharedSecret?
        /// The secret of the ticket that a server has opened.
        var opened: [UInt8]?
        /// The secret that this side offers first.
        var offered: SharedSecret?
        /// The identity of the server's external PSK.
        var externalName: [UInt8]?
        /// The key name with which each ticket of this server begins.
        var ticketName: [UInt8]?
        /// The group of the exchange.
        var group: NamedGroup?
        /// Whether there was a HelloRetryRequest.
        var hasRetried = false
        /// How often each side has updated its keys.
        var generations: [Role: Int] = [:]

        /// The kind of the secret that an identity of pre_shared_key names; nil if this side cannot tell.
        func kind(of identity: [UInt8]) -> PSKKind? {
            if let offered { return offered.kind }
            if identity == externalName { return .external }
            return ticketName.map { identity.starts(with: $0) } == true ? .resumption : nil
        }

        /// The row of a secret in the key schedule of this connection.
        func derivation(of name: SecretName) -> SecretDerivation {
            name.derivation(psk: psk?.kind, hasExchange: shared != nil)
        }

        /// The computation of the secret `octets`; nil if its inputs are not known.
        func computation(
            of name: SecretName, _ octets: [UInt8], transcript: Transcript, nonce: [UInt8]?
        ) -> TLS13Computation? {
            let row = derivation(of: name)
            let hash = HashAlgorithm(ofSecret: octets)
            let above = row.above.flatMap { secrets[$0] }
            guard row.above == nil || above != nil else { return nil }
            let entering: [UInt8]? =
                switch row {
                case .extract(_, .psk): psk?.octets
                case .extract(_, .shared): shared
                case .extract(_, nil), .expand(_, _, .nothing): nil
                case .expand(_, _, .messages): transcript.digest(by: hash)
                case .expand(_, _, .nonce): nonce
                }
            return .secret(.init(name: name, row: row, above: above, entering: entering, hash: hash))
        }

        /// The quantities from which this side has computed a secret. The hellos are one quantity, which is complete only with ServerHello: the
        /// secrets of early data have none.
        func premises(of name: SecretName) -> [SecretID] {
            let row = derivation(of: name)
            guard case .expand(_, _, .messages(to: .clientHello)) = row else { return row.premises }
            return row.premises.filter { $0 != Knowledge.hellos }
        }

        /// Whether records under these keys carry early data.
        func isEarly(_ protection: TrafficProtection?) -> Bool {
            guard let protection else { return false }
            return protection.secret.octets == secrets[.clientEarlyTraffic]
        }

        /// The part of the connection whose keys come from a traffic secret; nil if the trace does not know the secret.
        func stretch(_ secret: TrafficSecret, of side: Role) -> TLS13Computation.Stretch? {
            secrets.first { $0.value == secret.octets }.map { TLS13Computation.Stretch(side: side, secret: $0.key) }
        }
    }
}
