import Trace

/// The meanings of the fields of IP and ICMP (RFC 791, RFC 792), by their names.
enum InternetFieldNote: String, Remark, CaseIterable {
    case ip = "ip"
    case version = "ip.version"
    case hdrLen = "ip.hdr_len"
    case dsfield = "ip.dsfield"
    case dsfieldDscp = "ip.dsfield.dscp"
    case dsfieldEcn = "ip.dsfield.ecn"
    case len = "ip.len"
    case id = "ip.id"
    case flags = "ip.flags"
    case flagsRb = "ip.flags.rb"
    case flagsDf = "ip.flags.df"
    case flagsMf = "ip.flags.mf"
    case fragOffset = "ip.frag_offset"
    case ttl = "ip.ttl"
    case proto = "ip.proto"
    case checksum = "ip.checksum"
    case src = "ip.src"
    case dst = "ip.dst"
    case options = "ip.options"
    case icmp = "icmp"
    case icmpType = "icmp.type"
    case icmpCode = "icmp.code"
    case icmpChecksum = "icmp.checksum"
    case icmpUnused = "icmp.unused"
    case icmpMtu = "icmp.mtu"

    var english: String {
        switch self {
        case .ip: "The header of IP, which brings the datagram from host to host."
        case .version: "The version of IP. 4 stands for IPv4."
        case .hdrLen: "The length of this header in words of 4 octets: 5 where there are no options."
        case .dsfield: "How routers should treat the datagram: its class of service, and two bits about congestion."
        case .dsfieldDscp: "The class of service. 0 asks for nothing special."
        case .dsfieldEcn:
            """
            With these bits a router can report congestion without a loss. 0 says that this datagram takes no part \
            in that.
            """
        case .len: "The length of the whole datagram in octets: this header and what it carries."
        case .id: "A number that all fragments of one datagram share."
        case .flags: "Whether routers may cut the datagram into fragments, and where a fragment belongs."
        case .flagsRb: "Reserved, has to be 0."
        case .flagsDf: "1 says: do not cut this datagram into fragments."
        case .flagsMf: "1 says: more fragments of this datagram follow."
        case .fragOffset: "The place of a fragment in its datagram, in units of 8 octets. 0 for a whole datagram."
        case .ttl:
            """
            How many routers the datagram may still pass. Each router takes 1 off, so that no datagram goes \
            round forever.
            """
        case .proto: "The protocol that is carried: 6 for TCP, 1 for ICMP."
        case .checksum:
            "The checksum of this header alone. Each router computes it anew, because the time to live changes."
        case .src: "The address of the host that the datagram says it comes from. Nothing in it proves that."
        case .dst: "The address of the host that is to get the datagram."
        case .options: "Options of IP, which TCP does not need."
        case .icmp: "A message of ICMP: a router or a host reports what has become of a datagram."
        case .icmpType: "What the message reports. 3: the datagram could not be delivered."
        case .icmpCode: "Why. 4: the datagram is too large for the next link and must not be cut into fragments."
        case .icmpChecksum: "The checksum of the whole message."
        case .icmpUnused: "Not used here, has to be 0."
        case .icmpMtu: "The largest datagram in octets that the next link takes."
        }
    }
}
