import Crypto
import Trace

/// A computation of an endpoint of TLS 1.3, with its inputs and results.
public enum TLS13Computation: Hashable, Sendable {
    /// A side made its share.
    case share(Role, ShareKey)
    /// A side made the shared secret from its own key and the other side's share.
    case sharedSecret(Role, ShareKey?, with: KeyShareEntry, [UInt8])
    /// A secret of the key schedule was computed.
    case secret(ComputedSecret)
    /// The key and the IV of a traffic secret were derived.
    case trafficKeys(Stretch, secret: [UInt8], TLS13.CipherSuite)
    /// A side's traffic secret was updated: the number of the new generation, from 1 on, and the secret before it.
    case updated(Role, generation: Int, from: [UInt8])
    /// The verify_data of a Finished was computed.
    case verifyData(Role, secret: [UInt8], transcriptHash: [UInt8])
    /// The binder was computed: the proof that the client has the secret that it offers.
    case binder(PSKKind, psk: [UInt8], transcriptHash: [UInt8], [UInt8])
    /// A record was protected.
    case recordProtected(TLS13ProtectedRecord)
    /// The server sealed the state behind a ticket.
    case ticketSealed([UInt8], TicketKey, psk: [UInt8])
    /// The server opened a ticket.
    case ticketOpened([UInt8], TicketKey, psk: [UInt8])

    /// A secret of the key schedule, and the values from which it was computed.
    public struct ComputedSecret: Hashable, Sendable {
        let name: SecretName
        let row: SecretDerivation
        /// The secret above; nil for the early secret.
        let above: [UInt8]?
        /// The input or the context; nil for zeros, or for no messages.
        let entering: [UInt8]?
        let hash: HashAlgorithm
    }

    /// The part of a connection in which one side's records have the same keys.
    public struct Stretch: Hashable, Sendable {
        let side: Role
        let secret: SecretName
    }

    /// The computation as a step to read.
    var calculation: Calculation { unnamed.naming(secrets) }

    private var unnamed: Calculation {
        switch self {
        case .share(let side, let key): Self.share(side, key)
        case .sharedSecret(let side, let key, let peer, let secret): Self.shared(secret, of: side, from: key, and: peer)
        case .secret(let secret): secret.calculation
        case .trafficKeys(let stretch, let secret, let suite): Self.trafficKeys(stretch, secret: secret, suite)
        case .updated(let side, let generation, let secret): Self.updated(side, generation: generation, from: secret)
        case .verifyData(let side, let secret, let hash): Self.verifyData(side, secret: secret, transcriptHash: hash)
        case .binder(let kind, let psk, let hash, let value): Self.binder(kind, psk: psk, transcriptHash: hash, value)
        case .recordProtected(let record): record.calculation
        case .ticketSealed(let ticket, let key, let psk):
            .sealing(ticket, by: key, "ticket", of: "state", .init("PSK", psk, note: .ticketState))
        // The PSK stands in the state behind the format, the suite and its own length.
        case .ticketOpened(let ticket, let key, let psk):
            .opening(ticket, by: key, "state", .init("PSK", psk, note: .ticketState), at: 4..<4 + psk.count)
        }
    }

    /// The names of the computation's quantities in the ledger, by their names in its formula. A secret of the key schedule has the same
    /// name in both; keys and IVs are not in the ledger.
    private var secrets: [String: SecretID] {
        var names = Self.scheduled
        switch self {
        case .share(let side, let key):
            names.merge(Self.values(of: side, key.group)) { $1 }
            for result in ["point", "share"] { names[result] = Knowledge.share(of: side, key.group) }
        case .sharedSecret(let side, _, let peer, _):
            names.merge(Self.values(of: side, peer.group)) { $1 }
            for share in ["u", "Q", "Y", "share of the \(side.peer)"] {
                names[share] = Knowledge.share(of: side.peer, peer.group)
            }
            for part in ["shared secret", "secret of ML-KEM", "secret of X25519"] {
                names[part] = Knowledge.sharedSecret
            }
        case .secret, .binder:
            for kind in PSKKind.allCases { names[kind.quantity] = Knowledge.psk(kind) }
            names["shared secret"] = Knowledge.sharedSecret
        case .trafficKeys, .updated, .verifyData, .recordProtected: break
        case .ticketSealed:
            // The ticket's secret is for a later connection, so it is not the PSK of this one.
            names["PSK"] = Knowledge.secret(.ticketPSK)
            names["ticket key"] = Knowledge.ticketKey
        case .ticketOpened:
            names["PSK"] = Knowledge.offeredPSK
            names["ticket"] = Knowledge.sessionTicket
            names["ticket key"] = Knowledge.ticketKey
        }
        return names
    }

    /// The secrets of the key schedule.
    private static let scheduled = Dictionary(
        uniqueKeysWithValues: SecretName.allCases.map { ($0.rawValue, Knowledge.secret($0)) })

    /// The names of a side's private value in formulas: a number on a curve, an exponent, or the seed of ML-KEM.
    private static func values(of side: Role, _ group: NamedGroup) -> [String: SecretID] {
        let value = Knowledge.privateValue(of: side, group)
        return ["k": value, "x": value, "d + z": value]
    }
}

extension HashAlgorithm {
    /// The hash of the key schedule of a secret: a secret is as long as the digest.
    init(ofSecret octets: [UInt8]) { self = octets.count == HashAlgorithm.sha384.outputLength ? .sha384 : .sha256 }
}
