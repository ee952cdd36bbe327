import Trace

extension Glossary {
    /// The meanings of the fields of IP and ICMP (RFC 791, RFC 792), by their names.
    static let internet = Glossary([
        Row(
            "ip",
            english: "The header of IP, which brings the datagram from host to host.",
            chinese: "IP 的首部，它把数据报从一台主机送到另一台主机。"),
        Row(
            "ip.version",
            english: "The version of IP. 4 stands for IPv4.",
            chinese: "IP 的版本。4 表示 IPv4。"),
        Row(
            "ip.hdr_len",
            english: "The length of this header in words of 4 octets: 5 where there are no options.",
            chinese: "这个首部的长度，以 4 字节的字为单位：没有选项时为 5。"),
        Row(
            "ip.dsfield",
            english: "How routers should treat the datagram: its class of service, and two bits about congestion.",
            chinese: "路由器应当怎样对待这个数据报：它的服务类别，以及关于拥塞的两个位。"),
        Row(
            "ip.dsfield.dscp",
            english: "The class of service. 0 asks for nothing special.",
            chinese: "服务类别。0 表示没有特别的要求。"),
        Row(
            "ip.dsfield.ecn",
            english: """
                With these bits a router can report congestion without a loss. 0 says that this datagram takes no part \
                in that.
                """,
            chinese: "有了这两个位，路由器不必丢弃数据报就能报告拥塞。0 表示这个数据报不参与。"),
        Row(
            "ip.len",
            english: "The length of the whole datagram in octets: this header and what it carries.",
            chinese: "整个数据报的字节数：这个首部和它携带的内容。"),
        Row(
            "ip.id",
            english: "A number that all fragments of one datagram share.",
            chinese: "一个编号，同一个数据报的各个分片都使用它。"),
        Row(
            "ip.flags",
            english: "Whether routers may cut the datagram into fragments, and where a fragment belongs.",
            chinese: "路由器能否把数据报切成分片，以及一个分片属于哪个位置。"),
        Row(
            "ip.flags.rb",
            english: "Reserved, has to be 0.",
            chinese: "保留，必须为 0。"),
        Row(
            "ip.flags.df",
            english: "1 says: do not cut this datagram into fragments.",
            chinese: "1 表示：不要把这个数据报切成分片。"),
        Row(
            "ip.flags.mf",
            english: "1 says: more fragments of this datagram follow.",
            chinese: "1 表示：后面还有这个数据报的分片。"),
        Row(
            "ip.frag_offset",
            english: "The place of a fragment in its datagram, in units of 8 octets. 0 for a whole datagram.",
            chinese: "分片在数据报中的位置，以 8 字节为单位。完整的数据报为 0。"),
        Row(
            "ip.ttl",
            english: """
                How many routers the datagram may still pass. Each router takes 1 off, so that no datagram goes \
                round forever.
                """,
            chinese: "这个数据报还能经过多少个路由器。每个路由器减去 1，这样就没有数据报永远绕圈。"),
        Row(
            "ip.proto",
            english: "The protocol that is carried: 6 for TCP, 1 for ICMP.",
            chinese: "携带的协议：6 是 TCP，1 是 ICMP。"),
        Row(
            "ip.checksum",
            english:
                "The checksum of this header alone. Each router computes it anew, because the time to live changes.",
            chinese: "只是这个首部的校验和。每个路由器都重新计算它，因为生存时间变了。"),
        Row(
            "ip.src",
            english: "The address of the host that the datagram says it comes from. Nothing in it proves that.",
            chinese: "数据报声称的来源主机的地址。数据报里没有什么能证明这一点。"),
        Row(
            "ip.dst",
            english: "The address of the host that is to get the datagram.",
            chinese: "应当收到这个数据报的主机的地址。"),
        Row(
            "ip.options",
            english: "Options of IP, which TCP does not need.",
            chinese: "IP 的选项，TCP 用不上它们。"),
        Row(
            "icmp",
            english: "A message of ICMP: a router or a host reports what has become of a datagram.",
            chinese: "一条 ICMP 消息：路由器或主机报告一个数据报后来怎样了。"),
        Row(
            "icmp.type",
            english: "What the message reports. 3: the datagram could not be delivered.",
            chinese: "这条消息报告什么。3：数据报无法送达。"),
        Row(
            "icmp.code",
            english: "Why. 4: the datagram is too large for the next link and must not be cut into fragments.",
            chinese: "原因。4：数据报对下一段链路来说太大，又不允许切成分片。"),
        Row(
            "icmp.checksum",
            english: "The checksum of the whole message.",
            chinese: "整条消息的校验和。"),
        Row(
            "icmp.unused",
            english: "Not used here, has to be 0.",
            chinese: "这里不使用，必须为 0。"),
        Row(
            "icmp.mtu",
            english: "The largest datagram in octets that the next link takes.",
            chinese: "下一段链路能接受的最大数据报的字节数。"),
    ])
}
