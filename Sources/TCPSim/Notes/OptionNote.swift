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

        /// The fault of the option that these octets begin with.
        private static func fault(_ octets: [UInt8]) -> String {
            let option = "an option of kind \(octets.first ?? 0)"
            guard let length = octets.dropFirst().first else { return "\(option) ends before its length" }
            let says = "\(option) says that it is \(English.octets(Int(length))) long"
            if length < 2 { return "\(says), but its kind and its length take two" }
            if length > octets.count { return "\(says), but the header has only \(English.octets(octets.count)) left" }
            return "\(says), which is not a length of this kind"
        }

        private static func list(scaling: Bool, timestamps: Bool, sack: Bool) -> String {
            let names =
                (scaling ? ["window scaling"] : []) + (timestamps ? ["timestamps"] : []) + (sack ? ["SACK"] : [])
            return names.isEmpty ? "nothing" : listed(names)
        }

        private static func shifts(_ scale: WindowScale?) -> String {
            guard let scale else { return "" }
            return """
                 From now on the other side's windows count in units of \(1 << scale.send) and ours in units of \(1 << scale.receive); \
                those of the SYNs do not.
                """
        }
    }
}
