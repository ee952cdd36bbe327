import Trace

/// An address and a port: one end of a connection (RFC 9293 4, "socket"). A pair of sockets names a connection.
public struct Socket: Hashable, Sendable, CustomStringConvertible {
    /// The host.
    public let address: IPv4Address
    /// The port on it.
    public let port: UInt16

    /// Port `port` of `address`.
    public init(_ address: IPv4Address, _ port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Reads an address and a port, "192.0.2.1:80"; nil for anything else.
    public init?(_ text: String) {
        guard !text.hasPrefix("["), let endpoint = Endpoint(text), let address = IPv4Address(endpoint.address) else {
            return nil
        }
        self.init(address, endpoint.port)
    }

    /// The four octets of the address and the two of the port, in network order.
    public var octets: [UInt8] { address.octets + [UInt8(port >> 8), UInt8(port & 0xff)] }

    /// The socket as an endpoint of a trace.
    public var endpoint: Endpoint { Endpoint(address: address.description, port: port) }

    /// "10.0.0.1:50000".
    public var description: String { "\(address):\(port)" }
}
