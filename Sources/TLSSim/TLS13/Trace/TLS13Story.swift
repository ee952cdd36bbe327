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

        /// The computation of a secret of the key schedule; nil if its inputs are not known.
        func computation(of name: SecretName, _ octets: [UInt8], transcript: Transcript) -> TLS13Computation? {
            let hash = HashAlgorithm(ofSecret: octets)
            func derived(
                _ from: SecretName, _ label: ScheduleLabel, _ context: TLS13Computation.Context
            ) -> TLS13Computation? {
                secrets[from].map {
                    .derived(.init(name: name, from: from, secret: $0, label: label, context: context, hash: hash))
                }
            }
            func derived(_ from: SecretName, _ label: ScheduleLabel, to end: String) -> TLS13Computation? {
                derived(from, label, .messages(to: end, hash: transcript.digest(by: hash)))
            }
            switch name {
            case .early:
                return .extracted(.init(name: name, above: nil, input: psk?.quantity, hash: hash))
            case .handshake:
                let input = shared.map { Calculation.Quantity("shared secret", $0) }
                return quantity(.early).map { .extracted(.init(name: name, above: $0, input: input, hash: hash)) }
            case .main:
                return quantity(.handshake).map { .extracted(.init(name: name, above: $0, input: nil, hash: hash)) }
            case .clientHandshakeTraffic: return derived(.handshake, .clientHandshakeTraffic, to: "ServerHello")
            case .serverHandshakeTraffic: return derived(.handshake, .serverHandshakeTraffic, to: "ServerHello")
            case .clientApplicationTraffic: return derived(.main, .clientApplicationTraffic, to: "server Finished")
            case .serverApplicationTraffic: return derived(.main, .serverApplicationTraffic, to: "server Finished")
            case .exporter: return derived(.main, .exporter, to: "server Finished")
            case .resumption: return derived(.main, .resumption, to: "client Finished")
            case .clientEarlyTraffic: return derived(.early, .clientEarlyTraffic, to: "ClientHello")
            case .earlyExporter: return derived(.early, .earlyExporter, to: "ClientHello")
            case .binderKey: return derived(.early, (psk?.kind ?? .resumption).label, .nothing)
            case .ticketPSK: return nil
            }
        }

        /// The quantities from which a secret is computed.
        func premises(of name: SecretName) -> [SecretID] {
            switch name {
            case .early: [psk.map { Knowledge.psk($0.kind) } ?? Knowledge.hellos]
            case .handshake: [Knowledge.secret(.early)] + (shared == nil ? [] : [Knowledge.sharedSecret])
            case .main: [Knowledge.secret(.handshake)]
            case .clientHandshakeTraffic, .serverHandshakeTraffic: [Knowledge.secret(.handshake), Knowledge.hellos]
            case .clientApplicationTraffic, .serverApplicationTraffic, .exporter, .resumption:
                [Knowledge.secret(.main), Knowledge.handshakeMessages]
            case .binderKey, .clientEarlyTraffic, .earlyExporter: [Knowledge.secret(.early)]
            case .ticketPSK: [Knowledge.secret(.resumption)]
            }
        }

        /// The operation that computes a secret.
        func operation(_ name: SecretName) -> String {
            switch name {
            case .early where psk == nil: Knowledge.extractionOfZeros
            case .early, .handshake, .main: "HKDF-Extract"
            default: "HKDF-Expand-Label"
            }
        }

        /// A secret of the schedule as a calculation names it; nil if it is not known.
        private func quantity(_ name: SecretName) -> Calculation.Quantity? {
            secrets[name].map { Calculation.Quantity(name.rawValue, $0) }
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
