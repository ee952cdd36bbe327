import Trace

/// The meanings of the fields of a segment and its options (RFC 9293), by their names and by the control bits of the
/// segment.
enum SegmentFieldNote: String, Remark, CaseIterable {
    case tcp = "tcp"
    case srcport = "tcp.srcport"
    case dstport = "tcp.dstport"
    case dstport443 = "tcp.dstport 443"
    case seq = "tcp.seq"
    case seqRaw = "tcp.seq_raw"
    case seqOfSYN = "tcp.seq_raw SYN"
    case seqOfReset = "tcp.seq_raw RST"
    case ackUnset = "tcp.ack_raw"
    case ackRaw = "tcp.ack_raw ACK"
    case flags = "tcp.flags"
    case hdrLen = "tcp.hdr_len"
    case flagsRes = "tcp.flags.res"
    case flagsAe = "tcp.flags.ae"
    case flagsCwr = "tcp.flags.cwr"
    case flagsEce = "tcp.flags.ece"
    case flagsCwrOfSYN = "tcp.flags.cwr SYN"
    case flagsEceOfSYN = "tcp.flags.ece SYN"
    case flagsUrg = "tcp.flags.urg"
    case flagsAck = "tcp.flags.ack"
    case flagsPush = "tcp.flags.push"
    case flagsReset = "tcp.flags.reset"
    case flagsSyn = "tcp.flags.syn"
    case flagsFin = "tcp.flags.fin"
    case windowSizeValue = "tcp.window_size_value"
    case windowOfSYN = "tcp.window_size_value SYN"
    case windowOfReset = "tcp.window_size_value RST"
    case checksum = "tcp.checksum"
    case urgentPointer = "tcp.urgent_pointer"
    case urgentPointerSet = "tcp.urgent_pointer URG"
    case payload = "tcp.payload"
    case segmentData = "tcp.segment_data"
    case options = "tcp.options"
    case optionsPadding = "tcp.options.padding"
    case optionKind = "tcp.option_kind"
    case optionLen = "tcp.option_len"
    case optionsEol = "tcp.options.eol"
    case optionsNop = "tcp.options.nop"
    case optionsMss = "tcp.options.mss"
    case optionsMssVal = "tcp.options.mss_val"
    case optionsWscale = "tcp.options.wscale"
    case optionsWscaleShift = "tcp.options.wscale.shift"
    case optionsSackPerm = "tcp.options.sack_perm"
    case optionsSack = "tcp.options.sack"
    case optionsSackLe = "tcp.options.sack_le"
    case optionsSackRe = "tcp.options.sack_re"
    case optionsTimestamp = "tcp.options.timestamp"
    case optionsTimestampTsval = "tcp.options.timestamp.tsval"
    case optionsTimestampTsecr = "tcp.options.timestamp.tsecr"
    case optionsUnknown = "tcp.options.unknown"
    case optionsUnknownPayload = "tcp.options.unknown.payload"
    case optionsMalformed = "tcp.options.malformed"

    var english: String {
        switch self {
        case .tcp: "The header of TCP, which makes one reliable stream of octets in each direction out of datagrams."
        case .srcport: "The port of the sender. The two addresses and the two ports together name the connection."
        case .dstport: "The port of the receiver."
        case .dstport443: "The port of the receiver. 443 is where HTTPS is served."
        case .seq: "The number of the first octet in that segment."
        case .seqRaw:
            "The number of the first octet in this segment, if it has one. SYN and FIN count as an octet each."
        case .seqOfSYN: "The first number of the sender. The SYN takes it, so the first octet of data has the next one."
        case .seqOfReset: "A reset takes no number. By this one the receiver judges whether the reset is genuine."
        case .ackUnset: "It means nothing here: the ACK bit is not set."
        case .ackRaw:
            "The number of the next octet that the sender of this segment expects: all before it have arrived."
        case .flags: "The length of the header, and one bit for each thing that the segment says besides its data."
        case .hdrLen: "The length of this header in words of 4 octets: 5 where there are no options."
        case .flagsRes: "Reserved. The sender sets it to 0, and the receiver does not look at it."
        case .flagsAe: "Accurate ECN: part of a more exact report of congestion."
        case .flagsCwr: "Congestion window reduced. 1 says: the sender has slowed down after a report of congestion."
        case .flagsCwrOfSYN, .flagsEceOfSYN: "In a SYN: 1 says that the sender can take part in ECN."
        case .flagsEce: "ECN echo. 1 says: a router has reported congestion on the way to the sender of this segment."
        case .flagsUrg: "1 says: the urgent pointer means something."
        case .flagsAck:
            "1 says: the acknowledgment number means something. Only a first SYN and some resets go without it."
        case .flagsPush: "1 says: the receiver should hand the data to its application without waiting for more."
        case .flagsReset: "1 says: the connection is at an end at once, without a farewell."
        case .flagsSyn: "1 says: the sender opens its direction, and the sequence number is its first one."
        case .flagsFin: "1 says: the sender closes its direction, and no data follows."
        case .windowSizeValue:
            """
            How many octets the sender of this segment can take, from the acknowledgment number on. If both SYN segments had a \
            window scale, the number is to be shifted to the left by the sender's.
            """
        case .windowOfSYN:
            "How many octets the sender of this segment can take. In a SYN the number stands as it is, without a scale."
        case .windowOfReset: "It means nothing here: a reset takes no data."
        case .checksum:
            """
            The checksum of header and data, and of the two addresses, so that a segment that goes astray does \
            not pass.
            """
        case .urgentPointer: "It means nothing here: the URG bit is not set."
        case .urgentPointerSet:
            """
            Added to the sequence number it gives the number of the octet behind the urgent data. New programs should not \
            use it.
            """
        case .payload: "The data: a piece of the stream of octets."
        case .segmentData: "What the router quotes of the segment behind its ports and its sequence number."
        case .options: "What goes beyond the fixed header, filled up to whole words of 4 octets."
        case .optionsPadding: "Octets behind the end of the options. They should be 0 and are ignored."
        case .optionKind: "Which option this is."
        case .optionLen: "The length of the option in octets, kind and length included."
        case .optionsEol: "End of the list of options."
        case .optionsNop: "No operation: fills up, so that the next option begins at a good place."
        case .optionsMss: "Maximum segment size, said only with a SYN."
        case .optionsMssVal: "The most data in octets that the sender of this option takes in one segment."
        case .optionsWscale: "Window scale, said only with a SYN: windows over 65,535 octets become possible."
        case .optionsWscaleShift:
            "By how many bits the windows of this side are to be shifted to the left after its SYN, if both sides send the option."
        case .optionsSackPerm: "This side understands selective acknowledgments. Said only with a SYN."
        case .optionsSack:
            "A selective acknowledgment: what has arrived behind a gap, or first what has arrived twice (D-SACK)."
        case .optionsSackLe: "The first octet of a block that has arrived."
        case .optionsSackRe: "The octet behind the last one of that block."
        case .optionsTimestamp:
            "Timestamps: they measure the time of a round trip, and they tell old segments from new ones."
        case .optionsTimestampTsval: "The sender's clock now."
        case .optionsTimestampTsecr:
            "A clock value of the other side, sent back, so that it can measure the round trip. 0 where there is none yet."
        case .optionsUnknown: "An option of a kind that is not implemented here. It is passed over."
        case .optionsUnknownPayload: "The data of that option."
        case .optionsMalformed: "Options whose length cannot be right. They are passed over."
        }
    }
}
