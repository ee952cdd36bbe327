import Trace

extension Glossary {
    /// The meanings of the fields of IP and ICMP (RFC 791, RFC 792), by their names.
    static let internet = Glossary([
        Row("ip", english: "The header of IP, which brings the datagram from host to host."),
        Row("ip.version", english: "The version of IP. 4 stands for IPv4."),
        Row("ip.hdr_len", english: "The length of this header in words of 4 octets: 5 where there are no options."),
        Row(
            "ip.dsfield",
            english: "How routers should treat the datagram: its class of service, and two bits about congestion."),
        Row("ip.dsfield.dscp", english: "The class of service. 0 asks for nothing special."),
        Row(
            "ip.dsfield.ecn",
            english: """
                With these bits a router can report congestion without a loss. 0 says that this datagram takes no part \
                in that.
                """),
        Row("ip.len", english: "The length of the whole datagram in octets: this header and what it carries."),
        Row("ip.id", english: "A number that all fragments of one datagram share."),
        Row("ip.flags", english: "Whether routers may cut the datagram into fragments, and where a fragment belongs."),
        Row("ip.flags.rb", english: "Reserved, has to be 0."),
        Row("ip.flags.df", english: "1 says: do not cut this datagram into fragments."),
        Row("ip.flags.mf", english: "1 says: more fragments of this datagram follow."),
        Row(
            "ip.frag_offset",
            english: "The place of a fragment in its datagram, in units of 8 octets. 0 for a whole datagram."),
        Row(
            "ip.ttl",
            english: """
                How many routers the datagram may still pass. Each router takes 1 off, so that no datagram goes \
                round forever.
                """),
        Row("ip.proto", english: "The protocol that is carried: 6 for TCP, 1 for ICMP."),
        Row(
            "ip.checksum",
            english:
                "The checksum of this header alone. Each router computes it anew, because the time to live changes."),
        Row(
            "ip.src",
            english: "The address of the host that the datagram says it comes from. Nothing in it proves that."),
        Row("ip.dst", english: "The address of the host that is to get the datagram."),
        Row("ip.options", english: "Options of IP, which TCP does not need."),
        Row("icmp", english: "A message of ICMP: a router or a host reports what has become of a datagram."),
        Row("icmp.type", english: "What the message reports. 3: the datagram could not be delivered."),
        Row(
            "icmp.code",
            english: "Why. 4: the datagram is too large for the next link and must not be cut into fragments."),
        Row("icmp.checksum", english: "The checksum of the whole message."),
        Row("icmp.unused", english: "Not used here, has to be 0."),
        Row("icmp.mtu", english: "The largest datagram in octets that the next link takes."),
    ])
}
