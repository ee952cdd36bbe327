import Trace

extension Note {
    /// Notes about the options of the header.
    public enum Option: NoteTopic, Hashable, Sendable {
        /// Our SYN offers these options besides the MSS; `shift` is nil if it does not offer window scaling.
        case offered(shift: UInt8?, timestamps: Bool, sack: Bool)
        /// Both sides have offered these options; `scale` is nil if windows are not scaled.
        case agreed(scale: WindowScale?, timestamps: Bool, sack: Bool)
        case timestampOutOfDate(UInt32, recent: UInt32, sequence: SequenceNumber)
        /// An option has an impossible length; the octets are those from its kind to the end of the header.
        case malformed([UInt8])

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .offered: ("tcp.options_offered", .rfc(7323, "1.3"))
            case .agreed: ("tcp.options_agreed", .rfc(7323, "1.3"))
            case .timestampOutOfDate: ("tcp.paws", .rfc(7323, "5"))
            case .malformed: ("tcp.malformed_option", .rfc(9293, "3.2"))
            }
        }

        public var english: String {
            switch self {
            case .offered(let shift, let timestamps, let sack):
                """
                Besides the MSS our SYN offers \(Self.list(scaling: shift != nil, timestamps: timestamps, sack: sack)). An option is \
                only used if both SYNs offer it. A side that does not know an option ignores it.
                """
            case .agreed(let scale, let timestamps, let sack):
                """
                Both sides have offered \(Self.list(scaling: scale != nil, timestamps: timestamps, sack: sack)).\
                \(Self.shifts(scale))\
                \(timestamps ? " The timestamps take 12 octets from the data of each segment." : "")
                """
            case .timestampOutOfDate(let value, let recent, let sequence):
                """
                The segment at \(sequence) carries the timestamp \(value), and a segment with the later timestamp \(recent) came before \
                it. A clock does not run backwards. So this one was sent earlier and came late: it is an old duplicate, or the network has delayed it. Its sequence \
                numbers can fit all the same, because the numbers wrap around. It is dropped, and the answer says what we expect.
                """
            case .malformed(let octets):
                """
                The options are malformed: \(Self.fault(octets)). So we cannot find the next option. We ignore this option and all that \
                follow. The rest of the segment counts.
                """
            }
        }

        public var chinese: String {
            switch self {
            case .offered(let shift, let timestamps, let sack):
                """
                除了 MSS，我们的 SYN \
                \(Self.chineseList(
                    "还提供", none: "不提供其他选项", scaling: shift != nil, timestamps: timestamps, sack: sack))。\
                一个选项要双方的 SYN 都提供才会使用。不认识某个选项的一方会忽略它。
                """
            case .agreed(let scale, let timestamps, let sack):
                """
                \(Self.chineseList(
                    "双方都提供了", none: "双方没有共同的选项", scaling: scale != nil, timestamps: timestamps, sack: sack))。\
                \(Self.chineseShifts(scale))\
                \(timestamps ? "时间戳从每个报文段的数据中占去 12 字节。" : "")
                """
            case .timestampOutOfDate(let value, let recent, let sequence):
                """
                \(sequence) 处的报文段带有时间戳 \(value)，而时间戳为 \(recent) 的报文段更晚，却先到了。时钟不会倒走，\
                所以这个报文段发送在先，到达在后：它是旧的重复报文段，或者被网络延误了。它的序号仍然可能合适，因为序号会回绕。\
                我们丢弃它，并在回应中说明我们等待什么。
                """
            case .malformed(let octets):
                """
                选项的格式不对：\(Self.chineseFault(octets))。所以我们找不到下一个选项。我们忽略这个选项和后面的全部选项。\
                报文段的其余部分仍然有效。
                """
            }
        }

        /// The fault of the option that these octets begin with.
        private static func fault(_ octets: [UInt8]) -> String {
            let option = "an option of kind \(octets.first ?? 0)"
            guard let length = octets.dropFirst().first else { return "\(option) ends before its length" }
            let says = "\(option) says that it is \(English.octets(Int(length))) long"
            if length < 2 { return "\(says), but its kind and its length take two" }
            if length > octets.count { return "\(says), but the header has only \(English.octets(octets.count)) left" }
            return "\(says), which is not a length of this kind"
        }

        private static func chineseFault(_ octets: [UInt8]) -> String {
            let option = "类型为 \(octets.first ?? 0) 的选项"
            guard let length = octets.dropFirst().first else { return "\(option)在自己的长度之前就结束了" }
            let says = "\(option)自称长 \(length) 字节"
            if length < 2 { return "\(says)，但它的类型和长度就要占两个字节" }
            if length > octets.count { return "\(says)，但首部只剩 \(octets.count) 字节" }
            return "\(says)，而这种选项没有这样的长度"
        }

        private static func list(scaling: Bool, timestamps: Bool, sack: Bool) -> String {
            let names =
                (scaling ? ["window scaling"] : []) + (timestamps ? ["timestamps"] : []) + (sack ? ["SACK"] : [])
            return names.isEmpty ? "nothing" : listed(names)
        }

        /// "`verb` SACK"; `none` for no option.
        private static func chineseList(
            _ verb: String, none: String, scaling: Bool, timestamps: Bool, sack: Bool
        ) -> String {
            let names = (scaling ? ["窗口扩大"] : []) + (timestamps ? ["时间戳"] : []) + (sack ? ["SACK"] : [])
            return names.isEmpty ? none : spaced(verb, listedInChinese(names))
        }

        private static func shifts(_ scale: WindowScale?) -> String {
            guard let scale else { return "" }
            return """
                 From now on the other side's windows count in units of \(1 << scale.send) and ours in units of \(1 << scale.receive); \
                those of the SYNs do not.
                """
        }

        private static func chineseShifts(_ scale: WindowScale?) -> String {
            guard let scale else { return "" }
            return """
                从现在起，对方的窗口以 \(1 << scale.send) 为单位，我们的窗口以 \(1 << scale.receive) 为单位；SYN 里的窗口不是这样。
                """
        }
    }
}
