import Trace

extension Note {
    /// Notes about the size of the datagrams that the path carries.
    public enum PathMTU: NoteTopic, Hashable, Sendable {
        /// From now on no datagram of more than `to` octets is sent, and therefore no segment with more than `segmentSize`
        /// octets of data.
        case lowered(to: Int, segmentSize: Int, Reason)
        /// Explains a segment that was cut again and is sent again, with `count` octets.
        case cutAnew(sequence: SequenceNumber, count: Int)
        /// A report has to wait for a timeout: datagrams of `acknowledged` octets, more than `mtu`, have arrived.
        case doubted(mtu: Int, acknowledged: Int)
        case disproved(mtu: Int)
        case ignored(Refusal)
        /// The limit is old: segments with up to `to` octets of data are tried again.
        case raised(from: Int, to: Int)

        /// Why smaller datagrams are sent.
        public enum Reason: Hashable, Sendable {
            /// A router has reported that it dropped a datagram of `length` octets; `isGuess` if it did not say which size it
            /// takes.
            case reported(length: Int, isGuess: Bool)
            /// A timeout confirms a router's report that had to wait.
            case confirmed
            /// A segment in a datagram of `length` octets was not acknowledged, and the timer has run out `timeouts` times.
            case silence(length: Int, timeouts: Int)
            /// Larger datagrams were tried again, and a datagram of `length` octets did not arrive.
            case failedTrial(length: Int)
        }

        /// Why a report is ignored.
        public enum Refusal: Hashable, Sendable {
            /// The message quotes a number that is not in flight.
            case notInFlight(SequenceNumber, first: SequenceNumber, next: SequenceNumber)
            /// No datagram was larger than the MTU in the message.
            case nothingThatLarge(Int)
        }

        /// True only for a report that changes nothing.
        public var isBookkeeping: Bool {
            switch self {
            case .ignored(.nothingThatLarge): true
            case .lowered, .cutAnew, .doubted, .disproved, .ignored(.notInFlight), .raised: false
            }
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .lowered(_, _, .reported): ("tcp.path_mtu", .rfc(1191, "3"))
            case .lowered(_, _, .confirmed): ("tcp.path_mtu", .rfc(5927, "7.2"))
            case .lowered(_, _, .failedTrial): ("tcp.path_mtu", .rfc(1191, "6.3"))
            case .lowered(_, _, .silence): ("tcp.black_hole", .rfc(4821, "7.7"))
            case .cutAnew: ("tcp.path_mtu_retransmission", .rfc(1191, "6.4"))
            case .doubted: ("tcp.path_mtu_doubted", .rfc(5927, "7.2"))
            case .disproved: ("tcp.path_mtu_disproved", .rfc(5927, "7.2"))
            case .ignored(.notInFlight): ("tcp.path_mtu_ignored", .rfc(5927, "4.1"))
            case .ignored(.nothingThatLarge): ("tcp.path_mtu_ignored", .rfc(1191, "3"))
            case .raised: ("tcp.path_mtu_raised", .rfc(1191, "6.3"))
            }
        }

        /// The estimate of the path's MTU, and the size of segments that follows, in octets.
        public var english: String {
            switch self {
            case .lowered(let mtu, let size, let reason):
                """
                \(reason.english(mtu)) From now on a segment carries at most \(English.octets(size)). Larger segments in flight are cut \
                again.
                """
            case .cutAnew(let sequence, let count):
                """
                We send \(English.octets(count)) from \(sequence) on again, in a smaller segment. The numbers belong to the octets \
                and not to the segments, so the same octets may be cut in another way.
                """
            case .doubted(let mtu, let acknowledged):
                """
                A message says that a router passes on no more than \(mtu) octets. But datagrams of up to \(English.octets(acknowledged)) have \
                arrived: they were acknowledged. The message may be forged, so it waits. If the segment is acknowledged, the message is \
                false. If the timer runs out first, we believe the message.
                """
            case .disproved(let mtu):
                """
                A message said that a router dropped this segment, but the segment has arrived. So the report of an MTU of \(mtu) is \
                false or out of date. We forget it.
                """
            case .ignored(.notInFlight(let sequence, let first, let next)):
                """
                A message says that the segment at \(sequence) was too large for a router. \
                \(first == next ? "Nothing is in flight" : "The numbers \(first) to \(next - 1) are in flight"), so no router can \
                have seen that segment now. The message is old or forged. We ignore it.
                """
            case .ignored(.nothingThatLarge(let mtu)):
                "A router passes on no more than \(mtu) octets. We send nothing larger, so nothing changes."
            case .raised(let before, let after):
                """
                The limit is ten minutes old, and the path may have changed. A segment may carry \(English.octets(after)) again, \
                not only \(before). If a larger one does not arrive, we go back at once.
                """
            }
        }

        public var chinese: String {
            switch self {
            case .lowered(let mtu, let size, let reason):
                """
                \(reason.chinese(mtu))从现在起，一个报文段最多携带 \(size) 字节。在途的更大的报文段要重新切分。
                """
            case .cutAnew(let sequence, let count):
                """
                我们用更小的报文段再次发送从 \(sequence) 开始的 \(count) 字节。序号属于字节，不属于报文段，\
                所以同样的字节可以换一种方式切分。
                """
            case .doubted(let mtu, let acknowledged):
                """
                有一条消息说，一个路由器转发的数据报不超过 \(mtu) 字节。但是长达 \(acknowledged) 字节的数据报已经到达：它们得到了确认。\
                这条消息可能是伪造的，所以先放在一边。如果这个报文段得到确认，这条消息就是假的。如果计时器先到时，我们就相信这条消息。
                """
            case .disproved(let mtu):
                """
                有一条消息说，一个路由器丢弃了这个报文段，但这个报文段已经到达。所以 MTU 为 \(mtu) 的报告是假的，或者已经过时。\
                我们忘掉它。
                """
            case .ignored(.notInFlight(let sequence, let first, let next)):
                """
                有一条消息说，\(sequence) 处的报文段对一个路由器来说太大。\
                \(first == next ? "没有数据在途" : "在途的序号是 \(first) 到 \(next - 1)")，所以现在不可能有路由器见到那个报文段。\
                这条消息是旧的，或者是伪造的。我们忽略它。
                """
            case .ignored(.nothingThatLarge(let mtu)):
                "一个路由器转发的数据报不超过 \(mtu) 字节。我们不发送更大的，所以什么也不改变。"
            case .raised(let before, let after):
                """
                这个限制已经用了十分钟，路径可能变了。一个报文段又可以携带 \(after) 字节，而不只是 \(before)。\
                如果更大的报文段没有到达，我们立即退回去。
                """
            }
        }

        public var englishBackground: String {
            switch self {
            case .lowered(_, _, .reported):
                """
                The bit DF (don't fragment) forbids a router to cut our datagram into pieces. Pieces cost more than smaller segments: \
                if one piece is lost, all are lost.
                """
            case .lowered(_, _, .silence):
                """
                A path that drops large datagrams without a report is called a black hole. Most often a firewall drops all ICMP, and \
                with it the routers' reports (RFC 2923). The handshake works there, because its segments are small.
                """
            case .lowered(_, _, .confirmed), .lowered(_, _, .failedTrial), .cutAnew, .doubted, .disproved, .ignored,
                .raised:
                ""
            }
        }

        public var chineseBackground: String {
            switch self {
            case .lowered(_, _, .reported):
                """
                DF（不分片）位禁止路由器把我们的数据报切成片。分片比用更小的报文段代价更高：丢失一片，就丢失全部。
                """
            case .lowered(_, _, .silence):
                """
                丢弃大数据报却不报告的路径叫作黑洞。最常见的情形是防火墙丢弃全部 ICMP，路由器的报告也一起丢弃（RFC 2923）。\
                握手在那里能够成功，因为它的报文段很小。
                """
            case .lowered(_, _, .confirmed), .lowered(_, _, .failedTrial), .cutAnew, .doubted, .disproved, .ignored,
                .raised:
                ""
            }
        }
    }
}

extension Note.PathMTU.Reason {
    /// The reason as a sentence; `mtu` is the new limit in octets.
    fileprivate func english(_ mtu: Int) -> String {
        switch self {
        case .reported(let length, false):
            """
            A router has dropped our datagram of \(English.octets(length)) and says why: the next network takes \(mtu), and DF is set.
            """
        case .reported(let length, true):
            """
            A router has dropped our datagram of \(English.octets(length)), since DF is set. It does not say what the next network \
            takes. We try \(mtu), the next smaller size that is common.
            """
        case .confirmed:
            """
            A message said that a router dropped a segment. Now the timer has run out before that segment was acknowledged. So we \
            believe the message and send no datagram of more than \(mtu) octets.
            """
        case .silence(let length, let timeouts):
            """
            The timer has run out \(English.times(timeouts)) for a datagram of \(English.octets(length)). Perhaps the path does not carry it, \
            and no router tells us. We try \(mtu) octets.
            """
        case .failedTrial(let length):
            """
            A datagram of \(English.octets(length)) was a trial. It did not arrive in time. We go back to \(mtu) octets, which have arrived \
            before.
            """
        }
    }

    /// The reason as a sentence; `mtu` is the new limit in octets.
    fileprivate func chinese(_ mtu: Int) -> String {
        switch self {
        case .reported(let length, false):
            "一个路由器丢弃了我们 \(length) 字节的数据报，并说明原因：下一个网络只能承载 \(mtu) 字节，而 DF 已置位。"
        case .reported(let length, true):
            """
            一个路由器丢弃了我们 \(length) 字节的数据报，因为 DF 已置位。它没有说明下一个网络能承载多少。\
            我们试用 \(mtu)，即下一个更小的常用长度。
            """
        case .confirmed:
            """
            有一条消息说，一个路由器丢弃了一个报文段。现在那个报文段还没有得到确认，计时器就已到时。\
            所以我们相信这条消息，不再发送超过 \(mtu) 字节的数据报。
            """
        case .silence(let length, let timeouts):
            """
            对一个 \(length) 字节的数据报，\(spaced("计时器已到时", Chinese.times(timeouts)))。也许这条路径承载不了它，\
            而没有路由器告诉我们。我们试用 \(mtu) 字节。
            """
        case .failedTrial(let length):
            """
            一个 \(length) 字节的数据报是试探，没有按时到达。我们退回到 \(mtu) 字节，这样长的数据报以前到达过。
            """
        }
    }
}
