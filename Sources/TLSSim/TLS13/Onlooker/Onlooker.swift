import Crypto
import Trace

/// An onlooker with one side's private values: reads a recorded connection of TLS 1.3 and tells all that follows from it.
///
/// It is neither client nor server. It believes neither side, checks both, and refuses what either would have to refuse, by the rules
/// that the endpoints use themselves: `Negotiation/`, `KeySchedule/` and `Records/`. A record goes in, events come out.
///
/// The files: this one takes records apart; `OnlookerHellos`, `OnlookerAuthentication` and `OnlookerTraffic` act upon messages in the order
/// of a handshake.
public struct Onlooker: Hashable, Sendable {
    /// The message that a handshake waits for.
    enum Awaiting: String, Hashable, Sendable {
        case clientHello, serverHello, secondClientHello, secondServerHello
        case encryptedExtensions, certificateOrRequest, serverCertificate, serverCertificateVerify, serverFinished
        case endOfEarlyData, clientCertificate, clientCertificateVerify, clientFinished
        case traffic
    }

    /// What is kept of each direction.
    struct Direction: Hashable, Sendable {
        var records: IncomingRecords
        var joiner = HandshakeJoiner()
        /// Whether its writer has said close_notify: what follows is passed over.
        var isClosed = false
        /// Whether its writer's Finished has been seen.
        var isFinished = false

        init(of writer: Role) { records = IncomingRecords(of: writer) }
    }

    // MARK: What it was told
    var privateKeys: [ShareKey] = []
    var psk: (octets: [UInt8], kind: PSKKind)? {
        get { pskOctets.map { ($0, pskKind) } }
        set { (pskOctets, pskKind) = (newValue?.octets, newValue?.kind ?? .resumption) }
    }
    private var pskOctets: [UInt8]?
    private var pskKind = PSKKind.resumption
    var publicKeys: [Role: PublicKey] = [:]

    // MARK: What it has seen
    var awaiting = Awaiting.clientHello
    var directions: [Role: Direction] = [.client: Direction(of: .client), .server: Direction(of: .server)]
    var transcript = Transcript()
    var hello: ClientHello?
    var retry: Retry?
    var choice: ServerChoice?
    var request: TLS13.CertificateRequest?
    /// The leaf of the side that shows a certificate now.
    var leaf: [UInt8] = []

    // MARK: What follows
    var early: EarlySecret?
    var handshake: HandshakeTraffic?
    var main: MainSecret?
    var clientApplication: TrafficSecret?
    var resumption: ResumptionSecret?
    /// Nonces of tickets that came before the client's Finished, which the resumption secret covers.
    var waitingNonces: [[UInt8]] = []
    /// Early data that is to come, under one of several suites.
    var earlyOffer: EarlyOffer?
    /// Whether the client's early data is accepted.
    var acceptsEarlyData = false
    /// Whether records of the client that do not open are early data that the server skips (RFC 8446 section 4.2.10).
    var skipsEarlyData = false
    /// Whether the connection is over: by a failure, or by a fatal alert.
    private var isOver = false
    private var events: [OnlookerEvent] = []

    /// The traffic secrets of the handshake.
    struct HandshakeTraffic: Hashable, Sendable {
        let client: TrafficSecret
        let server: TrafficSecret
    }

    /// Early data whose suite no message names: that of the connection that the secret comes from (RFC 8446 section 4.2.10). What opens the
    /// first record is the suite.
    struct EarlyOffer: Hashable, Sendable {
        let secret: TrafficSecret
        /// The suites of the hello that have the hash of the secret.
        let suites: [TLS13.CipherSuite]
    }

    /// An onlooker that knows nothing.
    public init() {}

    /// Tells it a private value of either side. Several may be told.
    public mutating func learn(_ key: ShareKey) { privateKeys.append(key) }

    /// Tells it the secret behind the first identity that is offered.
    public mutating func learn(psk: [UInt8], _ kind: PSKKind) { self.psk = (psk, kind) }

    /// Tells it the key that a side's CertificateVerify is checked with, in the place of the certificate's own.
    public mutating func learn(_ key: PublicKey, of side: Role) { publicKeys[side] = key }

    /// Reads the next record of a side, with its header, and tells what follows.
    public mutating func read(_ record: [UInt8], from side: Role) -> [OnlookerEvent] {
        guard !isOver, let direction = directions[side], !direction.isClosed else { return [] }
        do {
            try take(record, from: side)
        } catch {
            fail(error.alert, because: error.sentence(in: .english))
        }
        defer { events = [] }
        return events
    }

    // MARK: Telling

    mutating func tell(_ event: OnlookerEvent) { events.append(event) }

    /// Ends: with the alert that is owed, or without where the onlooker lacks a secret.
    mutating func fail(_ alert: AlertDescription?, because why: String) {
        tell(.failed(alert, why: why))
        isOver = true
    }

    // MARK: Records

    private mutating func take(_ record: [UInt8], from side: Role) throws(TLSError) {
        guard let content = try content(of: record, from: side) else { return }
        let isWhole = directions[side]?.joiner.isEmpty ?? true
        // Section 5.1: nothing comes between the parts of a message, not even what is dropped.
        guard content.type == .handshake || isWhole else { throw .splitOverKeyChange }
        switch content.type {
        case .changeCipherSpec: try takeChangeCipherSpec(content, from: side)
        case .alert: try take(alert: content.octets, from: side)
        case .applicationData:
            try checkApplicationData(from: side)
            tell(.content(from: side, .applicationData, content.octets))
        case .handshake:
            directions[side]?.joiner.append(content.octets)
            while !isOver, let message = try directions[side]?.joiner.next() { try take(message, from: side) }
        }
    }

    /// What a record carried; nil for early data that is skipped.
    private mutating func content(of record: [UInt8], from side: Role) throws(TLSError) -> IncomingRecords.Content? {
        if side == .client { settleEarlySuite(by: record) }
        guard var records = directions[side]?.records else { return nil }
        defer { directions[side]?.records = records }
        let isSkippable =
            side == .client && skipsEarlyData && record.first == ContentType.applicationData.rawValue
        // After a HelloRetryRequest there are no keys to try: it goes by the type (section 4.2.10).
        if isSkippable, records.protection == nil { return nil }
        do throws(TLSError) {
            let content = try records.read(record)
            if content.isProtected, side == .client, handshake != nil, !acceptsEarlyData { skipsEarlyData = false }
            return content
        } catch {
            guard isSkippable, error == .badRecordMAC else { throw error }
            return nil
        }
    }

    /// Section 5: between the first hello and the peer's Finished it is dropped; the content has been looked at.
    private mutating func takeChangeCipherSpec(_ content: IncomingRecords.Content, from side: Role) throws(TLSError) {
        guard hello != nil, directions[side]?.isFinished == false else {
            throw .tls13(.changeCipherSpecOutOfPlace)
        }
        tell(.content(from: side, .changeCipherSpec, content.octets))
    }

    /// Section 6: the level means nothing. close_notify and user_canceled are no errors, every other alert is.
    private mutating func take(alert octets: [UInt8], from side: Role) throws(TLSError) {
        let name = try AlertOctets.name(in: octets)
        tell(.content(from: side, .alert, octets))
        switch name {
        case .closeNotify: directions[side]?.isClosed = true
        case .userCanceled: break
        default: isOver = true
        }
    }
}
