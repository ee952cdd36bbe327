import Crypto
import PKI
import TLSSim
import Trace

/// The TLS records and messages of both sides, as far as a recording shows them.
///
/// It verifies nothing: to explain what went wrong, it reads on where an endpoint would give up. The readers of messages and records are
/// those of the endpoints.
struct TLSTalk: Sendable {
    typealias Mark = RecordStream.Mark

    /// Whether the TLS client is the side that has sent the first frame of the connection.
    let clientIsOne: Bool
    var client = Side()
    var server = Side()

    // MARK: The handshake

    /// The first ClientHello, and its place in the capture.
    var firstHello: SeenHello?
    var hello: ClientHello? { firstHello?.message }
    /// The first ServerHello that is no HelloRetryRequest.
    var answer: ServerHello?
    var answerFrame: Int?
    var retryFrame: Int?
    var agreement = TLSAgreement()
    /// The protocol that EncryptedExtensions names.
    var openedProtocol: [UInt8]?
    var requestsCertificate = false
    /// The server's Certificate: its frame, its time, and the place behind it in the stream.
    var certificate: (frame: Int, time: Int64, end: Int)?
    /// How the session was resumed, as documents name it: "no", "psk", "ticket" or "session_id"; nil if the messages that tell are missing.
    var resumption: String? = "no"
    /// The name of the last handshake message before the handshake was complete.
    var lastMessage: String?
    var pause = Pause()
    var alerts: [SeenAlert] = []
    /// Frames with handshake records after the first handshake (TLS 1.2 and older).
    var renegotiation = Evidence()
    /// Frames with heartbeats (RFC 6520). Their contents are not read.
    var heartbeats = Evidence()
    /// Records of the server since the client's first application data (TLS 1.2 and older).
    var recordsOfAnswer = 0
    /// Whether the client has sent more than its Finished after ServerHello, such as its certificate (TLS 1.3).
    var hasClientFlight = false
    /// The messages that became whole since ``TLSCourse`` last cleared this property.
    var marks: Marks = []
    /// The content of the record that was taken last; nil if it is sealed.
    var content: Content?
    /// The decryption of records with the secrets.
    var opening = TLSOpening()
    /// Whether the server has sent a message that only a full handshake has (TLS 1.2 and older).
    var hasServerFlight = false
    var lastSpoken: (time: Int64, frame: Int)?
    /// The client's last sealed record since ServerHello, which may have had its Finished (TLS 1.3).
    var flight: (time: Int64, frame: Int)?

    /// The negotiated version; nil before ServerHello.
    var version: ProtocolVersion? { answer?.chosenVersion }
    /// The negotiated cipher suite; nil before ServerHello.
    var suite: RegisteredSuite? { answer.map { RegisteredSuite($0.cipherSuite) } }
    var isTLS13: Bool { version.map { $0 >= .tls13 } ?? false }
    /// The time and frame that completed the handshake; nil before. The records of one side may have been read before those of the other, so
    /// the later of both frames counts.
    var completed: (time: Int64, frame: Int)? {
        // Without secrets the server's Finished of TLS 1.3 cannot be distinguished from the rest of its flight.
        if isTLS13 { return client.finished }
        guard let one = client.finished, let other = server.finished else { return nil }
        return one.frame > other.frame ? one : other
    }
    var isComplete: Bool { completed != nil }

    /// - Parameter begins: whether TLS begins with the client's hello, or with that of the server; nil if the capture begins later. What is
    ///   missing may have changed the keys.
    init(clientIsOne: Bool, begins isFromClient: Bool?) {
        self.clientIsOne = clientIsOne
        if isFromClient != true { client.keys = .unknown }
        if isFromClient == nil { server.keys = .unknown }
    }

    /// Takes a ClientHello in the form of SSL 2.0.
    mutating func take(_ old: SeenHello) { firstHello = old }

    /// Whether messages of the handshake are not in the capture: octets of a side are missing, or a hello although the session goes on.
    var lacksMessages: Bool {
        client.hasGap || server.hasGap || hello == nil
            || answer == nil && client.protectedRecords > 0 && hello?.offersEarlyData != true
    }

    /// Whether an alert came when the handshake was complete.
    func isAfterHandshake(_ alert: SeenAlert) -> Bool { completed.map { $0.frame <= alert.frame } ?? false }

    /// Whether the last record of a side may be close_notify, by what is known of it: its content, or else its type and length.
    func mayHaveClosed(isFromClient: Bool) -> Bool {
        let side = self[isFromClient]
        if side.hasClosed { return true }
        guard !side.keys.areKnown, let last = side.last else { return false }
        if isTLS13 { return isComplete && last.type == .applicationData && last.length == 19 }
        // An alert in clear has two octets.
        return last.type == .alert && last.length > 2 && (isComplete || side.applicationRecords > 0)
    }

    subscript(isFromClient: Bool) -> Side {
        _read { yield isFromClient ? client : server }
        _modify {
            if isFromClient { yield &client } else { yield &server }
        }
    }

    // MARK: Records

    /// The records of a side whose bodies are read.
    func wanted(isFromClient: Bool) -> RecordStream.Wanted {
        switch self[isFromClient].keys {
        case .none, .unknown: opening.hasEarlySecret && isFromClient ? .all : .handshake
        case .sealed: .alertsInClear
        case .tls12, .tls13: .all
        }
    }

    /// Notes that octets of a side are missing. Messages that were not whole are dropped. Records under keys cannot be numbered any more. If
    /// there were no keys yet, the missing octets may have changed that.
    mutating func lose(isFromClient: Bool) {
        self[isFromClient].lose()
        switch self[isFromClient].keys {
        case .none: self[isFromClient].keys = .unknown
        case .unknown, .sealed: break
        case .tls12, .tls13:
            opening.fail(.gap)
            self[isFromClient].keys = .sealed
        }
    }

    /// Looks for the keys of a side again before its first record under them: the secrets may have come after the change of keys.
    mutating func prepare(isFromClient: Bool, secrets: SecretsStore) {
        let side = self[isFromClient]
        guard case .sealed = side.keys, side.protectedRecords == 0, !side.hasGap, !secrets.isEmpty else { return }
        self[isFromClient].keys = keys(isFromClient: isFromClient, secrets: secrets)
    }

    /// Takes a record.
    ///
    /// - Throws: ``TLSError`` for a message that cannot be read.
    mutating func take(
        _ record: RecordStream.Seen, isFromClient: Bool, secrets: SecretsStore
    ) throws(TLSError) {
        self[isFromClient].last = (record.type, record.length, record.frame, record.time, record.end)
        content = nil
        guard let type = record.type else { return takeHeartbeat(record.frame, isFromClient: isFromClient) }
        let body = record.wire.map { Array($0.dropFirst(RecordLimits.header)) }
        if type == .alert, let body, isClearAlert(body, isFromClient: isFromClient) {
            content = Content(type: .alert, octets: body, isOpened: false, isAligned: true)
            return takeAlert(body, record: record, isFromClient: isFromClient, isEncrypted: false)
        }
        switch (self[isFromClient].keys, body) {
        case (.none, let body?) where type != .applicationData:
            try takeContent(body, type: type, of: record, isFromClient: isFromClient, isOpened: false, secrets: secrets)
        case (.unknown, let body?) where type != .applicationData:
            takeUnknown(body, type: type, of: record, isFromClient: isFromClient, secrets: secrets)
        case (.tls12(var protection), let body?):
            guard type != .changeCipherSpec || self[isFromClient].protectedRecords > 0,
                let content = try? protection.open(body[...], type: type, version: record.version)
            else { return failToOpen(record, isFromClient: isFromClient) }
            self[isFromClient].keys = .tls12(protection)
            self[isFromClient].protectedRecords += 1
            opening.succeed(isFromClient: isFromClient)
            try takeContent(
                content, type: type, of: record, isFromClient: isFromClient, isOpened: true, secrets: secrets)
        case (.tls13, _?) where type != .changeCipherSpec:
            guard let content = open(record, isFromClient: isFromClient) else { return }
            try takeContent(
                content.octets, type: content.type, of: record, isFromClient: isFromClient, isOpened: true,
                secrets: secrets)
        case (.none, _?) where opening.hasEarlySecret && isFromClient,
            (.unknown, _?) where opening.hasEarlySecret && isFromClient:
            guard let content = opening.openEarly(record, hello: hello) else { break }
            try takeContent(
                content.octets, type: content.type, of: record, isFromClient: isFromClient, isOpened: true,
                secrets: secrets)
        case (.unknown, _) where answer != nil || hello?.offersEarlyData != true:
            // Nothing follows application data in clear, but for a second ClientHello behind early data.
            self[isFromClient].keys = .sealed
            takeSealed(record, isFromClient: isFromClient)
        case (.none, _), (.unknown, _), (.sealed, _), (.tls12, _), (.tls13, _):
            takeSealed(record, isFromClient: isFromClient)
        }
    }

    /// Whether the body of an alert record is an alert in clear. Up to TLS 1.2 no side that has keys sends one; in TLS 1.3 a protected alert
    /// has another record type.
    func isClearAlert(_ body: [UInt8], isFromClient: Bool) -> Bool {
        guard body.count == 2 else { return false }
        switch self[isFromClient].keys {
        case .none: return true
        case .unknown: return AlertLevel(rawValue: body[0]) != nil
        case .sealed, .tls12, .tls13: return isTLS13
        }
    }

    /// Takes a record of which it is not known whether it is protected. It was in clear if all of its content can be read.
    mutating func takeUnknown(
        _ body: [UInt8], type: ContentType, of record: RecordStream.Seen, isFromClient: Bool, secrets: SecretsStore
    ) {
        switch type {
        case .changeCipherSpec where body == [1]: changeCipherSpec(isFromClient: isFromClient, secrets: secrets)
        case .handshake where HandshakeMessage.areClear(body, isFromClient: isFromClient):
            self[isFromClient].keys = .none
            do {
                try takeContent(
                    body, type: type, of: record, isFromClient: isFromClient, isOpened: false, secrets: secrets)
            } catch { lose(isFromClient: isFromClient) }
        case .alert where body.count > 4:
            self[isFromClient].keys = .sealed
            takeSealed(record, isFromClient: isFromClient)
        case .changeCipherSpec, .handshake, .alert, .applicationData: self[isFromClient].protectedRecords += 1
        }
    }

    /// Takes a heartbeat. A protected one is a record that is not opened here, and so none behind it is.
    mutating func takeHeartbeat(_ frame: Int, isFromClient: Bool) {
        heartbeats.add(frame)
        guard self[isFromClient].keys.areKnown else { return }
        opening.fail(.heartbeat)
        self[isFromClient].keys = .sealed
    }

    /// Opens a record of TLS 1.3; nil for a record that does not open. This is a failure, unless the record may be early data.
    mutating func open(_ record: RecordStream.Seen, isFromClient: Bool) -> IncomingRecords.Content? {
        if isFromClient, let early = opening.openEarly(record, hello: hello) { return early }
        guard case .tls13(var incoming) = self[isFromClient].keys, let wire = record.wire else { return nil }
        if let content = try? incoming.read(wire) {
            self[isFromClient].keys = .tls13(incoming)
            self[isFromClient].protectedRecords += 1
            opening.succeed(isFromClient: isFromClient)
            return content
        }
        // The record may be early data that the server has rejected (RFC 8446 section 4.2.10).
        if isFromClient, hello?.offersEarlyData == true, client.protectedRecords == 0 { return nil }
        failToOpen(record, isFromClient: isFromClient)
        return nil
    }

    mutating func failToOpen(_ record: RecordStream.Seen, isFromClient: Bool) {
        opening.fail(.wrong)
        self[isFromClient].keys = .sealed
        takeSealed(record, isFromClient: isFromClient)
    }

    /// Takes the content of a record that was in clear or was opened.
    mutating func takeContent(
        _ octets: [UInt8], type: ContentType, of record: RecordStream.Seen, isFromClient: Bool, isOpened: Bool,
        secrets: SecretsStore
    ) throws(TLSError) {
        content = Content(
            type: type, octets: octets, isOpened: isOpened,
            isAligned: type != .handshake || self[isFromClient].joiner.isEmpty)
        switch type {
        case .changeCipherSpec: changeCipherSpec(isFromClient: isFromClient, secrets: secrets)
        case .alert: takeAlert(octets, record: record, isFromClient: isFromClient, isEncrypted: isOpened)
        case .applicationData:
            countApplicationData(octets: octets.count, isFromClient: isFromClient)
            guard isOpened else { return }
            if self[isFromClient].plaintext == nil { self[isFromClient].plaintext = Plaintext() }
            self[isFromClient].plaintext?.append(octets)
        case .handshake:
            if self[isFromClient].isFinished, !isTLS13 { renegotiate(record.frame) }
            self[isFromClient].append(octets, record, isOpened: isOpened)
            while let (message, mark) = try self[isFromClient].next() {
                try take(message, at: mark, in: record, isFromClient: isFromClient, secrets: secrets)
            }
        }
    }

    /// Takes a record that is not opened. Only its type and its length are known.
    mutating func takeSealed(_ record: RecordStream.Seen, isFromClient: Bool) {
        guard record.type != .changeCipherSpec else {
            if !isTLS13, answer != nil || hello == nil { self[isFromClient].specChanges += 1 }
            return
        }
        self[isFromClient].protectedRecords += 1
        guard !isTLS13 else { return takeSealed13(record, isFromClient: isFromClient) }
        switch record.type {
        case .applicationData:
            countApplicationData(octets: record.length, isFromClient: isFromClient)
            // Up to TLS 1.2 a side sends its Finished before any data.
            if answer != nil, !self[isFromClient].isFinished {
                self[isFromClient].finished = (record.time, record.frame)
            }
        case .alert:
            addAlert(record, isFromClient: isFromClient, isEncrypted: true)
            if !isFromClient, client.applicationRecords > 0 { recordsOfAnswer += 1 }
        case .handshake where answer == nil: break
        case .handshake where self[isFromClient].isFinished: renegotiate(record.frame)
        case .handshake: finish(record, isFromClient: isFromClient)
        case .changeCipherSpec, nil: break
        }
    }

    /// Takes a sealed record of TLS 1.3, all of which have the type application_data. The place and the length of a record tell what it
    /// is (RFC 8446 sections 2 and 5.2): a Finished is as long as the hash, an alert has two octets. If records are missing, the place does not
    /// tell.
    mutating func takeSealed13(_ record: RecordStream.Seen, isFromClient: Bool) {
        // The content type and the tag of the AEAD have 17 octets.
        let inner = record.length - 17
        guard !isComplete else {
            return countApplicationData(octets: max(0, inner), isFromClient: isFromClient)
        }
        guard !client.hasGap else { return }
        speak(at: record.time, frame: record.frame, isFromClient: isFromClient)
        let hasEarlyData = hello?.offersEarlyData == true
        if isFromClient, inner == finishedLength { return finish(record, isFromClient: true) }
        guard !server.hasGap else { return }
        if inner == 2, !isFromClient || !hasEarlyData {
            addAlert(record, isFromClient: isFromClient, isEncrypted: true)
        } else if isFromClient {
            if !hasEarlyData { (flight, hasClientFlight) = ((record.time, record.frame), true) }
        } else if let flight {
            // The server goes on: the last record of the client had its Finished.
            client.finished = flight
            takeSealed13(record, isFromClient: false)
        }
    }

    /// The length of a Finished of TLS 1.3 with its header, in octets (RFC 8446 section 4.4.4).
    var finishedLength: Int {
        let hash = answer.flatMap { TLS13.CipherSuite.withCodePoint($0.cipherSuite) }?.hash ?? .sha256
        return HandshakeMessage.headerLength + hash.outputLength
    }

    mutating func countApplicationData(octets: Int, isFromClient: Bool) {
        self[isFromClient].applicationOctets += octets
        self[isFromClient].applicationRecords += 1
        if !isFromClient, client.applicationRecords > 0 { recordsOfAnswer += 1 }
    }

    mutating func takeAlert(
        _ octets: [UInt8], record: RecordStream.Seen, isFromClient: Bool, isEncrypted: Bool
    ) {
        guard octets.count == 2 else { return }
        let name = AlertDescription(rawValue: octets[1])
        var level = octets[0]
        // In TLS 1.3 the level means nothing: all alerts but these two are fatal (RFC 8446 section 6).
        if isTLS13 { level = name == .closeNotify || name == .userCanceled ? 1 : 2 }
        if name == .closeNotify { self[isFromClient].hasClosed = true }
        addAlert(record, isFromClient: isFromClient, isEncrypted: isEncrypted, level: level, name: name)
    }

    mutating func addAlert(
        _ record: RecordStream.Seen, isFromClient: Bool, isEncrypted: Bool, level: UInt8? = nil,
        name: AlertDescription? = nil
    ) {
        marks.insert(.alert)
        guard alerts.count < 64 else { return }
        // The records of one side may be read before earlier ones of the other side.
        alerts.insert(
            SeenAlert(
                frame: record.frame, time: record.time, isFromClient: isFromClient, level: level, name: name,
                isEncrypted: isEncrypted), at: alerts.firstIndex { $0.frame > record.frame } ?? alerts.endIndex)
    }
}
