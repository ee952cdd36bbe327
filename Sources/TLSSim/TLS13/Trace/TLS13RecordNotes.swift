import Crypto
import PKI
import Trace

/// The notes about records.
extension TLS13.Session {
    /// The note of a record that this side writes, if it is no handshake record.
    func note(writing type: ContentType, _ content: [UInt8]) -> Note? {
        switch type {
        case .changeCipherSpec: .tls13(.hello(.dummy(role)))
        case .alert: note(alert: content, writing: true)
        case .applicationData:
            outgoing.map { note(data: content.count, under: $0, padding: padding(behind: content.count)) }
        case .handshake: nil
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
            // The state that takes the record refuses octets that are not a message, and a body that cannot be read.
            while let message = try? joiner.next() {
                var reader = ByteReader(message.body, recording: false)
                let body = try? message.type?.readBody(from: &reader, keyExchange: nil, version: .tls13)
                if let body, let note = note(of: body, by: role.peer) { notes.append(note) }
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

    /// The note of a handshake message that `writer` writes.
    func note(of body: any HandshakeBody, by writer: Role) -> Note? {
        let note: TLS13Note? =
            switch body {
            case let hello as ClientHello: note(of: hello)
            case let hello as ServerHello: note(of: hello)
            case let answers as EncryptedExtensions: .hello(.encryptedExtensions(count: answers.extensions.count))
            case is TLS13.CertificateRequest: .authentication(.certificateRequest)
            case let message as TLS13.Certificate: .authentication(.certificate(writer, count: message.entries.count))
            case let proof as CertificateVerify: .authentication(.certificateVerify(writer, proof.scheme))
            case let finished as TLS13.Finished:
                .authentication(.finished(writer, octets: finished.verifyData.count, psk: story.psk?.kind))
            case let ticket as TLS13.NewSessionTicket:
                .resumption(.newTicket(octets: ticket.ticket.count, lifetime: ticket.lifetime))
            case let update as KeyUpdate: .traffic(.keyUpdate(writer, requested: update.isRequested))
            case is EndOfEarlyData: .traffic(.endOfEarlyData)
            default: nil
            }
        return note.map { .tls13($0) }
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
