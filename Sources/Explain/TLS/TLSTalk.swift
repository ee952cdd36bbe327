import Crypto
import PKI
import TLSSim
import Trace

/// What two sides have said to each other in TLS, as far as a recording shows it.
///
/// It believes both: an onlooker that is to explain what went wrong reads on where an endpoint would give up. The readers of messages and
/// records are those of the endpoints.
struct TLSTalk: Sendable {
    typealias Mark = RecordStream.Mark

    /// Whether the client of TLS is the side that has sent the first frame of the connection.
    let clientIsOne: Bool
    private(set) var client = Side()
    private(set) var server = Side()

    // MARK: The handshake

    /// The first ClientHello, its octets, its frames, the place behind it in the stream, and the version of its record.
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
    private(set) var resumption = "no"
    private(set) var lastMessage: String?
    private(set) var pause = Pause()
    private(set) var completed: (time: Int64, frame: Int)?
    private(set) var alerts: [SeenAlert] = []
    private(set) var renegotiation = Evidence()
    /// What has come since it was last asked.
    var marks: Marks = []
    /// What follows from the secrets.
    private(set) var opening = TLSOpening()
    private var hasServerFlight = false
    private var lastSpoken: (time: Int64, frame: Int)?
    /// The client's records under keys since ServerHello, until its Finished is seen (TLS 1.3).
    private var flight: (time: Int64, frame: Int)?

    /// The version that is spoken; nil before ServerHello.
    var version: ProtocolVersion? { answer?.chosenVersion }
    /// The suite; nil before ServerHello.
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

    /// The records whose bodies are of use.
    func wanted(_ isFromClient: Bool) -> RecordStream.Wanted {
        switch self[isFromClient].keys {
        case .none: opening.hasEarlySecret && isFromClient ? .all : .handshake
        case .sealed: .alertsInClear
        case .tls12, .tls13: .all
        }
    }

    /// Octets of a side are missing: it is not known where in its messages it goes on.
    mutating func lose(_ isFromClient: Bool) {
        self[isFromClient].lose()
        if self[isFromClient].keys.areKnown {
            opening.fail(.gap)
            self[isFromClient].keys = .sealed
        } else if answer != nil {
            self[isFromClient].keys = .sealed
        }
    }

    /// Secrets may have come since the keys changed, and before the first record under them.
    mutating func prepare(_ isFromClient: Bool, _ secrets: SecretsStore) {
        guard case .sealed = self[isFromClient].keys, self[isFromClient].protectedRecords == 0, !secrets.isEmpty else {
            return
        }
        self[isFromClient].keys = keys(isFromClient: isFromClient, secrets)
    }

    /// Takes a record.
    ///
    /// - Throws: ``TLSError`` for a message that cannot be read.
    mutating func take(_ record: RecordStream.Seen, _ isFromClient: Bool, _ secrets: SecretsStore) throws(TLSError) {
        self[isFromClient].last = (record.type, record.length, record.frame)
        let body = record.wire.map { Array($0.dropFirst(RecordLimits.header)) }
        if record.type == .alert, record.length == 2, let body {
            return takeAlert(body, record, isFromClient, isEncrypted: false)
        }
        switch (self[isFromClient].keys, body) {
        case (.none, let body?) where record.type != .applicationData:
            try take(record.type, body, record, isFromClient, isOpened: false, secrets)
        case (.tls12(var protection), let body?):
            guard record.type != .changeCipherSpec || self[isFromClient].protectedRecords > 0,
                let content = try? protection.open(body[...], type: record.type, version: record.version)
            else { return failToOpen(record, isFromClient) }
            self[isFromClient].keys = .tls12(protection)
            self[isFromClient].protectedRecords += 1
            opening.succeed()
            try take(record.type, content, record, isFromClient, isOpened: true, secrets)
        case (.tls13, let body?) where record.type != .changeCipherSpec:
            guard let content = open(record, body, isFromClient) else { return }
            try take(content.type, content.octets, record, isFromClient, isOpened: true, secrets)
        case (.none, let body?) where opening.hasEarlySecret && isFromClient:
            guard let content = opening.openEarly(record, body, hello) else { break }
            try take(content.type, content.octets, record, isFromClient, isOpened: true, secrets)
        case (.none, _), (.sealed, _), (.tls12, _), (.tls13, _):
            takeSealed(record, isFromClient)
        }
    }

    /// Opens a record of TLS 1.3; nil for one that does not open, which is told.
    private mutating func open(_ record: RecordStream.Seen, _ body: [UInt8], _ isFromClient: Bool) -> IncomingRecords
        .Content?
    {
        if isFromClient, let early = opening.openEarly(record, body, hello) { return early }
        guard case .tls13(var incoming) = self[isFromClient].keys, let wire = record.wire else { return nil }
        if let content = try? incoming.read(wire) {
            self[isFromClient].keys = .tls13(incoming)
            self[isFromClient].protectedRecords += 1
            opening.succeed()
            return content
        }
        // RFC 8446 section 4.2.10: early data that the server does not take.
        if isFromClient, hello?.offersEarlyData == true, client.protectedRecords == 0 { return nil }
        failToOpen(record, isFromClient)
        return nil
    }

    private mutating func failToOpen(_ record: RecordStream.Seen, _ isFromClient: Bool) {
        opening.fail(.wrong)
        self[isFromClient].keys = .sealed
        takeSealed(record, isFromClient)
    }

    /// Takes what a record carries.
    private mutating func take(
        _ type: ContentType, _ octets: [UInt8], _ record: RecordStream.Seen, _ isFromClient: Bool, isOpened: Bool,
        _ secrets: SecretsStore
    ) throws(TLSError) {
        switch type {
        case .changeCipherSpec: changeCipherSpec(record, isFromClient, secrets)
        case .alert: takeAlert(octets, record, isFromClient, isEncrypted: isOpened)
        case .applicationData:
            self[isFromClient].applicationOctets += octets.count
            self[isFromClient].applicationRecords += 1
            if isOpened { self[isFromClient].plaintext.take(octets) }
        case .handshake:
            if isComplete, !isTLS13 { renegotiate(record.frame) }
            self[isFromClient].append(octets, record, isOpened: isOpened)
            while let (message, mark) = try self[isFromClient].next() {
                try take(message, mark, record, isFromClient, secrets)
            }
        }
    }

    /// Takes a record that is not opened: what it says it is and how long it is must do.
    private mutating func takeSealed(_ record: RecordStream.Seen, _ isFromClient: Bool) {
        guard record.type != .changeCipherSpec else {
            if !isTLS13, answer != nil || hello == nil { self[isFromClient].specChanges += 1 }
            return
        }
        self[isFromClient].protectedRecords += 1
        if hello == nil || answer == nil {
            if record.type == .applicationData { count(record, isFromClient) }
        } else if isTLS13 {
            takeSealed13(record, isFromClient: isFromClient)
        } else {
            switch record.type {
            case .applicationData: count(record, isFromClient)
            case .alert:
                add(record, isFromClient, isEncrypted: true)
            case .handshake where self[isFromClient].isFinished && isComplete: renegotiate(record.frame)
            case .handshake, .changeCipherSpec: finish(record, isFromClient: isFromClient)
            }
        }
    }

    /// TLS 1.3 calls all that is sealed application data. What a record is can be known by its place and its length (RFC 8446 sections
    /// 2 and 5.2): a Finished is as long as the hash, an alert has two octets.
    private mutating func takeSealed13(_ record: RecordStream.Seen, isFromClient: Bool) {
        let inner = record.length - 17
        guard !isComplete else {
            self[isFromClient].applicationOctets += max(0, inner)
            self[isFromClient].applicationRecords += 1
            return
        }
        speak(record.time, record.frame, isFromClient)
        if inner == 2 {
            add(record, isFromClient, isEncrypted: true)
        } else if isFromClient {
            if inner == finishedLength { return finish(record, isFromClient: true) }
            if hello?.offersEarlyData != true { flight = (record.time, record.frame) }
        } else if let flight {
            // The server goes on: what the client has sent since was all of its part.
            client.isFinished = true
            completed = flight
            takeSealed13(record, isFromClient: false)
        }
    }

    /// Octets of a Finished in TLS 1.3 with its header (RFC 8446 section 4.4.4).
    private var finishedLength: Int {
        let hash = answer.flatMap { TLS13.CipherSuite.withCodePoint($0.cipherSuite) }?.hash ?? .sha256
        return HandshakeMessage.headerLength + hash.outputLength
    }

    private mutating func count(_ record: RecordStream.Seen, _ isFromClient: Bool) {
        self[isFromClient].applicationOctets += record.length
        self[isFromClient].applicationRecords += 1
    }

    private mutating func takeAlert(
        _ octets: [UInt8], _ record: RecordStream.Seen, _ isFromClient: Bool, isEncrypted: Bool
    ) {
        guard octets.count == 2 else { return }
        let name = AlertDescription(rawValue: octets[1])
        var level = octets[0]
        if isTLS13 { level = name == .closeNotify || name == .userCanceled ? 1 : 2 }
        if name == .closeNotify { self[isFromClient].hasClosed = true }
        add(record, isFromClient, isEncrypted: isEncrypted, level: level, name: name)
    }

    private mutating func add(
        _ record: RecordStream.Seen, _ isFromClient: Bool, isEncrypted: Bool, level: UInt8? = nil,
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
        _ message: HandshakeMessage, _ mark: Mark, _ record: RecordStream.Seen, _ isFromClient: Bool,
        _ secrets: SecretsStore
    ) throws(TLSError) {
        if !isComplete {
            lastMessage = message.nameInTLS13
            speak(mark.time, mark.frame, isFromClient)
        }
        opening.note(message, secrets)
        switch (message.type, isFromClient) {
        case (.clientHello, true): try takeClientHello(message, mark, record, secrets)
        case (.serverHello, false): try takeServerHello(message, mark, secrets)
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
            if let suite, let version { agreement.take(message, suite, version) }
        case (.certificateRequest, false): requestsCertificate = true
        case (.serverHelloDone, false): hasServerFlight = true
        case (.clientKeyExchange, true):
            opening.takeKeyExchange(message, hello, answer, server.certificates?.first, secrets)
        case (.finished, _): takeFinished(record, isFromClient, secrets)
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
        _ message: HandshakeMessage, _ mark: Mark, _ record: RecordStream.Seen, _ secrets: SecretsStore
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

    private mutating func takeServerHello(_ message: HandshakeMessage, _ mark: Mark, _ secrets: SecretsStore)
        throws(TLSError)
    {
        let chosen = try message.parsed(ServerHello.read)
        marks.insert(.serverHello)
        guard !chosen.isHelloRetryRequest else { return retryFrame = retryFrame ?? mark.frame }
        opening.answer(chosen)
        guard answer == nil else { return }
        (answer, answerFrame) = (chosen, mark.frame)
        guard isTLS13 else { return }
        if chosen.selectedIdentity != nil { resumption = "psk" }
        client.keys = keys(isFromClient: true, secrets)
        server.keys = keys(isFromClient: false, secrets)
    }

    /// The keys that come into force, where there are secrets for them.
    private mutating func keys(isFromClient: Bool, _ secrets: SecretsStore) -> RecordKeys {
        let writer: Role = isFromClient ? .client : .server
        return opening.keys(of: writer, self[isFromClient].isFinished, secrets)
    }

    private mutating func changeCipherSpec(_ record: RecordStream.Seen, _ isFromClient: Bool, _ secrets: SecretsStore) {
        // In TLS 1.3 it means nothing, and before ServerHello only a client of TLS 1.3 sends it (RFC 8446 appendix D.4).
        guard answer != nil, !isTLS13 else { return }
        self[isFromClient].specChanges += 1
        if !isFromClient, !hasServerFlight, !isComplete, resumption == "no" {
            let hasTicket = hello?.extensions.contains {
                if case .sessionTicket(let ticket) = $0 { !ticket.isEmpty } else { false }
            }
            resumption = hasTicket == true ? "ticket" : "session_id"
        }
        self[isFromClient].protectedRecords = 0
        self[isFromClient].keys = keys(isFromClient: isFromClient, secrets)
    }

    private mutating func takeFinished(_ record: RecordStream.Seen, _ isFromClient: Bool, _ secrets: SecretsStore) {
        finish(record, isFromClient: isFromClient)
        guard isTLS13 else { return }
        // Section 7.3: behind Finished the keys of the data are in force.
        if self[isFromClient].keys.areKnown { self[isFromClient].keys = keys(isFromClient: isFromClient, secrets) }
    }

    private mutating func finish(_ record: RecordStream.Seen, isFromClient: Bool) {
        if !isComplete { lastMessage = "Finished" }
        speak(record.time, record.frame, isFromClient)
        self[isFromClient].isFinished = true
        // Without the server's secrets its Finished cannot be told from the rest of its flight.
        let isWhole = isTLS13 ? client.isFinished : client.isFinished && server.isFinished
        if completed == nil, isWhole { completed = (record.time, record.frame) }
    }

    private mutating func renegotiate(_ frame: Int) {
        if renegotiation.frames.last != frame { renegotiation.add(frame) }
    }

    private mutating func speak(_ time: Int64, _ frame: Int, _ isFromClient: Bool) {
        guard !isComplete else { return }
        if let lastSpoken, time - lastSpoken.time > pause.length {
            pause = Pause(length: time - lastSpoken.time, frames: (lastSpoken.frame, frame), isFromClient: isFromClient)
        }
        lastSpoken = (time, frame)
    }
}
