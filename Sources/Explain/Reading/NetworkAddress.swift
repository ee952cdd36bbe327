import Trace

/// An IPv4 address (RFC 791) or an IPv6 address (RFC 8200) in a capture.
package struct NetworkAddress: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The upper 64 bits of an IPv6 address; 0 for IPv4.
    let high: UInt64
    /// The lower 64 bits, or the 32 bits of an IPv4 address.
    let low: UInt64
    /// Whether the address is an IPv6 address.
    package let isVersion6: Bool

    /// Reads an address of 4 or 16 octets.
    init(_ octets: [UInt8], at place: Int, isVersion6: Bool) {
        func number(_ place: Int) -> UInt64 { UInt64(octets.word(place)) << 32 | UInt64(octets.word(place + 4)) }
        self.isVersion6 = isVersion6
        high = isVersion6 ? number(place) : 0
        low = isVersion6 ? number(place + 8) : UInt64(octets.word(place))
    }

    /// The IPv4 address with this number.
    init(version4 number: UInt32) { (high, low, isVersion6) = (0, UInt64(number), false) }

    /// The IPv6 address with these numbers.
    init(high: UInt64, low: UInt64) { (self.high, self.low, isVersion6) = (high, low, true) }

    /// Adds the numbers of the address to a hash: an IPv4 address has only one.
    package func hash(into hasher: inout Hasher) {
        if isVersion6 { hasher.combine(high) }
        hasher.combine(low)
    }

    /// Orders addresses by their numbers, all IPv4 addresses before all IPv6 addresses.
    package static func < (one: NetworkAddress, other: NetworkAddress) -> Bool {
        one.isVersion6 == other.isVersion6
            ? (one.high, one.low) < (other.high, other.low) : !one.isVersion6
    }

    /// The address as text: "10.0.0.1", or "2001:db8::1" (RFC 5952).
    package var description: String {
        func octets(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
        }
        return AddressText.text(isVersion6 ? octets(high, 8) + octets(low, 8) : octets(low, 4)) ?? ""
    }
}

/// An IP address and a TCP port.
package struct NetworkSocket: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let address: NetworkAddress
    package let port: UInt16

    /// Orders sockets by address, then by port.
    package static func < (one: NetworkSocket, other: NetworkSocket) -> Bool {
        one.address == other.address ? one.port < other.port : one.address < other.address
    }

    /// "10.0.0.1:443", and "[2001:db8::1]:443" (RFC 3986 section 3.2.2).
    package var description: String { address.isVersion6 ? "[\(address)]:\(port)" : "\(address):\(port)" }
    /// The socket in the type that journals use.
    var endpoint: Endpoint { Endpoint(address: "\(address)", port: port) }
}

/// The two sockets of a connection, in an order that does not depend on the direction (RFC 9293 section 3.3.1).
struct SocketPair: Hashable, Sendable {
    /// The socket that comes first by address and port.
    let lower: NetworkSocket
    /// The other socket.
    let upper: NetworkSocket

    init(_ one: NetworkSocket, _ other: NetworkSocket) {
        (lower, upper) = one < other ? (one, other) : (other, one)
    }

    /// Adds both sockets to a hash, their ports in one number.
    func hash(into hasher: inout Hasher) {
        hasher.combine(lower.address)
        hasher.combine(upper.address)
        hasher.combine(UInt32(lower.port) << 16 | UInt32(upper.port))
    }
}
