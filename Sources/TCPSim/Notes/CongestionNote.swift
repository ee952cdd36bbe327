import Trace

extension Note {
    /// Notes about the network and its losses.
    public enum Congestion: NoteTopic, Hashable, Sendable {
        case reported([SegmentOption.Block])
        /// A D-SACK block reports data that has arrived twice; `wasResent` if we have sent it again since the last loss was noticed.
        case arrivedTwice(SegmentOption.Block, wasResent: Bool)
        /// The `count`th duplicate acknowledgment has arrived; `isReport` if its SACK blocks name data that has arrived.
        case duplicate(of: SequenceNumber, count: Int, isReport: Bool)
        /// Explains the retransmission that begins a fast recovery, after `duplicates` duplicate acknowledgments; nil if less were enough,
        /// because SACK reports much data behind the segment. `window` is the congestion window after it, in octets.
        case fastRetransmit(sequence: SequenceNumber, duplicates: Int?, Slowdown, window: Int)
        /// Explains a retransmission after a partial acknowledgment; `until` is the number after all that was in flight
        /// at the loss.
        case partialAcknowledgment(sequence: SequenceNumber, until: SequenceNumber)
        /// Explains the retransmission of `count` octets; of the FIN if `count` is 0.
        case resent(sequence: SequenceNumber, count: Int, Suspicion)
        case recovered(window: Int, Reopening)
        case collapsed(window: Int, Slowdown)
        case grown(window: Int, threshold: Int, slowStart: Bool)
        case restartedAfterIdle(window: Int)
        case windowFull(unsent: Int, inNetwork: Int, window: Int)

        /// The new ssthresh after a loss, in octets.
        public struct Slowdown: Hashable, Sendable {
            /// The octets in flight at the loss.
            let flight: Int
            /// ssthresh: half of that, or two full segments if these are more.
            let threshold: Int

            fileprivate var english: String {
                threshold == flight / 2
                    ? "half of what was in flight (\(flight))"
                    : "two full segments, because half of what was in flight (\(flight)) is less"
            }

            fileprivate var chinese: String {
                threshold == flight / 2
                    ? "在途数据（\(flight)）的一半"
                    : "两个最大长度的报文段，因为在途数据（\(flight)）的一半还不到这么多"
            }
        }

        /// The congestion window after a recovery (RFC 6582 3.2).
        public enum Reopening: Hashable, Sendable {
            case threshold
            case flight
            case twoSegments

            fileprivate var english: String {
                switch self {
                case .threshold: "which is ssthresh"
                case .flight: "one segment more than is in flight, so that no burst follows"
                case .twoSegments: "two segments, so that no burst follows"
                }
            }

            fileprivate var chinese: String {
                switch self {
                case .threshold: "这就是 ssthresh"
                case .flight: "比在途的多一个报文段，这样不会随后涌出一大批"
                case .twoSegments: "即两个报文段，这样不会随后涌出一大批"
                }
            }
        }

        /// Why octets are sent again in a recovery.
        public enum Suspicion: Hashable, Sendable {
            /// The timer ran out for an older segment, so all that was in flight counts as lost.
            case timeout
            /// SACK reports so much data behind them that they count as lost.
            case reports
            /// SACK reports data behind them, but too little to be sure.
            case gap
        }

        /// True for frequent notes: a congestion window that grows or is full, and SACK blocks.
        public var isBookkeeping: Bool {
            switch self {
            case .grown, .windowFull, .reported: true
            case .arrivedTwice, .duplicate, .fastRetransmit, .partialAcknowledgment, .resent, .recovered, .collapsed,
                .restartedAfterIdle:
                false
            }
        }

        public var reference: (step: String, cite: Citation) {
            switch self {
            case .reported: ("tcp.sack", .rfc(2018, "3"))
            case .arrivedTwice: ("tcp.dsack", .rfc(2883, "4"))
            case .duplicate: ("tcp.duplicate_ack", .rfc(5681, "3.2"))
            case .fastRetransmit(_, nil, _, _): ("tcp.fast_retransmit", .rfc(6675, "5"))
            case .fastRetransmit: ("tcp.fast_retransmit", .rfc(5681, "3.2"))
            case .partialAcknowledgment: ("tcp.partial_ack", .rfc(6582, "3.2"))
            case .resent(_, _, .timeout): ("tcp.recovery_retransmission", .rfc(5681, "3.1"))
            case .resent(_, _, .reports), .resent(_, _, .gap): ("tcp.recovery_retransmission", .rfc(6675, "5"))
            case .recovered: ("tcp.recovered", .rfc(6582, "3.2"))
            case .collapsed: ("tcp.loss_window", .rfc(5681, "3.1"))
            case .grown: ("tcp.cwnd", .rfc(5681, "3.1"))
            case .restartedAfterIdle: ("tcp.idle_restart", .rfc(5681, "4.1"))
            case .windowFull: ("tcp.cwnd_full", .rfc(5681, "3.1"))
            }
        }

        public var english: String {
            switch self {
            case .reported(let blocks):
                """
                The other side also has \(blocks.map { "\($0.left) to \($0.right - 1)" }.joined(separator: ", ")): only the octets \
                before and between are missing.
                """
            case .arrivedTwice(let block, let wasResent):
                """
                The other side reports that \(block.left) to \(block.right - 1) have arrived twice. \
                \(wasResent
                    ? "We have sent them again: the first copy was only late, or its acknowledgment was lost. Or the network made a copy."
                    : "We have not sent them again since we last noticed a loss: the network made a copy, or an older one came late.")
                """
            case .duplicate(let number, let count, let isReport):
                """
                Duplicate acknowledgment \(count) of \(number). \
                \(isReport ? "A later segment has arrived, and the one that begins there has not."
                    : "Most likely a later segment has arrived, and the one that begins there has not. A copy of an acknowledgment looks the same.") \
                \(count < LossRecovery.duplicateThreshold ? "The missing one may only be late, so we wait."
                    : "The missing one is most likely lost.")
                """
            case .fastRetransmit(let sequence, let duplicates, let slowdown, let window):
                """
                \(duplicates.map { counted($0, "duplicate acknowledgment") } ?? "SACK reports enough data behind it"): we take the segment \
                at \(sequence) for lost and send it again before the timer runs out. A loss is a sign of congestion, so we slow down: \
                ssthresh becomes \(slowdown.threshold), \(slowdown.english). cwnd becomes \(window)\
                \(window == slowdown.threshold ? ", the same."
                    : ", three segments more: each duplicate acknowledgment stands for a segment that has left the network.") \
                After a timeout we would almost stop. We do not here, because acknowledgments still come.
                """
            case .partialAcknowledgment(let sequence, let until):
                """
                The acknowledgment covers what we sent again. It does not cover everything that was in flight at the loss, which ends \
                before \(until). So we take the segment at \(sequence) for lost as well, and send it again.
                """
            case .resent(let sequence, let count, let suspicion):
                """
                \(suspicion.english(count == 0 ? "the FIN, number \(sequence)," : "\(English.octets(count)) from \(sequence) on")) The \
                congestion window has room.
                """
            case .recovered(let window, let reopening):
                """
                Everything that was in flight at the loss has arrived. The recovery is over. We go on with cwnd = \(window), \
                \(reopening.english).
                """
            case .collapsed(let window, let slowdown):
                """
                The timer ran out, so perhaps no segment arrives. We take everything in flight for lost. We begin again with one segment, \
                cwnd = \(window), and grow fast only up to ssthresh = \(slowdown.threshold): \(slowdown.english).
                """
            case .grown(let window, let threshold, let slowStart):
                slowStart
                    ? """
                    cwnd grows to \(window). In slow start each acknowledgment adds what it covers, up to one segment. So the window \
                    doubles each round trip, until it reaches ssthresh = \(threshold) or a segment is lost.
                    """
                    : """
                    cwnd grows to \(window). In congestion avoidance it grows by one segment a round trip: a loss has shown that the path \
                    does not carry much more than ssthresh = \(threshold).
                    """
            case .restartedAfterIdle(let window):
                """
                We sent no new data for longer than RTO. The path may have changed meanwhile, so we begin again with cwnd = \(window).
                """
            case .windowFull(let unsent, let inNetwork, let window):
                """
                \(English.octets(unsent)) must wait. The congestion window is \(window), with \(English.octets(inNetwork)) in the network. The \
                other side's window protects the receiver; the congestion window protects the path.
                """
            }
        }

        public var chinese: String {
            switch self {
            case .reported(let blocks):
                """
                对方还收到了 \(blocks.map { "\($0.left) 到 \($0.right - 1)" }.joined(separator: "、"))：只缺这之前和之间的字节。
                """
            case .arrivedTwice(let block, let wasResent):
                """
                对方报告，\(block.left) 到 \(block.right - 1) 到达了两次。\
                \(wasResent
                    ? "我们再次发送过它：第一份只是迟到，或者对它的确认丢失了。也可能是网络复制了一份。"
                    : "自从上次发现丢失以来，我们没有再次发送过它：是网络复制了一份，或者更早的一份迟到了。")
                """
            case .duplicate(let number, let count, let isReport):
                """
                这是对 \(number) 的第 \(count) 个重复确认。\
                \(isReport ? "后面的报文段到了，从这个序号开始的报文段没有到。"
                    : "很可能后面的报文段到了，从这个序号开始的没有到。确认如果是复制出来的，看上去也一样。")\
                \(count < LossRecovery.duplicateThreshold ? "缺少的报文段可能只是迟到，所以我们等待。"
                    : "缺少的报文段很可能已经丢失。")
                """
            case .fastRetransmit(let sequence, let duplicates, let slowdown, let window):
                """
                \(duplicates.map { "\($0) 个重复确认" } ?? "SACK 报告它后面有足够多的数据")：我们认定 \(sequence) 处的报文段已经丢失，\
                不等计时器到时就再次发送。丢失是拥塞的迹象，所以我们放慢：\
                ssthresh 变为 \(slowdown.threshold)，即\(slowdown.chinese)。cwnd 变为 \(window)，\
                \(window == slowdown.threshold ? "与它相同。"
                    : "多出三个报文段：每个重复确认都表示有一个报文段离开了网络。")\
                如果是超时，我们几乎要停下来。这里不必，因为确认仍在到来。
                """
            case .partialAcknowledgment(let sequence, let until):
                """
                这个确认包含我们再次发送的部分，但不包含丢失时在途的全部，那一部分到 \(until) 之前为止。\
                所以我们认定 \(sequence) 处的报文段也已丢失，再次发送它。
                """
            case .resent(let sequence, let count, let suspicion):
                """
                \(suspicion.chinese(count == 0 ? "序号为 \(sequence) 的 FIN" : "从 \(sequence) 开始的 \(count) 字节"))\
                拥塞窗口还有空间。
                """
            case .recovered(let window, let reopening):
                """
                丢失时在途的全部数据都已到达，恢复结束。我们以 cwnd = \(window) 继续，\(reopening.chinese)。
                """
            case .collapsed(let window, let slowdown):
                """
                计时器到时，也许没有报文段能够到达。我们认定在途的全部都已丢失，重新从一个报文段开始，\
                cwnd = \(window)，快速增长只到 ssthresh = \(slowdown.threshold) 为止：\(slowdown.chinese)。
                """
            case .grown(let window, let threshold, let slowStart):
                slowStart
                    ? """
                    cwnd 增长到 \(window)。在慢启动中，确认了多少数据，窗口就增大多少，每个确认最多增大一个报文段。\
                    所以窗口每次往返翻倍，直到达到 ssthresh = \(threshold) 或者有报文段丢失。
                    """
                    : """
                    cwnd 增长到 \(window)。在拥塞避免中，它每次往返只增大一个报文段：一次丢失已经表明，\
                    这条路径能承载的不比 ssthresh = \(threshold) 多很多。
                    """
            case .restartedAfterIdle(let window):
                "我们没有发送新数据的时间已超过 RTO。路径在此期间可能变了，所以我们重新从 cwnd = \(window) 开始。"
            case .windowFull(let unsent, let inNetwork, let window):
                """
                \(unsent) 字节必须等待。拥塞窗口是 \(window)，已有 \(inNetwork) 字节在网络中。\
                对方的窗口保护接收方，拥塞窗口保护路径。
                """
            }
        }
    }
}

extension Note.Congestion.Suspicion {
    /// Why `what` is sent again.
    fileprivate func english(_ what: String) -> String {
        switch self {
        case .timeout: "After the timeout we take \(what) for lost as well, and send again."
        case .reports: "SACK reports enough data behind it: we take \(what) for lost and send again."
        case .gap:
            "SACK reports data behind it, but too little. Nothing else can be sent, so we send \(what) again."
        }
    }

    /// Why `what` is sent again.
    fileprivate func chinese(_ what: String) -> String {
        switch self {
        case .timeout: spaced(spaced("超时之后，我们认定", what), "也已丢失，再次发送。")
        case .reports: spaced(spaced("SACK 报告它后面有足够多的数据：我们认定", what), "已经丢失，再次发送。")
        case .gap: spaced("SACK 报告它后面有数据，但不够多。没有别的可以发送，所以我们再次发送", what) + "。"
        }
    }
}
