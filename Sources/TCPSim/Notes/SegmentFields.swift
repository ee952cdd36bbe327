import Trace

extension Glossary {
    /// The meanings of the fields of a segment and its options (RFC 9293), by their names and by the control bits of the segment.
    static let segments = Glossary([
        Row(
            "tcp",
            english: "The header of TCP, which makes one reliable stream of octets in each direction out of datagrams."),
        Row(
            "tcp.srcport",
            english: "The port of the sender. The two addresses and the two ports together name the connection."),
        Row("tcp.dstport", english: "The port of the receiver."),
        Row("tcp.dstport 443", english: "The port of the receiver. 443 is where HTTPS is served."),
        Row("tcp.seq", english: "The number of the first octet in that segment."),
        Row(
            "tcp.seq_raw",
            english: "The number of the first octet in this segment, if it has one. SYN and FIN count as an octet each."
        ),
        Row(
            "tcp.seq_raw SYN",
            english: "The first number of the sender. The SYN takes it, so the first octet of data has the next one."),
        Row(
            "tcp.seq_raw RST",
            english: "A reset takes no number. By this one the receiver judges whether the reset is genuine."),
        Row("tcp.ack_raw", english: "It means nothing here: the ACK bit is not set."),
        Row(
            "tcp.ack_raw ACK",
            english: "The number of the next octet that the sender of this segment expects: all before it have arrived."
        ),
        Row(
            "tcp.flags",
            english: "The length of the header, and one bit for each thing that the segment says besides its data."),
        Row("tcp.hdr_len", english: "The length of this header in words of 4 octets: 5 where there are no options."),
        Row("tcp.flags.res", english: "Reserved. The sender sets it to 0, and the receiver does not look at it."),
        Row("tcp.flags.ae", english: "Accurate ECN: part of a more exact report of congestion."),
        Row(
            "tcp.flags.cwr",
            english: "Congestion window reduced. 1 says: the sender has slowed down after a report of congestion."),
        Row(
            "tcp.flags.ece",
            english: "ECN echo. 1 says: a router has reported congestion on the way to the sender of this segment."),
        Row(
            "tcp.flags.cwr SYN", "tcp.flags.ece SYN", english: "In a SYN: 1 says that the sender can take part in ECN."),
        Row("tcp.flags.urg", english: "1 says: the urgent pointer means something."),
        Row(
            "tcp.flags.ack",
            english:
                "1 says: the acknowledgment number means something. Only a first SYN and some resets go without it."),
        Row(
            "tcp.flags.push",
            english: "1 says: the receiver should hand the data to its application without waiting for more."),
        Row("tcp.flags.reset", english: "1 says: the connection is at an end at once, without a farewell."),
        Row(
            "tcp.flags.syn",
            english: "1 says: the sender opens its direction, and the sequence number is its first one."),
        Row("tcp.flags.fin", english: "1 says: the sender closes its direction, and no data follows."),
        Row(
            "tcp.window_size_value",
            english: """
                How many octets the sender of this segment can take, from the acknowledgment number on. If both SYN segments had a \
                window scale, the number is to be shifted to the left by the sender's.
                """),
        Row(
            "tcp.window_size_value SYN",
            english:
                "How many octets the sender of this segment can take. In a SYN the number stands as it is, without a scale."
        ),
        Row("tcp.window_size_value RST", english: "It means nothing here: a reset takes no data."),
        Row(
            "tcp.checksum",
            english: """
                The checksum of header and data, and of the two addresses, so that a segment that goes astray does \
                not pass.
                """),
        Row("tcp.urgent_pointer", english: "It means nothing here: the URG bit is not set."),
        Row(
            "tcp.urgent_pointer URG",
            english: """
                Added to the sequence number it gives the number of the octet behind the urgent data. New programs should not \
                use it.
                """),
        Row("tcp.payload", english: "The data: a piece of the stream of octets."),
        Row(
            "tcp.segment_data",
            english: "What the router quotes of the segment behind its ports and its sequence number."),
        Row("tcp.options", english: "What goes beyond the fixed header, filled up to whole words of 4 octets."),
        Row("tcp.options.padding", english: "Octets behind the end of the options. They should be 0 and are ignored."),
        Row("tcp.option_kind", english: "Which option this is."),
        Row("tcp.option_len", english: "The length of the option in octets, kind and length included."),
        Row("tcp.options.eol", english: "End of the list of options."),
        Row("tcp.options.nop", english: "No operation: fills up, so that the next option begins at a good place."),
        Row("tcp.options.mss", english: "Maximum segment size, said only with a SYN."),
        Row(
            "tcp.options.mss_val",
            english: "The most data in octets that the sender of this option takes in one segment."),
        Row(
            "tcp.options.wscale",
            english: "Window scale, said only with a SYN: windows over 65,535 octets become possible."),
        Row(
            "tcp.options.wscale.shift",
            english:
                "By how many bits the windows of this side are to be shifted to the left after its SYN, if both sides send the option."
        ),
        Row("tcp.options.sack_perm", english: "This side understands selective acknowledgments. Said only with a SYN."),
        Row(
            "tcp.options.sack",
            english:
                "A selective acknowledgment: what has arrived behind a gap, or first what has arrived twice (D-SACK)."),
        Row("tcp.options.sack_le", english: "The first octet of a block that has arrived."),
        Row("tcp.options.sack_re", english: "The octet behind the last one of that block."),
        Row(
            "tcp.options.timestamp",
            english: "Timestamps: they measure the time of a round trip, and they tell old segments from new ones."),
        Row("tcp.options.timestamp.tsval", english: "The sender's clock now."),
        Row(
            "tcp.options.timestamp.tsecr",
            english:
                "A clock value of the other side, sent back, so that it can measure the round trip. 0 where there is none yet."
        ),
        Row("tcp.options.unknown", english: "An option of a kind that is not implemented here. It is passed over."),
        Row("tcp.options.unknown.payload", english: "The data of that option."),
        Row("tcp.options.malformed", english: "Options whose length cannot be right. They are passed over."),
    ])
}
