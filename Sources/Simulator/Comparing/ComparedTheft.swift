import TLSSim
import Trace

/// What can be stolen, or broken, after a connection that was recorded.
package enum ComparedTheft: String, Hashable, Sendable, CaseIterable {
    /// The private key of the server's certificate.
    case serverKey = "server_private_key"
    /// The key that the server seals its tickets with.
    case ticketKey = "ticket_key"
    /// The secret of the ticket that this connection began with.
    case ticketSecret = "ticket_secret"
    /// The secret values that the client drew for this connection and should have deleted.
    case clientValue = "client_ephemeral"
    /// The secret values that the server drew for this connection and should have deleted.
    case serverValue = "server_ephemeral"
    /// A machine that breaks every public key in the recording.
    case quantum

    /// The result of a theft.
    package enum Outcome: Hashable, Sendable {
        /// This connection has nothing of the kind to steal.
        case absent
        /// Whether the thief can read the application data, and the early data; `early` is nil if there is no early data.
        case opens(data: Bool, early: Bool?)

        /// Whether the thief can read the application data, and the early data; nil if there is nothing to steal. Early data that does not
        /// exist counts as early data that the thief cannot read.
        var gain: [Bool]? {
            switch self {
            case .absent: nil
            case .opens(let data, let early): [data, early ?? false]
            }
        }
    }

    /// What the theft opens of a recording.
    ///
    /// - Parameters:
    ///   - ledger: which quantities each side, and the eavesdropper, held in the connection.
    ///   - rules: which quantities can be computed from which others.
    ///   - breaking: what a machine that breaks public keys can compute in addition.
    func outcome(_ ledger: Ledger, _ rules: [Derivation], breaking: [Derivation]) -> Outcome {
        let loot = loot(ledger)
        guard self == .quantum || !loot.isEmpty else { return .absent }
        let reach = ledger.reach(
            .eavesdropper, with: loot, under: rules + (self == .quantum ? breaking : []))
        return .opens(
            data: reach.contains(Knowledge.applicationData),
            early: ledger.holds(.client, Knowledge.earlyData) ? reach.contains(Knowledge.earlyData) : nil)
    }

    /// The quantities that the theft yields; empty if the connection has none of the kind.
    private func loot(_ ledger: Ledger) -> [SecretID] {
        func held(_ who: Principal, _ secrets: [SecretID]) -> [SecretID] { secrets.filter { ledger.holds(who, $0) } }
        /// What a side drew at random and no onlooker has seen.
        func drawn(_ who: Principal) -> [SecretID] {
            ledger.facts(of: who).filter {
                $0.how.isDrawn && !ledger.holds(.eavesdropper, $0.secret)
            }.map(\.secret)
        }
        return switch self {
        case .serverKey: held(.server, [Knowledge.serverPrivateKey, Knowledge.serverSigningKey])
        case .ticketKey: held(.server, [Knowledge.ticketKey])
        case .ticketSecret: held(.client, [Knowledge.offeredPSK])
        case .clientValue: drawn(.client)
        case .serverValue: drawn(.server)
        case .quantum: []
        }
    }
}
