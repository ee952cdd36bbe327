import TLSSim

extension TLS13 {
    /// What a thief has besides a recording of TLS 1.3.
    package struct Loot: Hashable, Sendable {
        /// Whether the thief has the private key of the server's certificate. The key is not used in any calculation of the attack.
        package var hasServerKey: Bool
        /// The key with which the server encrypts its tickets, 32 octets; nil if the thief does not have it.
        package var ticketKey: [UInt8]?
        /// The PSK that the ClientHello offers first: the secret of a ticket, or a secret that was agreed outside TLS. Nil if the thief does
        /// not have it.
        package var psk: [UInt8]?
        /// The private value of one key share in the recording: from the memory of one side, or from a machine that computes logarithms. It
        /// has the form that ``ShareKey`` takes. For X25519MLKEM768 it may be the 32 octets of X25519 alone. Nil if the thief does not have it.
        package var privateValue: [UInt8]?

        /// The loot with these parts.
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
