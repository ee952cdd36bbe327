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
    }
}
