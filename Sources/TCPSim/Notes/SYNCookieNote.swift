import Trace

extension Note {
    /// Notes about SYN cookies.
    public enum Cookie: NoteTopic, Hashable, Sendable {
        /// Explains a SYN,ACK whose number is a cookie; `announced` is the MSS of the SYN, nil if it announced none.
        case sent(SYNCookies.Cookie, announced: UInt16?)
        case accepted(SYNCookies.Cookie, sequence: SequenceNumber)
        case refused(SequenceNumber)
        case spent(SYNCookies.Cookie)

        public var reference: (step: String, cite: Citation) {
            let step =
                switch self {
                case .sent: "tcp.syn_cookie"
                case .accepted: "tcp.syn_cookie_accepted"
                case .refused: "tcp.syn_cookie_refused"
                case .spent: "tcp.syn_cookie_spent"
                }
            return (step, .rfc(4987, "3.6"))
        }

        public var english: String {
            switch self {
            case .sent(let cookie, let announced):
                """
                We answer the SYN and store nothing. SEQ=\(cookie.number) is a cookie. Five bits count the time. Three bits stand for an \
                MSS of \(cookie.segmentSize)\
                \((announced ?? 536) == cookie.segmentSize ? "" : ", the nearest value to the other side's MSS"). The other 24 bits are a \
                hash of both sockets, the other side's first number and the time, under a key that only we know. We do not answer the \
                other options, because the cookie has no room for them.
                """
            case .accepted(let cookie, let sequence):
                """
                We have stored nothing of this connection, but ACK=\(cookie.number + 1) brings our cookie back. We compute the cookie again \
                from the sockets and SEQ=\(sequence): it is the same. So the sender has received our SYN,ACK. Its first number was \
                \(sequence - 1), and its MSS is at least \(cookie.segmentSize).
                """
            case .refused(let number):
                "\(number) is not a cookie that we sent to this socket within the last two minutes. It is forged, or it comes too late."
            case .spent(let cookie):
                """
                ACK=\(cookie.number + 1) brings back a cookie that has opened a connection before, and that connection is over. The segment \
                belonged to it. A cookie opens one connection, so we open none.
                """
            }
        }

        public var chinese: String {
            switch self {
            case .sent(let cookie, let announced):
                """
                我们回应这个 SYN，但什么也不保存。SEQ=\(cookie.number) 是一个 cookie。五位计时间。三位代表 MSS \(cookie.segmentSize)\
                \((announced ?? 536) == cookie.segmentSize ? "" : "，这是最接近对方的 MSS 的值")。其余 24 位是双方套接字、\
                对方的第一个序号和时间的哈希，用的密钥只有我们知道。我们不回应其他选项，因为 cookie 里没有地方存放它们。
                """
            case .accepted(let cookie, let sequence):
                """
                我们没有保存这个连接的任何信息，但 ACK=\(cookie.number + 1) 带回了我们的 cookie。\
                我们用套接字和 SEQ=\(sequence) 再次计算这个 cookie：结果相同。所以发送方收到了我们的 SYN,ACK。\
                它的第一个序号是 \(sequence - 1)，它的 MSS 至少是 \(cookie.segmentSize)。
                """
            case .refused(let number):
                "\(number) 不是我们最近两分钟内发给这个套接字的 cookie。它是伪造的，或者来得太晚。"
            case .spent(let cookie):
                """
                ACK=\(cookie.number + 1) 带回的 cookie 以前打开过一个连接，那个连接已经结束，这个报文段就属于它。\
                一个 cookie 只打开一个连接，所以我们不再打开。
                """
            }
        }
    }
}
