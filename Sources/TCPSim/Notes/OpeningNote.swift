import Trace

extension Note {
    /// Notes about opening a connection.
    public enum Opening: NoteTopic, Hashable, Sendable {
        case listening(port: UInt16)
        case initialSequenceNumber(InitialSequenceNumber.Choice, local: Socket, remote: Socket)
        case syn(iss: SequenceNumber, mss: UInt16)
        /// A SYN with `data` octets has arrived; `answersOurs` if it acknowledges our own.
        case synArrived(irs: SequenceNumber, data: Int, answersOurs: Bool)
        /// The largest number of octets of data in our segments, by our own limit and the MSS that the other side announced, less `options`
        /// octets of options in each segment; `announced` is nil if it announced none.
        case maximumSegmentSize(own: UInt16, announced: UInt16?, options: Int, effective: Int)
        /// Explains our SYN,ACK; `crossed` if it follows a SYN of ours.
        case synAck(iss: SequenceNumber, irs: SequenceNumber, crossed: Bool)
        case synsCrossed
        case handshakeAck(acknowledgment: SequenceNumber, sequence: SequenceNumber)
        /// The connection is open; the numbers are the two initial sequence numbers.
        case established(local: SequenceNumber, remote: SequenceNumber)
        /// A SYN is dropped: `limit` connections, open or half open, wait already.
        case backlogFull(limit: Int)
        /// The last segment of a handshake is dropped: `limit` open connections wait to be accepted already.
        case acceptQueueFull(limit: Int)

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .listening: ("tcp.listen", .rfc(9293, "3.10.1"))
            case .initialSequenceNumber: ("tcp.isn", .rfc(6528, "3"))
            case .syn: ("tcp.syn", .rfc(9293, "3.5"))
            case .synArrived: ("tcp.syn_received", .rfc(9293, "3.4.1"))
            case .maximumSegmentSize: ("tcp.mss", .rfc(9293, "3.7.1"))
            case .synAck: ("tcp.syn_ack", .rfc(9293, "3.4.1"))
            case .synsCrossed: ("tcp.simultaneous_open", .rfc(9293, "3.5"))
            case .handshakeAck: ("tcp.handshake_ack", .rfc(9293, "3.5"))
            case .established: ("tcp.established", .rfc(9293, "3.4.1"))
            case .backlogFull, .acceptQueueFull: ("tcp.backlog_full", .rfc(4987, "2"))
            }
        }

        public var english: String {
            switch self {
            case .listening(let port): "We wait on port \(port) for a SYN. Nothing is sent."
            case .initialSequenceNumber(let choice, let local, let remote): choice.english(local: local, remote: remote)
            case .syn(let iss, let mss):
                """
                We ask the other side to synchronize: our numbers begin at \(iss). The SYN carries no data, but it takes this number. \
                So it can be acknowledged, and sent again, without confusion. Our first octet of data will have the number \
                \(iss + 1). The MSS option says: send us at most \(mss) octets of data in a segment.
                """
            case .synArrived(let irs, let data, let answersOurs):
                """
                The other side's numbers begin at \(irs). Its SYN took that number, so we expect \(irs + 1) next. \
                \(answersOurs
                    ? "The segment acknowledges our SYN, so it answers this attempt and no older one."
                    : "We cannot tell yet whether the SYN is new or an old duplicate: we ask its sender to confirm.")\
                \(data > 0 ? " The segment brings \(English.octets(data)) of data, which must wait until the connection is open." : "")
                """
            case .maximumSegmentSize(let own, let announced, let options, let effective):
                """
                \(announced == nil ? "The other side announced no MSS, so we assume 536, which every host must accept. " : "")\
                We put at most \(English.octets(effective)) of data into a segment: \
                \(Self.limit(own: Int(own), announced: announced.map { Int($0) }))\
                \(options > 0 ? ", less \(English.octets(options)) of options" : "").
                """
            case .synAck(let iss, let irs, crossed: true):
                """
                We repeat our SYN with the same number, \(iss), and acknowledge the other side's SYN: ACK=\(irs + 1). The SYNs \
                crossed, so this connection opens with four segments, not three.
                """
            case .synAck(let iss, let irs, crossed: false):
                """
                Two messages in one segment. ACK=\(irs + 1) confirms the other side's SYN (\(irs) + 1: ack = SEG.SEQ + SEG.LEN, and \
                a SYN counts one). SYN asks the other side to confirm that our numbers begin at \(iss). Logically there are four \
                messages. These two share a segment, so three segments are enough.
                """
            case .synsCrossed:
                "A SYN without an ACK: the other side opened at the same time as we did. Both SYNs are valid."
            case .handshakeAck(let acknowledgment, let sequence):
                """
                We confirm the other side's SYN: ACK=\(acknowledgment) (\(acknowledgment - 1) + 1). Only this ACK tells the other side \
                that the SYN it answered was not an old duplicate. That is the main reason for a third segment. The ACK takes no number \
                and is not acknowledged itself: our first octet of data will have the same SEQ=\(sequence). If this ACK is lost, our \
                first data segment repeats it.
                """
            case .established(let local, let remote):
                "Our first number, \(local), is confirmed, and we know the other side's, \(remote). The connection is open."
            case .backlogFull(let limit):
                """
                All \(limit) places of the listener are taken, by connections that are half-open or wait to be accepted. So the SYN is \
                dropped without an answer. Its sender will try again.
                """
            case .acceptQueueFull(let limit):
                """
                \(limit) open connections wait to be accepted, and no more are taken. The acknowledgment is dropped without an \
                answer: what its sender sends next repeats it.
                """
            }
        }

        /// Which of the two limits of a segment counts.
        private static func limit(own: Int, announced: Int?) -> String {
            let other = announced ?? TransmissionControlBlock.defaultMSS
            if other < Connection.leastMSS, other < own {
                let least = min(own, Connection.leastMSS)
                return "the other side's limit, \(other), is less than any network needs, so we take \(least)"
            }
            if other == own { return "both limits are \(own)" }
            return other < own
                ? "the other side's limit, \(other), is smaller than ours, \(own)"
                : "our own limit, \(own), is smaller than the other side's, \(other)"
        }

        public var englishBackground: String {
            switch self {
            case .initialSequenceNumber(.generated, _, _):
                """
                The clock M ticks every 4 microseconds: a new connection between the same sockets normally begins beyond the numbers of \
                the last. F is pseudorandom: an attacker who cannot see our segments cannot guess the number. So the number is hardly ever 0 or 1. \
                Analysers show relative numbers, counted from it, because they are easier to read.
                """
            case .initialSequenceNumber(.clock, _, _), .initialSequenceNumber(.counted, _, _),
                .initialSequenceNumber(.forced, _, _), .listening, .syn, .synArrived, .maximumSegmentSize, .synAck,
                .synsCrossed, .handshakeAck, .established, .backlogFull, .acceptQueueFull:
                ""
            }
        }
    }
}

extension InitialSequenceNumber.Choice {
    fileprivate func english(local: Socket, remote: Socket) -> String {
        switch self {
        case .generated(let clock, let hash):
            """
            Our first number is ISN = M + F = \(clock) + \(hash) = \(number) (modulo 2^32): a clock, and a secret function of \
            both sockets (\(local), \(remote)).
            """
        case .clock(let clock):
            """
            Our first number is the clock, \(clock), with a tick of 4 microseconds, as in RFC 793. Old duplicates have lower numbers. \
            But everyone has a clock: an attacker who cannot see our segments can still guess their numbers.
            """
        case .counted(let value, let connections):
            """
            Our first number is a counter, \(value). Each connection before (\(connections)) added 64,000, and each second adds \
            128,000. An attacker opens one connection and then knows the number of the next. So the attacker can speak in the name of \
            another host without seeing an answer.
            """
        case .forced(let number):
            """
            Our first number is set to \(number), for round numbers in this run. A real host computes ISN = M + F: a clock plus a \
            secret function of both sockets. An attacker cannot guess that.
            """
        }
    }
}
