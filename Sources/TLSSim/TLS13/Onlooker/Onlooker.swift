import Crypto
import Trace

/// An onlooker with private values of one side: it reads the records of a connection of TLS 1.3 and tells all that follows from them.
///
/// It is neither client nor server. It trusts neither side: it checks both, and fails where one of them has to send an alert. It applies
/// the rules that the endpoints use: `Negotiation/`, `KeySchedule/` and `TrafficProtection/`. A record goes in, events come out.
///
/// This file takes records apart. `OnlookerHellos`, `OnlookerAuthentication` and `OnlookerTraffic` process the messages, in the order of a
/// handshake.
public struct Onlooker: Hashable, Sendable {
    /// The message that has to come next.
    enum Awaiting: String, Hashable, Sendable {
        case clientHello, serverHello, secondClientHello, secondServerHello
        case encryptedExtensions, certificateOrRequest, serverCertificate, serverCertificateVerify, serverFinished
        case endOfEarlyData, clientCertificate, clientCertificateVerify, clientFinished
        case traffic
    }

    /// The state of one direction.
    struct Direction: Hashable, Sendable {
        var records: IncomingRecords
        var joiner = HandshakeJoiner()
        /// Whether its writer has sent close_notify: what follows is ignored.
        var isClosed = false
        /// Whether its writer's Finished has been seen.
        var isFinished = false

        init(of writer: Role) { records = IncomingRecords(of: writer) }
    }

    // MARK: Secrets and keys that it was given
    var privateKeys: [ShareKey] = []
    var psk: (octets: [UInt8], kind: PSKKind)? {
        get { pskOctets.map { ($0, pskKind) } }
        set { (pskOctets, pskKind) = (newValue?.octets, newValue?.kind ?? .resumption) }
    }
    private var pskOctets: [UInt8]?
    private var pskKind = PSKKind.resumption
    var publicKeys: [Role: PublicKey] = [:]

    // MARK: State of the handshake
    var awaiting = Awaiting.clientHello
    var directions: [Role: Direction] = [.client: Direction(of: .client), .server: Direction(of: .server)]
    var transcript = Transcript()
    var hello: ClientHello?
    var retry: Retry?
    var choice: ServerChoice?
    var request: TLS13.CertificateRequest?
    /// The end-entity certificate, in DER, of the side whose CertificateVerify is checked next.
    var leaf: [UInt8] = []

    // MARK: Secrets that it has computed
    var early: EarlySecret?
    var handshake: HandshakeTraffic?
    var main: MainSecret?
    var clientApplication: TrafficSecret?
    var resumption: ResumptionSecret?
    /// The nonces of tickets that came before the client's Finished. Their PSKs need the resumption secret, which is known after it.
    var waitingNonces: [[UInt8]] = []
    /// The early data that is to come, if its suite is not known yet.
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

    /// Early data whose suite is not known. No message names it: it is the suite of the connection from which the secret comes (RFC 8446
    /// section 4.2.10). The suite that opens the first record is the right one.
    struct EarlyOffer: Hashable, Sendable {
        let secret: TrafficSecret
        /// The suites of the hello that have the hash of the secret.
        let suites: [TLS13.CipherSuite]
    }

    /// An onlooker without secrets.
    public init() {}

    /// Gives it a private value of either side. It can be given several.
    public mutating func learn(_ key: ShareKey) { privateKeys.append(key) }

    /// Gives it the secret behind the first identity that the client offers.
    public mutating func learn(psk: [UInt8], _ kind: PSKKind) { self.psk = (psk, kind) }

    /// Gives it the key by which it checks a side's CertificateVerify, in place of the key in the certificate.
    public mutating func learn(_ key: PublicKey, of side: Role) { publicKeys[side] = key }

    /// Reads the next record of a side, with its header, and returns what follows from it.
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

    /// Ends the reading: with the alert that a side has to send, or with nil if the onlooker lacks a secret.
    mutating func fail(_ alert: AlertDescription?, because why: String) {
        tell(.failed(alert, why: why))
        isOver = true
    }

    // MARK: Records

    private mutating func take(_ record: [UInt8], from side: Role) throws(TLSError) {
        guard let content = try content(of: record, from: side) else { return }
        let isWhole = directions[side]?.joiner.isEmpty ?? true
        // Section 5.1: no record of another type comes between the parts of a message, not even one that is dropped.
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

    /// The content of a record; nil for early data that is skipped.
    private mutating func content(of record: [UInt8], from side: Role) throws(TLSError) -> IncomingRecords.Content? {
        if side == .client { settleEarlySuite(by: record) }
        guard var records = directions[side]?.records else { return nil }
        defer { directions[side]?.records = records }
        let isSkippable =
            side == .client && skipsEarlyData && record.first == ContentType.applicationData.rawValue
        // After a HelloRetryRequest there are no keys to try: the type of the record decides (section 4.2.10).
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

    /// Accepts a ChangeCipherSpec, whose content has been checked, only between the first hello and the sender's Finished (section 5).
    private mutating func takeChangeCipherSpec(_ content: IncomingRecords.Content, from side: Role) throws(TLSError) {
        guard hello != nil, directions[side]?.isFinished == false else {
            throw .tls13(.changeCipherSpecOutOfPlace)
        }
        tell(.content(from: side, .changeCipherSpec, content.octets))
    }

    /// Section 6: the level is ignored. close_notify and user_canceled are not errors, every other alert is.
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
