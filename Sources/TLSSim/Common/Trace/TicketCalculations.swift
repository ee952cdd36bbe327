import Crypto
import Trace

/// The sealing and the opening of a ticket (RFC 5077 section 4, RFC 8446 section 4.6.1).
extension Calculation {
    /// `content` is the word for what the ticket holds, and `secret` the secret in it.
    static func sealing(
        _ ticket: [UInt8], by key: TicketKey, _ name: String, of content: String, _ secret: Quantity
    ) -> Calculation {
        Calculation(
            name, formula: "key name + nonce + AES-256-GCM(ticket key, nonce, \(content))",
            inputs: [
                .init("ticket key", key.secret).known(as: Knowledge.ticketKey),
                .init("key name", key.name, note: .ticketKeyName), secret,
            ], results: [.init("ticket", ticket).known(as: Knowledge.sessionTicket)],
            reproduce: ShellScript.sealing(ticket, by: key)?.text)
    }

    /// `place` is the place of the secret in the content.
    static func opening(
        _ ticket: [UInt8], by key: TicketKey, _ content: String, _ secret: Quantity, at place: Range<Int>
    ) -> Calculation {
        Calculation(
            "\(content) of the ticket", formula: "AES-256-GCM^-1(ticket key, nonce, sealed \(content))",
            inputs: [
                .init("ticket key", key.secret).known(as: Knowledge.ticketKey),
                .init("ticket", ticket).known(as: Knowledge.sessionTicket),
            ], results: [secret], reproduce: ShellScript.opening(ticket, by: key, secretAt: place).text)
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
