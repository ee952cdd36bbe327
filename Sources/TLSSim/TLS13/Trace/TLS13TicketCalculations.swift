import Crypto
import Trace

/// The sealing and the opening of a ticket (RFC 8446 section 4.6.1).
extension TLS13Computation {
    static func sealed(_ ticket: [UInt8], by key: TicketKey, psk: [UInt8]) -> Calculation {
        Calculation(
            "ticket", formula: "key name + nonce + AES-256-GCM(ticket key, nonce, state)",
            inputs: [
                .init("ticket key", key.secret), .init("key name", key.name, note: .ticketKeyName),
                .init("PSK", psk, note: .ticketState),
            ], results: [.init("ticket", ticket)], reproduce: ShellScript.sealing(ticket, by: key)?.text)
    }

    static func opened(_ ticket: [UInt8], by key: TicketKey, psk: [UInt8]) -> Calculation {
        // The PSK stands in the state behind the format, the suite and its own length.
        let place = 4..<4 + psk.count
        return Calculation(
            "state of the ticket", formula: "AES-256-GCM^-1(ticket key, nonce, sealed state)",
            inputs: [.init("ticket key", key.secret), .init("ticket", ticket)],
            results: [.init("PSK", psk, note: .ticketState)],
            reproduce: ShellScript.opening(ticket, by: key, secretAt: place).text)
    }
}
