import TCPSim
import Trace

/// The addresses of the hosts in this program's networks.
extension IPv4Address {
    /// The client: a browser, or TCP Peer A.
    package static let client = IPv4Address(10, 0, 0, 1)
    /// The server, or TCP Peer B.
    package static let server = IPv4Address(10, 0, 0, 2)
    /// An attacker with an address of her own.
    package static let attacker = IPv4Address(10, 0, 0, 3)
    /// The router between two networks.
    static let router = IPv4Address(192, 0, 2, 1)

    /// An address that no host has, in the network for documentation (RFC 5737).
    static func absent(_ number: UInt8) -> IPv4Address { IPv4Address(203, 0, 113, number) }
}

extension Principal {
    /// The attacker, as the journal names her.
    package static let attacker = Principal.host("attacker")
}
