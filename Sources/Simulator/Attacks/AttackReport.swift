import Crypto
import TLSSim
import Trace

/// What an attack on a recorded connection found, step by step, and how it ended.
public struct AttackReport: Sendable {
    /// One step: what was found, and the numbers that show it.
    public struct Step: Sendable {
        /// What was found.
        public let finding: AttackFinding
        /// The values, in the order in which they should be shown.
        public let quantities: [Calculation.Quantity]
    }

    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// The recording is open.
        case opened
        /// It stays closed: the key that was stolen never had to do with the premaster secret.
        case forwardSecret
        /// The attack could not be carried through; the last step says why.
        case failed
    }

    /// The steps.
    public private(set) var steps: [Step] = []
    /// How it ended.
    public private(set) var outcome = Outcome.failed
    /// What the client said, as far as it was opened.
    public var clientData: [UInt8] = []
    /// What the server said.
    public var serverData: [UInt8] = []

    /// A report that says nothing yet.
    public init() {}

    mutating func add(_ finding: AttackFinding, _ quantities: [Calculation.Quantity] = []) {
        steps.append(Step(finding: finding, quantities: quantities))
    }

    /// Settles how it ended.
    mutating func conclude(_ outcome: Outcome) {
        self.outcome = outcome
    }

    /// Adds the last step.
    mutating func end(
        _ outcome: Outcome, _ finding: AttackFinding, _ quantities: [Calculation.Quantity] = []
    ) {
        add(finding, quantities)
        self.outcome = outcome
    }
}

/// A step of an attack on a recorded connection.
public enum AttackFinding: Hashable, Sendable {
    // MARK: The recording
    /// What the hellos say.
    case hellos(suite: RegisteredSuite, version: ProtocolVersion, extendedMasterSecret: Bool)
    /// Nothing can be read.
    case unreadable(RecordingError)
    /// Octets are missing from a direction: how many ranges, and where the first begins.
    case octetsMissing(Role, ranges: Int, from: Int)
    /// Packets that the capture has cut off at its snap length: how many, and the first.
    case packetsCut(Role, count: Int, first: Int)
    /// Packets that contradict others.
    case packetsContradict(Role, count: Int, first: Int)

    // MARK: The key
    /// The stolen key is the one in the certificate.
    case keyFits(bits: Int)
    /// It is not.
    case keyDoesNotFit(certificateBits: Int, keyBits: Int)
    /// The certificate's key cannot be read; why.
    case certificateKeyUnreadable(String)
    /// No certificate was recorded in clear.
    case noCertificate

    // MARK: RSA
    /// The premaster secret was decrypted.
    case premasterDecrypted
    /// It does not decrypt to 48 octets; their number, or nil where the padding is wrong.
    case premasterInvalid(count: Int?)
    /// The cipher of the suite is not implemented here.
    case cipherNotImplemented(RegisteredSuite)

    // MARK: From the premaster secret to plaintext
    /// The master secret was computed.
    case masterSecret(extended: Bool)
    /// The keys of both directions were computed.
    case keyBlock
    /// A side's Finished is as it has to be under these keys.
    case finishedVerified(Role)
    /// A side's first protected record does not open, or its Finished is not what it has to be.
    case finishedWrong(Role)
    /// A side's Finished was not recorded.
    case finishedMissing(Role)
    /// A side's data was decrypted: octets, records, and whether close_notify proves that it is all.
    case decrypted(Role, octets: Int, records: Int, isComplete: Bool)
    /// Decryption stopped; after how many records, and why.
    case stopped(Role, afterRecords: Int, StopReason)
    /// No Finished could be verified: nothing proves these keys.
    case nothingProved

    // MARK: Forward secrecy
    /// The Diffie–Hellman values of the recording.
    case publicValues(RecordedGroup)
    /// The server's signature over them verifies with the certificate.
    case signatureVerified(SignatureScheme)
    /// It does not.
    case signatureWrong(SignatureScheme)
    /// It was made in a way that is not implemented here.
    case signatureNotChecked(SignatureScheme)
    /// The key has nothing to decrypt.
    case nothingToDecrypt
    /// What would open the recording.
    case exponentNeeded(RecordedGroup)
    /// Ephemeral Diffie–Hellman on a curve.
    case ellipticCurve(RegisteredSuite)
    /// TLS 1.3.
    case tls13(RegisteredSuite)

    // MARK: Out of reach for other reasons
    /// An earlier session was resumed.
    case resumed
    /// A version that is not read here.
    case versionNotRead(ProtocolVersion)
    /// A suite that is not known here.
    case suiteUnknown(RegisteredSuite)
    /// A compression method other than null.
    case compressed(method: UInt8)

    // MARK: Without a key
    /// The exponent was found by a search.
    case exponentFound(bits: Int)
    /// The search cannot be made; why.
    case searchInfeasible(DiscreteLogarithmError)
    /// There is no Diffie–Hellman in this recording.
    case notDiffieHellman(RegisteredSuite)
    /// The parameters make no group; why.
    case groupUnusable(String)

    /// Why decryption of a direction stopped before its end.
    public enum StopReason: Hashable, Sendable {
        /// A record does not open.
        case record(TLSError)
        /// The recording ends inside a record, so many octets short.
        case endsInsideRecord(missing: Int)
        /// New keys were agreed on, under the protection of the old (RFC 5746).
        case renegotiation
        /// The peer ended the connection with a fatal alert.
        case alert(AlertDescription)
    }
}
