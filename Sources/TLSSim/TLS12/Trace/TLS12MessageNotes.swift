import Crypto
import Trace

/// The notes on messages. The writer and the reader of a message have the same note, except for what only the writer knows.
extension Session {
    /// Adds the note of a message that has arrived.
    mutating func explain(_ body: some HandshakeBody) {
        guard tracing, let note = note(of: body, by: role.peer) else { return }
        explain(note)
    }

    /// Adds a note to the record that was read last.
    ///
    /// If this record has a note already, because it carries several messages, the note follows as an output of its own.
    mutating func explain(_ note: @autoclosure () -> Note) {
        guard tracing else { return }
        let last = outbox.outputs.lastIndex { if case .read = $0 { true } else { false } }
        if let last, case .read(let record, nil) = outbox.outputs[last] {
            outbox.outputs[last] = .read(record, note())
        } else {
            emit(.note(note()))
        }
    }

    /// The note of a handshake message that `side` writes.
    func note(of body: some HandshakeBody, by side: Role) -> Note? {
        switch body {
        case let hello as ClientHello:
            .handshake(.clientHello(suites: hello.cipherSuites.count, hostName: hello.serverName))
        case let hello as ServerHello: CipherSuite.withCodePoint(hello.cipherSuite).map { note(of: hello, $0) }
        case let message as CertificateMessage where side == .server:
            .handshake(.certificate(count: message.chain.count))
        case let message as CertificateMessage:
            .clientAuthentication(
                message.chain.isEmpty
                    ? .noClientCertificate(hasOne: story.hasCertificate)
                    : .clientCertificate(count: message.chain.count))
        case let status as CertificateStatus: .trust(.certificateStatus(octets: status.response.count))
        case let exchange as ServerKeyExchange: note(of: exchange).map { .keyExchange($0) }
        case let request as CertificateRequest:
            .clientAuthentication(
                .certificateRequest(authorities: request.authorities.count, required: story.requiresCertificate))
        case is ServerHelloDone: .handshake(.serverHelloDone)
        case let exchange as ClientKeyExchange: note(of: exchange, by: side).map { .keyExchange($0) }
        case let proof as CertificateVerify: .clientAuthentication(.certificateVerify(proof.scheme))
        case let ticket as NewSessionTicket:
            .resumption(.newTicket(octets: ticket.ticket.count, lifetime: ticket.lifetimeHint))
        case is Finished: story.resumedByTicket == nil ? .handshake(.finished(side)) : .resumption(.finished(side))
        default: nil
        }
    }

    private func note(of hello: ServerHello, _ suite: CipherSuite) -> Note {
        if let byTicket = story.resumedByTicket { return .resumption(.serverHello(suite: suite, byTicket: byTicket)) }
        return .handshake(
            .serverHello(suite: suite, extendedMasterSecret: hello.extensions.contains(.extendedMasterSecret)))
    }

    private func note(of exchange: ServerKeyExchange) -> KeyExchangeNote? {
        switch exchange.params {
        case .finiteField: story.group.map { .serverKeyExchange(group: $0.name, bits: $0.p.bitWidth) }
        case .curve(let params):
            (exchange.scheme.keyAlgorithm ?? dissector.suite?.keyExchange.certifiedAlgorithm)
                .map { .serverPoint(curve: params.curve.name, $0) }
        }
    }

    private func note(of exchange: ClientKeyExchange, by side: Role) -> KeyExchangeNote? {
        switch exchange {
        case .encryptedPremasterSecret(let octets): .encryptedPremaster(octets: octets.count)
        case .publicValue(let octets):
            .clientPublicValue(octets: side == role ? story.group?.p.bigEndian.count ?? 0 : octets.count)
        case .point: story.curve.map { .clientPoint(curve: $0) }
        }
    }

    /// The note of a record that this side writes, if it is no handshake record.
    func note(writing type: ContentType, _ content: [UInt8]) -> Note? {
        switch type {
        case .applicationData: records.outbound.map { .traffic(.applicationData(octets: content.count, $0.cipher)) }
        case .alert:
            switch (try? Alert.read(content))?.name {
            case .closeNotify: .traffic(.closeNotify(first: !peerHasClosed))
            case .noRenegotiation: .traffic(.noRenegotiation)
            case let name: name.flatMap { name in error.map { .traffic(.alert(name, because: $0)) } }
            }
        case .changeCipherSpec: .handshake(.changeCipherSpec(role))
        case .handshake: nil
        }
    }
}
