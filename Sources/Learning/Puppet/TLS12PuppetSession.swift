import Crypto
import TLSSim
import Trace

/// What both puppets of TLS 1.2 have: the transcript, the keys, and the records of both directions.
///
/// Every handshake message that is sent or received enters the transcript, but for HelloRequest, whether it was in its place or not.
struct TLS12PuppetSession: PuppetSession {
    let role: Role
    var ear = Ear()
    var clientRandom: [UInt8] = []
    /// The server's random; nil before a ServerHello.
    var serverRandom: [UInt8]?
    /// The suite of the ServerHello; nil before it, and for a suite that is not known.
    var suite: CipherSuite?
    /// The master secret; empty before the key exchange. An end with the fault of CVE-2014-0224 takes the empty one.
    private var master: [UInt8] = []
    private(set) var transcript: [UInt8] = []
    var records = PuppetRecords()
    private(set) var peerChain: [[UInt8]]?
    private var writing: RecordProtection?
    private var reading: RecordProtection?
    /// The keys as they were at the last own ChangeCipherSpec. A peer that has taken it before its time has them in both directions.
    private var ownKeys: KeySchedule?
    /// verify_data of the client's Finished; renegotiation_info repeats it (RFC 5746 section 3.5).
    private(set) var clientVerifyData: [UInt8] = []
    private var finishedSides: Set<Role> = []

    init(_ role: Role) { self.role = role }

    /// Whether both Finished have passed.
    var isOpen: Bool { finishedSides.count == 2 }

    /// Begins a new transcript for a renegotiation. Its keys come into force with its own ChangeCipherSpec.
    mutating func beginAgain() {
        transcript = []
        finishedSides = []
    }

    // MARK: Keys

    var secrets: [(SecretID, [UInt8])] { master.isEmpty ? [] : [(Knowledge.masterSecret, master)] }

    private var transcriptHash: [UInt8] { suite.map { $0.hash.hash(transcript) } ?? [] }

    /// The keys of the master secret as it is now; nil before a ServerHello.
    private var schedule: KeySchedule? {
        guard let suite, let serverRandom else { return nil }
        return KeySchedule(resuming: master, clientRandom: clientRandom, serverRandom: serverRandom, suite: suite)
    }

    /// Computes the master secret from the premaster secret and the transcript as it stands. Nothing happens before a ServerHello.
    mutating func exchange(_ premaster: [UInt8], isExtended: Bool) {
        guard let suite, let serverRandom else { return }
        let schedule = KeySchedule(
            premasterSecret: premaster, clientRandom: clientRandom, serverRandom: serverRandom, suite: suite,
            sessionHash: isExtended ? transcriptHash : nil)
        master = schedule.masterSecret
    }

    private func protection(_ keys: KeySchedule, of side: Role) -> RecordProtection {
        side == .client ? keys.clientProtection : keys.serverProtection
    }

    // MARK: Sending

    /// A handshake message in a record of its own.
    ///
    /// - Parameter version: the version in the header of a record in clear.
    mutating func handshake(_ message: HandshakeMessage, version: ProtocolVersion = .tls12) -> [UInt8] {
        transcript += message.bytes
        return record(.handshake, message.bytes, version: version)
    }

    mutating func record(_ type: ContentType, _ content: [UInt8], version: ProtocolVersion = .tls12) -> [UInt8] {
        let sealed = try? writing?.seal(content, type: type, version: .tls12)
        return PuppetRecords.clear(type, sealed ?? content, version: writing == nil ? version : .tls12)
    }

    /// ChangeCipherSpec under the keys in force, and then the keys of the master secret as it is now.
    mutating func changeCipherSpec() -> [UInt8] {
        let octets = record(.changeCipherSpec, [1])
        guard let keys = schedule else { return octets }
        writing = protection(keys, of: role)
        ownKeys = keys
        return octets
    }

    mutating func keyUpdate() -> [UInt8] { handshake(PuppetData.keyUpdate.message) }

    mutating func finished(isRight: Bool) -> [UInt8] {
        let right = schedule?.verifyData(of: role, transcriptHash: transcriptHash)
        let zeros = [UInt8](repeating: 0, count: Finished.verifyDataLength)
        let message = Finished(verifyData: isRight ? right ?? zeros : zeros)
        note(message.verifyData, of: role)
        return handshake(message.message)
    }

    private mutating func note(_ verifyData: [UInt8], of side: Role) {
        finishedSides.insert(side)
        if side == .client { clientVerifyData = verifyData }
    }

    // MARK: Receiving

    mutating func take(_ record: PuppetRecords.Wire) {
        guard let content = open(record) else { return ear.hear(Answer.sealedRecord) }
        switch record.type {
        case .changeCipherSpec:
            ear.hear(Letter.changeCipherSpec.name)
            if let keys = schedule { reading = protection(keys, of: role.peer) }
        case .alert: ear.hear(alert: content)
        case .applicationData: ear.hear(Answer.data)
        case .handshake: records.joiner.append(content)
        }
    }

    /// The content of a record: in clear, under the keys in force, or under those of the own ChangeCipherSpec; nil if it opens with none.
    private mutating func open(_ record: PuppetRecords.Wire) -> [UInt8]? {
        guard let keys = reading else { return record.fragment }
        for candidate in [keys, ownKeys.map { protection($0, of: role.peer) }] {
            guard var keys = candidate,
                let content = try? keys.open(record.fragment[...], type: record.type, version: record.version)
            else { continue }
            reading = keys
            return content
        }
        // A peer that has no keys yet says in clear what it has against ours.
        return record.type == .alert && record.fragment.count == Self.alertLength ? record.fragment : nil
    }

    private static let alertLength = 2

    /// All but HelloRequest and Finished is of interest.
    mutating func heard(_ message: HandshakeMessage) -> HandshakeMessage? {
        switch message.type {
        case .helloRequest:
            ear.hear(message.name)
            return nil
        case .finished:
            let expected = schedule?.verifyData(of: role.peer, transcriptHash: transcriptHash)
            ear.hear(message.body == expected ? message.name : Answer.wrongFinished)
            transcript += message.bytes
            note(message.body, of: role.peer)
            return nil
        default:
            ear.hear(message.name)
            transcript += message.bytes
            if message.type == .certificate { peerChain = (try? message.parsed(CertificateMessage.read))?.chain }
            return message
        }
    }
}
