import Crypto
import Trace

/// A computation of an endpoint of TLS 1.2: its inputs and results.
public enum TLS12Computation: Hashable, Sendable {
    /// The client drew a premaster secret for RSA.
    case premasterDrawn(PremasterSecret)
    /// The client encrypted the premaster secret, in a padded block, to the key in the certificate.
    case premasterEncrypted(PremasterSecret, in: [UInt8], to: RSAPublicKey, encrypted: [UInt8])
    /// The server decrypted the premaster secret.
    case premasterDecrypted([UInt8], PremasterSecret)
    /// A side computed its public value in a finite field.
    case publicValue(Role, DiffieHellmanKey)
    /// A side computed the shared value from its own key and the public value of the other side.
    case sharedValue(Role, DiffieHellmanKey, with: Integer, PremasterSecret)
    /// A side computed its point on a curve.
    case point(Role, KeyAgreementKey)
    /// A side computed the shared point from its own key and the point of the other side.
    case sharedPoint(Role, KeyAgreementKey, with: [UInt8], PremasterSecret)
    /// A side derived the master secret.
    case masterSecret(KeySchedule)
    /// A side derived the key block and cut it up.
    case keyBlock(KeySchedule)
    /// A side computed the verify_data of a Finished, its own or that of the other side.
    case verifyData(KeySchedule, of: Role, transcriptHash: [UInt8])
    /// A side protected a record.
    case recordProtected(ProtectedRecord)
    /// The server sealed a session in a ticket.
    case ticketSealed([UInt8], TicketKey, masterSecret: [UInt8])
    /// The server opened a ticket.
    case ticketOpened([UInt8], TicketKey, masterSecret: [UInt8])

    /// The computation with formula, steps and shell command, for the reader.
    var calculation: Calculation {
        switch self {
        case .premasterDrawn(let premaster): Self.drawing(premaster)
        case .premasterEncrypted(let premaster, let block, let key, let encrypted):
            Self.encrypting(premaster, in: block, to: key, encrypted: encrypted)
        case .premasterDecrypted(let encrypted, let premaster): Self.decrypting(encrypted, premaster)
        case .publicValue(let side, let key): Self.publicValue(side, key)
        case .sharedValue(let side, let key, let value, let premaster):
            Self.sharedValue(side, key, with: value, premaster: premaster)
        case .point(let side, let key): Self.point(side, key)
        case .sharedPoint(let side, let key, let point, let premaster):
            Self.sharedPoint(side, key, with: point, premaster: premaster)
        case .masterSecret(let schedule): schedule.masterSecretCalculation
        case .keyBlock(let schedule): schedule.keyBlockCalculation
        case .verifyData(let schedule, let side, let hash):
            schedule.verifyDataCalculation(of: side, transcriptHash: hash)
        case .recordProtected(let record): record.calculation
        case .ticketSealed(let ticket, let key, let masterSecret):
            .sealing(ticket, by: key, "session ticket", of: "session", Self.sealed(masterSecret))
        case .ticketOpened(let ticket, let key, let masterSecret):
            .opening(ticket, by: key, "session", Self.sealed(masterSecret), at: ResumableSession.masterSecretPlace)
        }
    }

    private static func sealed(_ masterSecret: [UInt8]) -> Calculation.Quantity {
        .init("master_secret", masterSecret, note: .ticketContent).known(as: Knowledge.masterSecret)
    }
}
