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
    private(set) var client = Side()
    private(set) var server = Side()

    // MARK: The handshake

    /// The first ClientHello; its length in octets, its frames, the place behind it in the stream, its time, and the version of its record.
    private(set) var hello: ClientHello?
    private(set) var helloOctets = 0
    private(set) var helloFrames = (first: 0, last: 0)
    private(set) var helloEnd = 0
    private(set) var helloTime: Int64 = 0
    private(set) var recordVersion: ProtocolVersion?
    /// The first ServerHello that is no HelloRetryRequest.
    private(set) var answer: ServerHello?
    private(set) var answerFrame = 0
    private(set) var retryFrame: Int?
    private(set) var agreement = TLSAgreement()
    /// The protocol that EncryptedExtensions names.
    private(set) var openedProtocol: [UInt8]?
    private(set) var requestsCertificate = false
    private(set) var certificateFrame: Int?
    /// How the session was resumed, as documents name it: "no", "psk", "ticket" or "session_id".
    private(set) var resumption = "no"
    /// The name of the last handshake message before the handshake was complete.
    private(set) var lastMessage: String?
    private(set) var pause = Pause()
    /// The time and frame that completed the handshake; nil before.
    private(set) var completed: (time: Int64, frame: Int)?
    private(set) var alerts: [SeenAlert] = []
    /// Frames with handshake records after the first handshake (TLS 1.2 and older).
    private(set) var renegotiation = Evidence()
    /// The messages that became whole since ``TLSCourse`` last cleared this property.
    var marks: Marks = []
    /// The content of the record that was taken last; nil if it is sealed.
    private(set) var content: Content?
    /// The decryption of records with the secrets.
    private(set) var opening = TLSOpening()
    /// Whether the server has sent a message that only a full handshake has (TLS 1.2 and older).
    private var hasServerFlight = false
    private var lastSpoken: (time: Int64, frame: Int)?
    /// The client's last sealed record since ServerHello, which may have had its Finished (TLS 1.3).
    private var flight: (time: Int64, frame: Int)?

    /// The negotiated version; nil before ServerHello.
    var version: ProtocolVersion? { answer?.chosenVersion }
    /// The negotiated cipher suite; nil before ServerHello.
    var suite: RegisteredSuite? { answer.map { RegisteredSuite($0.cipherSuite) } }
    var isTLS13: Bool { version.map { $0 >= .tls13 } ?? false }
    var isComplete: Bool { completed != nil }

    /// - Parameter isMidstream: whether the handshake was over before the capture began.
    init(clientIsOne: Bool, isMidstream: Bool) {
        self.clientIsOne = clientIsOne
        if isMidstream { (client.keys, server.keys) = (.sealed, .sealed) }
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
        case .none: opening.hasEarlySecret && isFromClient ? .all : .handshake
        case .sealed: .alertsInClear
        case .tls12, .tls13: .all
        }
    }

    /// Notes that octets of a side are missing. Messages that were not whole are dropped. Records under keys cannot be numbered any more.
    mutating func lose(isFromClient: Bool) {
        self[isFromClient].lose()
        if self[isFromClient].keys.areKnown {
            opening.fail(.gap)
            self[isFromClient].keys = .sealed
        } else if answer != nil {
            self[isFromClient].keys = .sealed
        }
    }

    /// Looks for the keys of a side again before its first record under them: the secrets may have come after the change of keys.
    mutating func prepare(isFromClient: Bool, secrets: SecretsStore) {
        guard case .sealed = self[isFromClient].keys, self[isFromClient].protectedRecords == 0, !secrets.isEmpty else {
            return
        }
        self[isFromClient].keys = keys(isFromClient: isFromClient, secrets: secrets)
    }

    /// Takes a record.
    ///
    /// - Throws: ``TLSError`` for a message that cannot be read.
    mutating func take(
        _ record: RecordStream.Seen, isFromClient: Bool, secrets: SecretsStore
    ) throws(TLSError) {
        self[isFromClient].last = (record.type, record.length, record.frame)
        content = nil
        let body = record.wire.map { Array($0.dropFirst(RecordLimits.header)) }
        if record.type == .alert, record.length == 2, let body {
            content = Content(type: .alert, octets: body, isOpened: false, isAligned: true)
            return takeAlert(body, record: record, isFromClient: isFromClient, isEncrypted: false)
        }
        switch (self[isFromClient].keys, body) {
        case (.none, let body?) where record.type != .applicationData:
            try takeContent(
                body, type: record.type, of: record, isFromClient: isFromClient, isOpened: false, secrets: secrets)
        case (.tls12(var protection), let body?):
            guard record.type != .changeCipherSpec || self[isFromClient].protectedRecords > 0,
                let content = try? protection.open(body[...], type: record.type, version: record.version)
            else { return failToOpen(record, isFromClient: isFromClient) }
            self[isFromClient].keys = .tls12(protection)
            self[isFromClient].protectedRecords += 1
            opening.succeed(isFromClient: isFromClient)
            try takeContent(
                content, type: record.type, of: record, isFromClient: isFromClient, isOpened: true, secrets: secrets)
        case (.tls13, _?) where record.type != .changeCipherSpec:
            guard let content = open(record, isFromClient: isFromClient) else { return }
            try takeContent(
                content.octets, type: content.type, of: record, isFromClient: isFromClient, isOpened: true,
                secrets: secrets)
        case (.none, _?) where opening.hasEarlySecret && isFromClient:
            guard let content = opening.openEarly(record, hello: hello) else { break }
            try takeContent(
                content.octets, type: content.type, of: record, isFromClient: isFromClient, isOpened: true,
                secrets: secrets)
        case (.none, _), (.sealed, _), (.tls12, _), (.tls13, _):
            takeSealed(record, isFromClient: isFromClient)
        }
    }

    /// Opens a record of TLS 1.3; nil for a record that does not open. This is a failure, unless the record may be early data.
    private mutating func open(_ record: RecordStream.Seen, isFromClient: Bool) -> IncomingRecords.Content? {
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

    private mutating func failToOpen(_ record: RecordStream.Seen, isFromClient: Bool) {
        opening.fail(.wrong)
        self[isFromClient].keys = .sealed
        takeSealed(record, isFromClient: isFromClient)
    }

    /// Takes the content of a record that was in clear or was opened.
    private mutating func takeContent(
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
            if isComplete, !isTLS13 { renegotiate(record.frame) }
            self[isFromClient].append(octets, record, isOpened: isOpened)
            while let (message, mark) = try self[isFromClient].next() {
                try take(message, at: mark, in: record, isFromClient: isFromClient, secrets: secrets)
            }
        }
    }

    /// Takes a record that is not opened. Only its type and its length are known.
    private mutating func takeSealed(_ record: RecordStream.Seen, isFromClient: Bool) {
        guard record.type != .changeCipherSpec else {
            if !isTLS13, answer != nil || hello == nil { self[isFromClient].specChanges += 1 }
            return
        }
        self[isFromClient].protectedRecords += 1
        if hello == nil || answer == nil {
            guard record.type == .applicationData else { return }
            countApplicationData(octets: record.length, isFromClient: isFromClient)
        } else if isTLS13 {
            takeSealed13(record, isFromClient: isFromClient)
        } else {
            switch record.type {
            case .applicationData: countApplicationData(octets: record.length, isFromClient: isFromClient)
            case .alert: addAlert(record, isFromClient: isFromClient, isEncrypted: true)
            case .handshake where self[isFromClient].isFinished && isComplete: renegotiate(record.frame)
            case .handshake, .changeCipherSpec: finish(record, isFromClient: isFromClient)
            }
        }
    }

    /// Takes a sealed record of TLS 1.3, all of which have the type application_data. The place and the length of a record tell what it
    /// is (RFC 8446 sections 2 and 5.2): a Finished is as long as the hash, an alert has two octets.
    private mutating func takeSealed13(_ record: RecordStream.Seen, isFromClient: Bool) {
        // The content type and the tag of the AEAD have 17 octets.
        let inner = record.length - 17
        guard !isComplete else {
            return countApplicationData(octets: max(0, inner), isFromClient: isFromClient)
        }
        speak(at: record.time, frame: record.frame, isFromClient: isFromClient)
        if inner == 2 {
            addAlert(record, isFromClient: isFromClient, isEncrypted: true)
        } else if isFromClient {
            if inner == finishedLength { return finish(record, isFromClient: true) }
            if hello?.offersEarlyData != true { flight = (record.time, record.frame) }
        } else if let flight {
            // The server goes on: the last record of the client had its Finished.
            client.isFinished = true
            completed = flight
            takeSealed13(record, isFromClient: false)
        }
    }

    /// The length of a Finished of TLS 1.3 with its header, in octets (RFC 8446 section 4.4.4).
    private var finishedLength: Int {
        let hash = answer.flatMap { TLS13.CipherSuite.withCodePoint($0.cipherSuite) }?.hash ?? .sha256
        return HandshakeMessage.headerLength + hash.outputLength
    }

    private mutating func countApplicationData(octets: Int, isFromClient: Bool) {
        self[isFromClient].applicationOctets += octets
        self[isFromClient].applicationRecords += 1
    }

    private mutating func takeAlert(
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

    private mutating func addAlert(
        _ record: RecordStream.Seen, isFromClient: Bool, isEncrypted: Bool, level: UInt8? = nil,
        name: AlertDescription? = nil
    ) {
        marks.insert(.alert)
        guard alerts.count < 64 else { return }
        alerts.append(
            SeenAlert(
                frame: record.frame, time: record.time, isFromClient: isFromClient, level: level, name: name,
                isEncrypted: isEncrypted, isAfterHandshake: isComplete))
    }

    // MARK: Messages

    private mutating func take(
        _ message: HandshakeMessage, at mark: Mark, in record: RecordStream.Seen, isFromClient: Bool,
        secrets: SecretsStore
    ) throws(TLSError) {
        if !isComplete {
            lastMessage = message.nameInTLS13
            speak(at: mark.time, frame: mark.frame, isFromClient: isFromClient)
        }
        opening.note(message, secrets)
        switch (message.type, isFromClient) {
        case (.clientHello, true): try takeClientHello(message, at: mark, in: record, secrets: secrets)
        case (.serverHello, false): try takeServerHello(message, at: mark, secrets: secrets)
        case (.encryptedExtensions, false):
            for case .applicationProtocols(let names) in try message.parsed(EncryptedExtensions.read).extensions {
                openedProtocol = names.first
            }
        case (.certificate, _):
            marks.insert(.certificate)
            let chain =
                isTLS13
                ? try message.parsed(TLS13.Certificate.read).entries.map(\.certificate)
                : try message.parsed(CertificateMessage.read).chain
            if self[isFromClient].certificates == nil {
                self[isFromClient].certificates = chain
                if !isFromClient { certificateFrame = mark.frame }
            }
            if !isFromClient { hasServerFlight = true }
        case (.serverKeyExchange, false):
            hasServerFlight = true
            if let suite, let version { agreement.take(message, suite: suite, version: version) }
        case (.certificateRequest, false): requestsCertificate = true
        case (.serverHelloDone, false): hasServerFlight = true
        case (.clientKeyExchange, true):
            opening.takeKeyExchange(
                message, hello: hello, answer: answer, leaf: server.certificates?.first, secrets: secrets)
        case (.finished, _): takeFinished(record, isFromClient: isFromClient, secrets: secrets)
        case (.keyUpdate, _):
            if case .tls13(var incoming) = self[isFromClient].keys, let next = incoming.protection?.next {
                incoming.startReading(with: next)
                self[isFromClient].keys = .tls13(incoming)
            }
        case (.endOfEarlyData, true): opening.endEarlyData()
        default: break
        }
    }

    private mutating func takeClientHello(
        _ message: HandshakeMessage, at mark: Mark, in record: RecordStream.Seen, secrets: SecretsStore
    ) throws(TLSError) {
        let offered = try message.parsed(ClientHello.read)
        marks.insert(.clientHello)
        hasServerFlight = false
        opening.begin(offered.random)
        guard hello == nil else { return }
        hello = offered
        helloOctets = HandshakeMessage.headerLength + message.body.count
        helloFrames = (mark.frame, record.marks.last?.frame ?? mark.frame)
        (helloEnd, helloTime, recordVersion) = (record.end, mark.time, record.version)
        if offered.offersEarlyData { opening.knowEarly(secrets) }
    }

    private mutating func takeServerHello(
        _ message: HandshakeMessage, at mark: Mark, secrets: SecretsStore
    ) throws(TLSError) {
        let chosen = try message.parsed(ServerHello.read)
        marks.insert(.serverHello)
        guard !chosen.isHelloRetryRequest else { return retryFrame = retryFrame ?? mark.frame }
        opening.answer(chosen)
        guard answer == nil else { return }
        (answer, answerFrame) = (chosen, mark.frame)
        guard isTLS13 else { return }
        if chosen.selectedIdentity != nil { resumption = "psk" }
        client.keys = keys(isFromClient: true, secrets: secrets)
        server.keys = keys(isFromClient: false, secrets: secrets)
    }

    /// The keys with which a side protects its next records, if the secrets tell them.
    private mutating func keys(isFromClient: Bool, secrets: SecretsStore) -> RecordKeys {
        let writer: Role = isFromClient ? .client : .server
        return opening.keys(of: writer, isFinished: self[isFromClient].isFinished, secrets: secrets)
    }

    private mutating func changeCipherSpec(isFromClient: Bool, secrets: SecretsStore) {
        // In TLS 1.3 ChangeCipherSpec means nothing. Before ServerHello only a client of TLS 1.3 sends it (RFC 8446 appendix D.4).
        guard answer != nil, !isTLS13 else { return }
        self[isFromClient].specChanges += 1
        if !isFromClient, !hasServerFlight, !isComplete, resumption == "no" {
            resumption = hello?.offersTicket == true ? "ticket" : "session_id"
        }
        self[isFromClient].protectedRecords = 0
        self[isFromClient].keys = keys(isFromClient: isFromClient, secrets: secrets)
    }

    private mutating func takeFinished(_ record: RecordStream.Seen, isFromClient: Bool, secrets: SecretsStore) {
        finish(record, isFromClient: isFromClient)
        guard isTLS13, self[isFromClient].keys.areKnown else { return }
        // Records behind Finished are protected by the application traffic secret (RFC 8446 section 7.3).
        self[isFromClient].keys = keys(isFromClient: isFromClient, secrets: secrets)
    }

    private mutating func finish(_ record: RecordStream.Seen, isFromClient: Bool) {
        if !isComplete { lastMessage = "Finished" }
        speak(at: record.time, frame: record.frame, isFromClient: isFromClient)
        self[isFromClient].isFinished = true
        // Without secrets the server's Finished of TLS 1.3 cannot be distinguished from the rest of its flight.
        let isWhole = isTLS13 ? client.isFinished : client.isFinished && server.isFinished
        if completed == nil, isWhole { completed = (record.time, record.frame) }
    }

    private mutating func renegotiate(_ frame: Int) {
        if renegotiation.frames.last != frame { renegotiation.add(frame) }
    }

    /// Notes that a side has sent a message of the handshake, and measures the pause before it.
    private mutating func speak(at time: Int64, frame: Int, isFromClient: Bool) {
        guard !isComplete else { return }
        if let lastSpoken, time - lastSpoken.time > pause.length {
            pause = Pause(length: time - lastSpoken.time, frames: (lastSpoken.frame, frame), isFromClient: isFromClient)
        }
        lastSpoken = (time, frame)
    }
}
