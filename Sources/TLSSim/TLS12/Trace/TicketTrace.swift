import Crypto
import Trace

/// The outputs for the trace about resumption and tickets.
extension Session {
    /// The server has looked for a session that it can resume.
    mutating func tell(_ note: ResumptionNote) { trace(.note(.resumption(note))) }

    /// The server has accepted the session that the client offered.
    mutating func tell(accepted old: ResumableSession) {
        tell(.accepted(byTicket: old.ticket != nil))
        if case .unjudged = old.peer { trace(.note(.trust(.careless))) }
    }

    /// This side has the master secret from a stored session.
    mutating func tell(kept old: ResumableSession) {
        trace(.learned(Knowledge.masterSecret, .configured, old.masterSecret))
    }

    /// A ticket has arrived.
    mutating func tell(ticket: [UInt8]) { trace(.learned(Knowledge.sessionTicket, .received, ticket)) }

    /// The server has sealed a session in a ticket.
    mutating func tell(sealed ticket: [UInt8], with key: TicketKey, _ masterSecret: [UInt8]) {
        guard tracing else { return }
        emit(.learned(Knowledge.ticketKey, .configured, key.secret))
        emit(
            .computed(.tls12(.ticketSealed(ticket, key, masterSecret: masterSecret)), .resumption(.ticketSealed)))
        emit(
            .learned(
                Knowledge.sessionTicket,
                .derived(from: [Knowledge.masterSecret, Knowledge.ticketKey], by: "AES-256-GCM encryption"), ticket))
    }

    /// The server has opened a ticket.
    mutating func tell(opened ticket: [UInt8], with key: TicketKey, _ masterSecret: [UInt8]) {
        guard tracing else { return }
        tell(ticket: ticket)
        emit(.learned(Knowledge.ticketKey, .configured, key.secret))
        emit(
            .computed(.tls12(.ticketOpened(ticket, key, masterSecret: masterSecret)), .resumption(.ticketOpened)))
        emit(
            .learned(
                Knowledge.masterSecret,
                .derived(from: [Knowledge.sessionTicket, Knowledge.ticketKey], by: "AES-256-GCM decryption"),
                masterSecret))
    }
}

extension TLS12Computation {
    static func sealing(_ ticket: [UInt8], by key: TicketKey, masterSecret: [UInt8]) -> Calculation {
        Calculation(
            "session ticket", formula: "key name + nonce + AES-256-GCM(ticket key, nonce, session)",
            inputs: [
                .init("ticket key", key.secret).known(as: Knowledge.ticketKey),
                .init("key name", key.name, note: .ticketKeyName),
                .init("master_secret", masterSecret, note: .ticketContent).known(as: Knowledge.masterSecret),
            ], results: [.init("ticket", ticket).known(as: Knowledge.sessionTicket)],
            reproduce: ShellScript.sealing(ticket, by: key)?.text)
    }

    static func opening(_ ticket: [UInt8], by key: TicketKey, masterSecret: [UInt8]) -> Calculation {
        Calculation(
            "session of the ticket", formula: "AES-256-GCM^-1(ticket key, nonce, sealed session)",
            inputs: [
                .init("ticket key", key.secret).known(as: Knowledge.ticketKey),
                .init("ticket", ticket).known(as: Knowledge.sessionTicket),
            ],
            results: [.init("master_secret", masterSecret, note: .ticketContent).known(as: Knowledge.masterSecret)],
            reproduce: ShellScript.opening(ticket, by: key, secretAt: ResumableSession.masterSecretPlace).text)
    }
}

extension ShellScript {
    /// Prints a ticket: the name of the key, the nonce, and the session encrypted with AES-256-GCM; nil for a ticket of another key.
    static func sealing(_ ticket: [UInt8], by key: TicketKey) -> ShellScript? {
        guard let state = key.state(in: ticket) else { return nil }
        let nonce = key.nonce(of: ticket)
        let cipher = galoisCounterMode(key: key.secret, nonce: nonce, additionalData: key.name, state)
        return ShellScript(lines: ["echo \(Hex.string(key.name)) \(Hex.string(nonce))"] + cipher.lines)
    }

    /// Prints the secret in a ticket; `place` is its place in the sealed octets. It uses AES in counter mode with a counter from 2 on, and
    /// does not check the tag.
    static func opening(_ ticket: [UInt8], by key: TicketKey, secretAt place: Range<Int>) -> ShellScript {
        let sealed = ticket.dropFirst(TicketKey.nameLength + AESGCM.nonceLength).prefix(place.upperBound)
        return ShellScript(
            "echo \(Hex.string(sealed)) | \(octets) "
                + "| openssl enc -aes-256-ctr -K \(Hex.string(key.secret)) -iv \(Hex.string(key.nonce(of: ticket)))00000002 "
                + "| tail -c +\(place.lowerBound + 1) | xxd -p")
    }
}
