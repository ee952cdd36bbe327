import Trace

extension Glossary {
    /// The meanings of the fields of a segment and its options (RFC 9293), by their names and by the control bits of the segment.
    static let segments = Glossary([
        Row(
            "tcp",
            english: "The header of TCP, which makes one reliable stream of octets in each direction out of datagrams.",
            chinese: "TCP 的首部，它用数据报在每个方向上组成一条可靠的字节流。"),
        Row(
            "tcp.srcport",
            english: "The port of the sender. The two addresses and the two ports together name the connection.",
            chinese: "发送方的端口。两个地址和两个端口合起来标识这个连接。"),
        Row(
            "tcp.dstport",
            english: "The port of the receiver.",
            chinese: "接收方的端口。"),
        Row(
            "tcp.dstport 443",
            english: "The port of the receiver. 443 is where HTTPS is served.",
            chinese: "接收方的端口。443 是提供 HTTPS 的端口。"),
        Row(
            "tcp.seq",
            english: "The number of the first octet in that segment.",
            chinese: "那个报文段中第一个字节的序号。"),
        Row(
            "tcp.seq_raw",
            english:
                "The number of the first octet in this segment, if it has one. SYN and FIN count as an octet each.",
            chinese: "这个报文段中第一个字节的序号，如果有的话。SYN 和 FIN 各算一个字节。"),
        Row(
            "tcp.seq_raw SYN",
            english: "The first number of the sender. The SYN takes it, so the first octet of data has the next one.",
            chinese: "发送方的第一个序号。SYN 占用它，所以第一个数据字节使用下一个序号。"),
        Row(
            "tcp.seq_raw RST",
            english: "A reset takes no number. By this one the receiver judges whether the reset is genuine.",
            chinese: "复位不占用序号。接收方根据这个序号判断复位是不是真的。"),
        Row(
            "tcp.ack_raw",
            english: "It means nothing here: the ACK bit is not set.",
            chinese: "它在这里没有意义：ACK 位没有置位。"),
        Row(
            "tcp.ack_raw ACK",
            english:
                "The number of the next octet that the sender of this segment expects: all before it have arrived.",
            chinese: "这个报文段的发送方等待的下一个字节的序号：它之前的都已到达。"),
        Row(
            "tcp.flags",
            english: "The length of the header, and one bit for each thing that the segment says besides its data.",
            chinese: "首部的长度，以及一些位：除数据外，报文段要说的每件事各占一位。"),
        Row(
            "tcp.hdr_len",
            english: "The length of this header in words of 4 octets: 5 where there are no options.",
            chinese: "这个首部的长度，以 4 字节的字为单位：没有选项时为 5。"),
        Row(
            "tcp.flags.res",
            english: "Reserved. The sender sets it to 0, and the receiver does not look at it.",
            chinese: "保留。发送方把它设为 0，接收方不看它。"),
        Row(
            "tcp.flags.ae",
            english: "Accurate ECN: part of a more exact report of congestion.",
            chinese: "Accurate ECN：更精确的拥塞报告的一部分。"),
        Row(
            "tcp.flags.cwr",
            english: "Congestion window reduced. 1 says: the sender has slowed down after a report of congestion.",
            chinese: "拥塞窗口已减小。1 表示：发送方收到拥塞报告之后已经放慢。"),
        Row(
            "tcp.flags.ece",
            english: "ECN echo. 1 says: a router has reported congestion on the way to the sender of this segment.",
            chinese: "ECN 回显。1 表示：在通往这个报文段的发送方的路上，有路由器报告了拥塞。"),
        Row(
            "tcp.flags.cwr SYN", "tcp.flags.ece SYN",
            english: "In a SYN: 1 says that the sender can take part in ECN.",
            chinese: "在 SYN 中：1 表示发送方能够参与 ECN。"),
        Row(
            "tcp.flags.urg",
            english: "1 says: the urgent pointer means something.",
            chinese: "1 表示：紧急指针有意义。"),
        Row(
            "tcp.flags.ack",
            english:
                "1 says: the acknowledgment number means something. Only a first SYN and some resets go without it.",
            chinese: "1 表示：确认号有意义。只有第一个 SYN 和某些复位不带它。"),
        Row(
            "tcp.flags.push",
            english: "1 says: the receiver should hand the data to its application without waiting for more.",
            chinese: "1 表示：接收方应当把数据交给应用程序，不再等待更多数据。"),
        Row(
            "tcp.flags.reset",
            english: "1 says: the connection is at an end at once, without a farewell.",
            chinese: "1 表示：连接立即结束，没有告别。"),
        Row(
            "tcp.flags.syn",
            english: "1 says: the sender opens its direction, and the sequence number is its first one.",
            chinese: "1 表示：发送方打开它的方向，序号字段是它的第一个序号。"),
        Row(
            "tcp.flags.fin",
            english: "1 says: the sender closes its direction, and no data follows.",
            chinese: "1 表示：发送方关闭它的方向，后面不再有数据。"),
        Row(
            "tcp.window_size_value",
            english: """
                How many octets the sender of this segment can take, from the acknowledgment number on. If both SYN segments had a \
                window scale, the number is to be shifted to the left by the sender's.
                """,
            chinese: "从确认号开始，这个报文段的发送方还能接收多少字节。如果两个 SYN 报文段都有窗口扩大选项，这个数要按发送方给出的位数左移。"),
        Row(
            "tcp.window_size_value SYN",
            english:
                "How many octets the sender of this segment can take. In a SYN the number stands as it is, without a scale.",
            chinese: "这个报文段的发送方能接收多少字节。SYN 中的这个数就是它本身，不扩大。"),
        Row(
            "tcp.window_size_value RST",
            english: "It means nothing here: a reset takes no data.",
            chinese: "它在这里没有意义：复位不接收数据。"),
        Row(
            "tcp.checksum",
            english: """
                The checksum of header and data, and of the two addresses, so that a segment that goes astray does \
                not pass.
                """,
            chinese: "首部、数据和两个地址的校验和，这样走错路的报文段就通不过。"),
        Row(
            "tcp.urgent_pointer",
            english: "It means nothing here: the URG bit is not set.",
            chinese: "它在这里没有意义：URG 位没有置位。"),
        Row(
            "tcp.urgent_pointer URG",
            english: """
                Added to the sequence number it gives the number of the octet behind the urgent data. New programs should not \
                use it.
                """,
            chinese: "它与序号相加，得到紧急数据之后那个字节的序号。新程序不应当使用它。"),
        Row(
            "tcp.payload",
            english: "The data: a piece of the stream of octets.",
            chinese: "数据：字节流中的一段。"),
        Row(
            "tcp.segment_data",
            english: "What the router quotes of the segment behind its ports and its sequence number.",
            chinese: "路由器引用的报文段内容，在端口和序号之后。"),
        Row(
            "tcp.options",
            english: "What goes beyond the fixed header, filled up to whole words of 4 octets.",
            chinese: "固定首部之外的内容，填充到 4 字节的整数倍。"),
        Row(
            "tcp.options.padding",
            english: "Octets behind the end of the options. They should be 0 and are ignored.",
            chinese: "选项结束之后的字节。它们应当为 0，接收方忽略它们。"),
        Row(
            "tcp.option_kind",
            english: "Which option this is.",
            chinese: "这是哪个选项。"),
        Row(
            "tcp.option_len",
            english: "The length of the option in octets, kind and length included.",
            chinese: "这个选项的字节数，包括类型和长度。"),
        Row(
            "tcp.options.eol",
            english: "End of the list of options.",
            chinese: "选项列表结束。"),
        Row(
            "tcp.options.nop",
            english: "No operation: fills up, so that the next option begins at a good place.",
            chinese: "空操作：用来填充，使下一个选项从合适的位置开始。"),
        Row(
            "tcp.options.mss",
            english: "Maximum segment size, said only with a SYN.",
            chinese: "最大报文段长度，只随 SYN 给出。"),
        Row(
            "tcp.options.mss_val",
            english: "The most data in octets that the sender of this option takes in one segment.",
            chinese: "这个选项的发送方在一个报文段中最多接收的数据字节数。"),
        Row(
            "tcp.options.wscale",
            english: "Window scale, said only with a SYN: windows over 65,535 octets become possible.",
            chinese: "窗口扩大，只随 SYN 给出：有了它，窗口可以超过 65,535 字节。"),
        Row(
            "tcp.options.wscale.shift",
            english:
                "By how many bits the windows of this side are to be shifted to the left after its SYN, if both sides send the option.",
            chinese: "如果双方都发送这个选项，这一方在 SYN 之后的窗口要左移多少位。"),
        Row(
            "tcp.options.sack_perm",
            english: "This side understands selective acknowledgments. Said only with a SYN.",
            chinese: "这一方懂得选择确认。只随 SYN 给出。"),
        Row(
            "tcp.options.sack",
            english:
                "A selective acknowledgment: what has arrived behind a gap, or first what has arrived twice (D-SACK).",
            chinese: "选择确认：空缺之后已经到达的内容，或者在开头列出到达了两次的内容（D-SACK）。"),
        Row(
            "tcp.options.sack_le",
            english: "The first octet of a block that has arrived.",
            chinese: "一个已到达的块的第一个字节。"),
        Row(
            "tcp.options.sack_re",
            english: "The octet behind the last one of that block.",
            chinese: "那个块最后一个字节之后的字节。"),
        Row(
            "tcp.options.timestamp",
            english: "Timestamps: they measure the time of a round trip, and they tell old segments from new ones.",
            chinese: "时间戳：用来测量往返时间，也用来区分旧的和新的报文段。"),
        Row(
            "tcp.options.timestamp.tsval",
            english: "The sender's clock now.",
            chinese: "发送方现在的时钟值。"),
        Row(
            "tcp.options.timestamp.tsecr",
            english:
                "A clock value of the other side, sent back, so that it can measure the round trip. 0 where there is none yet.",
            chinese: "对方的时钟值，送还给它，让它能测量往返时间。还没有时为 0。"),
        Row(
            "tcp.options.unknown",
            english: "An option of a kind that is not implemented here. It is passed over.",
            chinese: "一个这里没有实现的选项。跳过它。"),
        Row(
            "tcp.options.unknown.payload",
            english: "The data of that option.",
            chinese: "那个选项的数据。"),
        Row(
            "tcp.options.malformed",
            english: "Options whose length cannot be right. They are passed over.",
            chinese: "长度不可能正确的选项。跳过它们。"),
    ])
}
