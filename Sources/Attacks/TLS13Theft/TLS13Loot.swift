import TLSSim

extension TLS13 {
    /// What a thief has besides a recording of TLS 1.3.
    package struct Loot: Hashable, Sendable {
        /// Whether the key to the server's certificate is there. It enters no calculation of the attack.
        package var hasServerKey: Bool
        /// The key that the server seals its tickets with, 32 octets.
        package var ticketKey: [UInt8]?
        /// The secret that the hello offers first: of a ticket, or agreed outside TLS.
        package var psk: [UInt8]?
        /// The private value behind one share of the recording: from the memory of one side, or from a machine that takes logarithms. In the
        /// form of ``ShareKey``; in X25519MLKEM768 the 32 octets of X25519 alone may be there.
        package var privateValue: [UInt8]?

        /// Loot of these parts.
        package init(
            hasServerKey: Bool = false, ticketKey: [UInt8]? = nil, psk: [UInt8]? = nil, privateValue: [UInt8]? = nil
        ) {
            self.hasServerKey = hasServerKey
            self.ticketKey = ticketKey
            self.psk = psk
            self.privateValue = privateValue
        }
    }
}
