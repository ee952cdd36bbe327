import Crypto
import Trace

/// The messages after the handshake: tickets and key updates (RFC 8446 section 4.6); and the place of application data.
extension Onlooker {
    /// Processes a message after its sender's Finished. False if it may not come now.
    mutating func takeTraffic(_ message: HandshakeMessage, from side: Role) throws(TLSError) -> Bool {
        guard directions[side]?.isFinished == true else { return false }
        switch (side, message.type) {
        case (_, .keyUpdate):
            _ = try message.parsed(KeyUpdate.read)
            updateKeys(of: side)
        case (.server, .newSessionTicket):
            let ticket = try message.parsed(TLS13.NewSessionTicket.read)
            try ExtensionRules.check(ticket.extensions, in: .newSessionTicket)
            if let resumption {
                tell(.secret(.ticketPSK, resumption.psk(nonce: ticket.nonce)))
            } else {
                waitingNonces.append(ticket.nonce)
            }
        default: return false
        }
        return true
    }

    /// Updates the keys of the sender's direction only (section 7.2).
    private mutating func updateKeys(of side: Role) {
        guard let next = directions[side]?.records.protection?.next else { return }
        let stretch: TrafficStretch = side == .client ? .clientApplication : .serverApplication
        tell(.keys(stretch, next.keys))
        directions[side]?.records.startReading(with: next)
    }

    /// Checks that application data may come now: after its sender's Finished, or under the client's keys of early data.
    ///
    /// - Throws: ``TLSError/unexpected(message:awaiting:)``.
    func checkApplicationData(from side: Role) throws(TLSError) {
        let isEarly = side == .client && hello?.offersEarlyData == true && retry == nil && !isUnderHandshakeKeys
        guard directions[side]?.isFinished == true || isEarly else {
            throw .unexpected(message: "application data", awaiting: awaiting.rawValue)
        }
    }

    /// Whether what the client writes is read under its handshake keys.
    private var isUnderHandshakeKeys: Bool {
        guard let handshake else { return false }
        return directions[.client]?.records.protection?.secret == handshake.client
    }
}
