import Trace

extension TCPSpace {
    /// A rule that must hold in every state, or on every step, of two connections, of a host that listens, or of both.
    ///
    /// Each case names its subject here. The sentence of the rule is in ``Demand``.
    package enum Rule: UInt8, Hashable, Sendable, CaseIterable {
        /// On a step: the octets that the user reads.
        case inOrder = 1
        /// On a step: when the user is told of the end of the stream.
        case complete
        /// On a step: octets that have arrived, but were not read when a connection in TIME-WAIT gives way (RFC 9293 3.6.1), or before their
        /// connection is accepted.
        case unread
        /// On a step: the answer to a segment that takes a sequence number (RFC 9293 3.10.7.4).
        case answer
        /// On a step: when the user is told of a reset.
        case reset
        /// On a step: how the state changes.
        case arrows
        /// On a step: what a sequence number stands for (RFC 9293 3.4).
        case contents
        /// On a step: what is sent when a retransmission timer runs out (RFC 6298 5.4).
        case resent
        /// On a step: which segments are answered with a reset, and its numbers (RFC 9293 3.10.7).
        case resetSent
        /// On a step: which resets are accepted (RFC 9293 3.10.7, RFC 5961 3).
        case resetTaken
        /// On a step: what a SYN does to an open connection (RFC 9293 3.10.7.4, RFC 5961 4).
        case synTaken
        /// On a step: which acknowledgments are accepted (RFC 9293 3.10.7.4, RFC 5961 5).
        case acknowledgmentTaken
        /// On a step: which sequence numbers are sent (RFC 9293 3.8.6, 3.8.6.1).
        case sendWindow
        /// On a step: the window that each segment offers (RFC 9293 3.8.6, SHLD-14).
        case windowEdge
        /// On a step: how many of the octets that arrive are accepted (RFC 9293 3.8.6, 3.10.7.4, seventh check).
        case receiveWindow
        /// On a step: which segment's window becomes SND.WND (RFC 9293 3.10.7.4, fifth check).
        case windowTaken
        /// On a step: the state after a reset or a SYN in SYN-RECEIVED (RFC 9293 3.10.7.4, second and fourth check).
        case listensAgain
        /// In a state: SND.UNA and SND.NXT (RFC 9293 3.4).
        case sendSpace
        /// In a state: the variables of both sides. They are counted from the initial number as plain integers, without the comparison
        /// modulo 2^32.
        case received
        /// In a state: the timer of unacknowledged octets (RFC 6298 5.1).
        case timer
        /// In a state: the timers when nothing is unacknowledged (RFC 6298 5.2).
        case idle
        /// In a state: the timer of data that waits (RFC 9293 3.8.6.1).
        case waiting
        /// In a state: the initial sequence numbers of two sides that are ESTABLISHED (RFC 9293 3.5).
        case agreement
        /// In a state: the initial sequence number that an open connection has received (RFC 9293 3.5).
        case ghost
        /// In a state: each direction is closed by its own user (RFC 9293 3.6).
        case ownClose
        /// In a state in which nothing can happen: whether all is over.
        case deadlock
        /// In a state: its sequel, in a network that neither loses nor repeats nor reorders, with users who accept and close.
        case progress

        // MARK: Of a host alone

        /// In a state: how many connections wait to be accepted.
        case backlog
        /// In a state: the lists of the listener of connections that wait to be accepted.
        case books
        /// On a step: the effect of a false cookie (RFC 4987 3.6).
        case falseCookie
        /// On a step: the effect of a true cookie (RFC 4987 3.6).
        case trueCookie
        /// On a step: the answer to a segment that belongs to no connection (RFC 9293 3.10.7.1, 3.10.7.2).
        case stray
        /// On a step: the connection that accept hands over.
        case accepted
        /// On a step: what becomes of connections that wait when the listening socket is closed. They are reset as ABORT does it (RFC 9293
        /// 3.10.5).
        case discarded
        /// On a step: when a connection in TIME-WAIT gives way, and when it returns (RFC 9293 3.6.1, MAY-2).
        case timeWait
        /// On a step: the initial sequence number of the connection to which one in TIME-WAIT gives way (RFC 9293 3.6.1, condition 1).
        case successor

        /// The rules that hold for a host that listens and its clients.
        package static let ofHosts: [Rule] = [
            .backlog, .books, .ghost, .agreement, .falseCookie, .trueCookie, .stray, .accepted, .inOrder, .unread,
            .discarded, .timeWait, .successor, .deadlock, .progress,
        ]
        /// The rules that hold for two connections.
        package static let ofConnections = allCases.filter { $0.rawValue <= progress.rawValue }
    }

    /// What a rule demands, as a clause without a full stop.
    package struct Demand: Remark {
        private let rule: Rule
        private let isOfHost: Bool

        /// What `rule` demands of a host that listens and its clients, or of two connections.
        package init(_ rule: Rule, ofHost isOfHost: Bool) { (self.rule, self.isOfHost) = (rule, isOfHost) }

        package var english: String {
            switch rule {
            case .inOrder: "every octet is received once and in order"
            case .complete: "the end of the stream comes after every octet"
            case .unread where isOfHost:
                "what was acknowledged before its connection is accepted can be read later"
            case .unread: "what was acknowledged can be read, even if the connection has given way to another"
            case .answer: "a segment that takes a sequence number of an open connection is answered"
            case .reset:
                "a reset comes only from a side that has no part in the connection and did not close it in good order"
            case .arrows: "every change of state is an arrow of figure 5 or one of its known omissions"
            case .contents: "a sequence number stands for the same octet, SYN or FIN each time it is sent"
            case .resent:
                "a retransmission timer that runs out sends the oldest unacknowledged number again, or gives up"
            case .resetSent: "a reset is sent where RFC 9293 3.10.7 asks for one, with its numbers, and nowhere else"
            case .resetTaken: "a reset counts at RCV.NXT, or in SYN-SENT if it acknowledges the SYN, and nowhere else"
            case .synTaken: "a SYN changes nothing in an open connection"
            case .acknowledgmentTaken:
                "an acknowledgment of what was never sent, or of what is too old, changes nothing in an open connection"
            case .sendWindow:
                "nothing new is sent beyond SND.UNA + SND.WND, except the octet or FIN that probes a closed window"
            case .windowEdge: "the right edge of an offered receive window never moves left"
            case .receiveWindow: "a receiver takes no octet beyond the window that it has offered"
            case .windowTaken:
                "SND.WND is that of the segment with the highest SEQ, then ACK, or of one that acknowledges more"
            case .listensAgain:
                "a reset at RCV.NXT, or a SYN in the window, leads a passive open from SYN-RECEIVED back to LISTEN"
            case .sendSpace: "SND.UNA =< SND.NXT"
            case .received: "what is acknowledged was received, and what was received was sent"
            case .timer: "every unacknowledged octet has a timer"
            case .idle: "no timer runs when nothing is unacknowledged and nothing waits"
            case .waiting: "data that waits has a timer"
            case .agreement: "ESTABLISHED on both sides means that both agree on both initial sequence numbers"
            case .ghost where isOfHost:
                "B has an open connection only with a client that has opened one, and with that client's number"
            case .ghost: "a side is ESTABLISHED only with a sequence number that the other side has chosen"
            case .ownClose: "a direction is closed only after its own user has closed it"
            case .deadlock where isOfHost:
                "where nothing can happen every connection is over, or a timer runs"
            case .deadlock: "where nothing can happen both sides are done, a timer runs, or an error was reported"
            case .progress where isOfHost:
                "once the network carries every segment, and the users accept and close, every client comes to an end"
            case .progress:
                "once the network carries every segment, and the users close, the connection comes to a good end"
            case .backlog:
                "no more connections wait than the backlog allows: all together, or with cookies the open ones"
            case .books: "the listener counts exactly the connections that wait"
            case .falseCookie: "an acknowledgment that a stranger has made up opens no connection"
            case .trueCookie:
                "an acknowledgment that brings a cookie back opens a connection, once, if there is room for it"
            case .stray:
                "a segment that belongs to no connection is answered as RFC 9293 3.10.7.1 and 3.10.7.2 ask for"
            case .accepted: "accept hands over the connection that was open first"
            case .discarded:
                "when the listening socket is closed, each connection that waits is reset, and none is left"
            case .timeWait:
                "a connection in TIME-WAIT gives way only to a SYN beyond its numbers, and returns if nothing comes of it"
            case .successor:
                "the connection to which one in TIME-WAIT gives way begins beyond all numbers that B has used in the old one"
            }
        }

        package var chinese: String {
            switch rule {
            case .inOrder: "每个字节都按顺序收到一次"
            case .complete: "流的结尾在所有字节之后到来"
            case .unread where isOfHost: "连接被接受之前确认过的数据，以后能够读到"
            case .unread: "确认过的数据能够读到，即使连接已经让位给另一个连接"
            case .answer: "占用序号的报文段如果属于打开的连接，会得到回应"
            case .reset: "发送复位报文段的，只会是没有参与连接、也没有正常关闭它的一方"
            case .arrows: "每次状态变化都是图 5 中的一个箭头，或者是图中已知遗漏的箭头之一"
            case .contents: "一个序号每次发送时，代表的都是同一个字节、SYN 或 FIN"
            case .resent: "重传计时器到时，就再次发送最早的未确认序号，或者放弃"
            case .resetSent: "只在 RFC 9293 3.10.7 要求之处发送复位报文段，序号也按它的要求，别处都不发送"
            case .resetTaken: "复位报文段只在 RCV.NXT 处有效，或在 SYN-SENT 中确认了 SYN 时有效，别处都无效"
            case .synTaken: "SYN 不改变打开的连接"
            case .acknowledgmentTaken: "确认了从未发送的内容，或者确认了太旧的内容，都不改变打开的连接"
            case .sendWindow: "超过 SND.UNA + SND.WND 的新内容都不发送，只有探测零窗口的字节或 FIN 例外"
            case .windowEdge: "通告过的接收窗口，右边沿从不左移"
            case .receiveWindow: "接收方不接受超出它所通告窗口的字节"
            case .windowTaken: "SND.WND 取自 SEQ 最高的报文段，其次取 ACK 最高的，或取自确认了更多内容的报文段"
            case .listensAgain: "在 RCV.NXT 处的复位报文段，或窗口内的 SYN，使被动打开的一方从 SYN-RECEIVED 回到 LISTEN"
            case .sendSpace: "SND.UNA =< SND.NXT"
            case .received: "确认过的都收到过，收到过的都发送过"
            case .timer: "每个未确认的字节都有计时器"
            case .idle: "没有未确认的内容，也没有等待的内容时，不运行计时器"
            case .waiting: "等待发送的数据有计时器"
            case .agreement: "双方都处于 ESTABLISHED，说明双方对两个初始序号看法一致"
            case .ghost where isOfHost: "只有客户端打开过连接，B 才与它有打开的连接，并且使用该客户端的序号"
            case .ghost: "一方处于 ESTABLISHED，所用的序号必定是对方选定的"
            case .ownClose: "一个方向只在它自己的用户关闭之后才关闭"
            case .deadlock where isOfHost: "什么都不能再发生时，每个连接都已结束，或者有计时器在运行"
            case .deadlock: "什么都不能再发生时，双方都已完成，或者有计时器在运行，或者报告过错误"
            case .progress where isOfHost: "只要网络送达每个报文段，用户也接受并关闭，每个客户端都会结束"
            case .progress: "只要网络送达每个报文段，用户也关闭，连接就会正常结束"
            case .backlog: "等待的连接不超过半连接队列的上限：通常计算全部，使用 cookie 时只计算已打开的"
            case .books: "监听套接字统计的，正好是等待的连接"
            case .falseCookie: "陌生主机编造的确认打不开任何连接"
            case .trueCookie: "带回 cookie 的确认能打开一个连接，只有一次，而且要有空位"
            case .stray: "不属于任何连接的报文段，按 RFC 9293 3.10.7.1 和 3.10.7.2 的要求回应"
            case .accepted: "accept 交出最先打开的连接"
            case .discarded: "监听套接字关闭时，每个等待的连接都复位，一个不留"
            case .timeWait: "TIME-WAIT 中的连接只让位给序号在它之后的 SYN，如果没有结果，它会回来"
            case .successor: "TIME-WAIT 中的连接让位之后，新连接的开始序号大于 B 在旧连接中用过的所有序号"
            }
        }
    }
}
