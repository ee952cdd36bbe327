import TLSSim
import Trace

/// What can be stolen, or broken, after a connection that was recorded.
package enum ComparedTheft: String, Hashable, Sendable, CaseIterable {
    /// The key to the server's certificate.
    case serverKey = "server_private_key"
    /// The key that the server seals its tickets with.
    case ticketKey = "ticket_key"
    /// The secret of the ticket that this connection began with.
    case ticketSecret = "ticket_secret"
    /// What the client drew for this connection and should have forgotten.
    case clientValue = "client_ephemeral"
    /// What the server drew for this connection and should have forgotten.
    case serverValue = "server_ephemeral"
    /// A machine that breaks every public key in the recording.
    case quantum

    /// What a theft comes to.
    package enum Outcome: Hashable, Sendable {
        /// In this connection there is nothing of the kind.
        case absent
        /// Whether the application data becomes readable, and the early data; nil where there is none.
        case opens(data: Bool, early: Bool?)

        /// What the thief gains: early data that does not exist is as good as early data that stays closed. Nil where there is nothing to
        /// steal.
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
    ///   - ledger: who held what in the connection.
    ///   - rules: what follows from what.
    ///   - breaking: what a machine that breaks public keys adds to the rules.
    func outcome(_ ledger: Ledger, _ rules: [Derivation], breaking: [Derivation]) -> Outcome {
        let loot = loot(ledger)
        guard self == .quantum || !loot.isEmpty else { return .absent }
        let reach = ledger.reach(
            .eavesdropper, with: loot, under: rules + (self == .quantum ? breaking : []))
        return .opens(
            data: reach.contains(Knowledge.applicationData),
            early: ledger.holds(.client, Knowledge.earlyData) ? reach.contains(Knowledge.earlyData) : nil)
    }

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
