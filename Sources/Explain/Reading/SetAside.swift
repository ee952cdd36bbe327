/// Why a frame is no part of a connection.
package enum SetAside: String, Error, CaseIterable, Sendable {
    /// The Address Resolution Protocol.
    case arp
    /// A datagram of UDP.
    case udp
    /// UDP with port 443: QUIC, the transport of HTTP/3.
    case quic
    /// A message of ICMP that reports no connection of this capture.
    case icmp
    /// Another protocol above IP.
    case otherProtocol = "other_protocol"
    /// A frame of the link that carries no IP.
    case otherEtherType = "other_ethertype"
    /// The link type is not read here.
    case linkType = "link_type"
    /// A fragment of a datagram that is not complete.
    case fragment
    /// The capture has cut it inside the headers.
    case headerCut = "header_cut"
    /// Its lengths contradict each other.
    case malformed
    /// Neither version of IP.
    case notIP = "not_ip"
}
