import Crypto
import Trace

/// Something that an endpoint has computed: the values that went in and came out.
///
/// Formula, steps and the command that confirms it follow from them, and are put together when they are asked for.
public indirect enum Computation: Hashable, Sendable {
    /// The client drew a premaster secret for RSA.
    case premasterDrawn(PremasterSecret)
    /// The client encrypted it, in a block of padding, to the key in the certificate.
    case premasterEncrypted(PremasterSecret, in: [UInt8], to: RSAPublicKey, encrypted: [UInt8])
    /// The server decrypted it.
    case premasterDecrypted([UInt8], PremasterSecret)
    /// A side made its public value in a finite field.
    case publicValue(Role, DiffieHellmanKey)
    /// A side made the shared value of its own key and the other's public value.
    case sharedValue(Role, DiffieHellmanKey, with: Integer, PremasterSecret)
    /// A side made its point on a curve.
    case point(Role, KeyAgreementKey)
    /// A side made the shared point of its own key and the other's point.
    case sharedPoint(Role, KeyAgreementKey, with: [UInt8], PremasterSecret)
    /// A side derived the master secret.
    case masterSecret(KeySchedule)
    /// A side derived the key block and cut it up.
    case keyBlock(KeySchedule)
    /// A side computed what a Finished must say.
    case verifyData(KeySchedule, of: Role, transcriptHash: [UInt8])
    /// The server signed its parameters, or the client all handshake messages so far.
    case handshakeSignature(HandshakeSigning)
    /// The other side verified that signature.
    case handshakeVerification(HandshakeSigning)
    /// A side protected a record.
    case recordProtected(ProtectedRecord)
    /// The server sealed a session in a ticket.
    case ticketSealed([UInt8], TicketKey, masterSecret: [UInt8])
    /// The server opened a ticket.
    case ticketOpened([UInt8], TicketKey, masterSecret: [UInt8])
    /// An endpoint of TLS 1.3 has computed something that TLS 1.2 does not have.
    case tls13(TLS13Computation)

    /// How many octets the record has that it has made of application data; nil where it is about anything else.
    public var protectedData: Int? {
        switch self {
        case .recordProtected(let protected):
            protected.record.type == .applicationData ? protected.record.wire.count : nil
        case .tls13(.recordProtected(let protected)):
            protected.inner.typeCode == ContentType.applicationData.rawValue ? protected.wire.count : nil
        default: nil
        }
    }

    /// The computation as a step to read.
    public var calculation: Calculation {
        switch self {
        case .premasterDrawn(let premaster): Self.drawing(premaster)
        case .premasterEncrypted(let premaster, let block, let key, let encrypted):
            Self.encrypting(premaster, block, key, encrypted)
        case .premasterDecrypted(let encrypted, let premaster): Self.decrypting(encrypted, premaster)
        case .publicValue(let side, let key): Self.publicValue(side, key)
        case .sharedValue(let side, let key, let value, let premaster): Self.sharedValue(side, key, value, premaster)
        case .point(let side, let key): Self.point(side, key)
        case .sharedPoint(let side, let key, let point, let premaster): Self.sharedPoint(side, key, point, premaster)
        case .masterSecret(let schedule): schedule.masterSecretCalculation
        case .keyBlock(let schedule): schedule.keyBlockCalculation
        case .verifyData(let schedule, let side, let hash):
            schedule.verifyDataCalculation(of: side, transcriptHash: hash)
        case .handshakeSignature(let signing): signing.calculation
        case .handshakeVerification(let signing): signing.verification
        case .recordProtected(let record): record.calculation
        case .ticketSealed(let ticket, let key, let masterSecret): Self.sealing(ticket, key, masterSecret)
        case .ticketOpened(let ticket, let key, let masterSecret): Self.opening(ticket, key, masterSecret)
        case .tls13(let computation): computation.calculation
        }
    }
}
