import Crypto
import PKI
import TLSSim
import Trace

/// Takes the messages of the handshake.
extension TLSTalk {
    mutating func take(
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
                if !isFromClient { certificate = (mark.frame, mark.time, record.end) }
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
        case (.finished, _) where self[isFromClient].keys.areKnown:
            takeFinished(record, isFromClient: isFromClient, secrets: secrets)
        case (.keyUpdate, _):
            if case .tls13(var incoming) = self[isFromClient].keys, let next = incoming.protection?.next {
                incoming.startReading(with: next)
                self[isFromClient].keys = .tls13(incoming)
            }
        case (.endOfEarlyData, true): opening.endEarlyData()
        default: break
        }
    }

    mutating func takeClientHello(
        _ message: HandshakeMessage, at mark: Mark, in record: RecordStream.Seen, secrets: SecretsStore
    ) throws(TLSError) {
        let offered = try message.parsed(ClientHello.read)
        marks.insert(.clientHello)
        hasServerFlight = false
        opening.begin(offered.random)
        guard hello == nil else { return }
        firstHello = SeenHello(
            message: offered, frames: (mark.frame, record.marks.last?.frame ?? mark.frame), time: mark.time,
            lastTime: record.time, octets: HandshakeMessage.headerLength + message.body.count, end: record.end,
            recordVersion: record.version)
        if offered.offersEarlyData { opening.knowEarly(secrets) }
    }

    mutating func takeServerHello(
        _ message: HandshakeMessage, at mark: Mark, secrets: SecretsStore
    ) throws(TLSError) {
        let chosen = try message.readServerHello()
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
    mutating func keys(isFromClient: Bool, secrets: SecretsStore) -> RecordKeys {
        let writer: Role = isFromClient ? .client : .server
        return opening.keys(of: writer, isFinished: self[isFromClient].isFinished, secrets: secrets)
    }

    mutating func changeCipherSpec(isFromClient: Bool, secrets: SecretsStore) {
        // Before ServerHello only a client of TLS 1.3 sends it (RFC 8446 appendix D.4); or ServerHello is missing.
        guard answer != nil else { return self[isFromClient].keys = .unknown }
        // In TLS 1.3 ChangeCipherSpec means nothing.
        guard !isTLS13 else { return }
        self[isFromClient].specChanges += 1
        if !isFromClient, !hasServerFlight, !isComplete, resumption == "no" {
            let isTicket = hello.map(\.offersTicket)
            resumption = server.hasGap ? nil : isTicket.map { $0 ? "ticket" : "session_id" }
        }
        self[isFromClient].protectedRecords = 0
        self[isFromClient].keys = keys(isFromClient: isFromClient, secrets: secrets)
    }

    mutating func takeFinished(_ record: RecordStream.Seen, isFromClient: Bool, secrets: SecretsStore) {
        finish(record, isFromClient: isFromClient)
        guard isTLS13 else { return }
        // Records behind Finished are protected by the application traffic secret (RFC 8446 section 7.3).
        self[isFromClient].keys = keys(isFromClient: isFromClient, secrets: secrets)
    }

    mutating func finish(_ record: RecordStream.Seen, isFromClient: Bool) {
        if !isComplete { lastMessage = "Finished" }
        speak(at: record.time, frame: record.frame, isFromClient: isFromClient)
        if !self[isFromClient].isFinished { self[isFromClient].finished = (record.time, record.frame) }
    }

    mutating func renegotiate(_ frame: Int) {
        if renegotiation.frames.last != frame { renegotiation.add(frame) }
    }

    /// Notes that a side has sent a message of the handshake, and measures the pause before it.
    mutating func speak(at time: Int64, frame: Int, isFromClient: Bool) {
        guard !isComplete else { return }
        if let lastSpoken, time - lastSpoken.time > pause.length {
            pause = Pause(length: time - lastSpoken.time, frames: (lastSpoken.frame, frame), isFromClient: isFromClient)
        }
        lastSpoken = (time, frame)
    }
}
