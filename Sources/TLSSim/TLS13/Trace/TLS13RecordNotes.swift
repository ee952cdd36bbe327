import Crypto
import PKI
import Trace

/// The notes about records.
extension TLS13.Session {
    /// The note of a record that this side writes.
    func note(writing type: ContentType, _ content: [UInt8]) -> Note? {
        switch type {
        case .changeCipherSpec: .tls13(.hello(.dummy(role)))
        case .alert: note(alert: content, writing: true)
        case .applicationData:
            outgoing.map { note(data: content.count, under: $0, padding: padding(behind: content.count)) }
        case .handshake: HandshakeMessage(whole: content).flatMap { note(of: $0, by: role) }.map { .tls13($0) }
        }
    }

    /// The notes of a record that this side reads, as its writer would make them: one for each whole message in it, in order.
    ///
    /// - Parameter expansion: by how many octets the record's fragment is longer than its content. All but type and tag are padding.
    func notes(reading type: ContentType, _ content: [UInt8], expansion: Int) -> [Note] {
        switch type {
        case .changeCipherSpec: return [.tls13(.hello(.dummy(role.peer)))]
        case .alert: return note(alert: content, writing: false).map { [$0] } ?? []
        case .applicationData:
            let padding = max(0, expansion - TrafficProtection.leastExpansion)
            return incoming.protection.map { [note(data: content.count, under: $0, padding: padding)] } ?? []
        case .handshake:
            var joiner = HandshakeJoiner()
            joiner.append(content)
            var notes: [Note] = []
            // The state that takes the record refuses octets that are not a message.
            while let message = try? joiner.next() {
                if let note = note(of: message, by: role.peer) { notes.append(.tls13(note)) }
            }
            return notes
        }
    }

    private func note(data count: Int, under protection: TrafficProtection, padding: Int) -> Note {
        let cipher = protection.suite.cipher
        guard !story.isEarly(protection) else { return .tls13(.traffic(.earlyData(octets: count, cipher))) }
        return .tls13(.traffic(.applicationData(octets: count, cipher, padding: padding)))
    }

    private func note(alert octets: [UInt8], writing: Bool) -> Note? {
        guard let name = try? AlertOctets.name(in: octets) else { return nil }
        if name == .closeNotify {
            return .tls13(.traffic(.closeNotify(first: writing ? !peerHasClosed : !hasClosed)))
        }
        if octets.first == AlertLevel.warning.rawValue, name != .userCanceled {
            return .tls13(.traffic(.errorAtWarning(name, because: writing ? error : nil)))
        }
        guard writing else { return .traffic(.peerAlert(name, fatal: name != .userCanceled)) }
        return error.map { .traffic(.alert(name, because: $0)) }
    }

    private func note(of message: HandshakeMessage, by writer: Role) -> TLS13Note? {
        switch message.type {
        case .clientHello: return (try? message.parsed(ClientHello.read)).map { note(of: $0) }
        case .serverHello: return (try? message.parsed(ServerHello.read)).map { note(of: $0) }
        case .encryptedExtensions:
            let count = (try? message.parsed(EncryptedExtensions.read))?.extensions.count ?? 0
            return .hello(.encryptedExtensions(count: count))
        case .certificateRequest: return .authentication(.certificateRequest)
        case .certificate:
            let count = (try? message.parsed(TLS13.Certificate.read))?.entries.count ?? 0
            return .authentication(.certificate(writer, count: count))
        case .certificateVerify:
            return (try? message.parsed(CertificateVerify.read)).map {
                .authentication(.certificateVerify(writer, $0.scheme))
            }
        case .finished:
            return .authentication(.finished(writer, octets: message.body.count, psk: story.psk?.kind))
        case .newSessionTicket:
            return (try? message.parsed(TLS13.NewSessionTicket.read)).map {
                .resumption(.newTicket(octets: $0.ticket.count, lifetime: $0.lifetime))
            }
        case .keyUpdate:
            let update = try? message.parsed(KeyUpdate.read)
            return .traffic(.keyUpdate(writer, requested: update?.isRequested ?? false))
        case .endOfEarlyData: return .traffic(.endOfEarlyData)
        default: return nil
        }
    }

    private func note(of hello: ClientHello) -> TLS13Note {
        let shares = hello.keyShares?.map(\.group.name) ?? []
        if story.hasRetried { return .retry(.secondHello(shares: shares)) }
        let host = hello.serverName
        guard let identity = hello.preSharedKeys?.identities.first?.identity else {
            return .hello(.clientHello(suites: hello.cipherSuites.count, hostName: host, shares: shares))
        }
        let (count, psk) = (identity.count, story.kind(of: identity))
        if hello.pskModes == [.pskOnly] {
            return .resumption(.clientHelloForSecretAlone(hostName: host, shares: shares, octets: count, psk: psk))
        }
        return .resumption(
            .clientHello(hostName: host, shares: shares, octets: count, psk: psk, early: hello.offersEarlyData))
    }

    private func note(of hello: ServerHello) -> TLS13Note {
        if hello.isHelloRetryRequest {
            let hasCookie = hello.extensions.cookie != nil
            return .retry(.request(group: hello.selectedGroup?.name, cookie: hasCookie))
        }
        let suite = TLS13.CipherSuite.withCodePoint(hello.cipherSuite)?.name ?? Hex.number(hello.cipherSuite)
        return .hello(
            .serverHello(suite: suite, group: hello.keyShare?.group.name, resumes: hello.selectedIdentity != nil))
    }
}

extension HandshakeMessage {
    /// Parses octets that are exactly one message; nil for any others.
    init?(whole octets: [UInt8]) {
        var joiner = HandshakeJoiner()
        joiner.append(octets)
        guard let message = try? joiner.next(), joiner.isEmpty else { return nil }
        self = message
    }
}
