import Trace

extension ListenerSpace {
    /// What must hold in every state and on every step.
    package enum Rule: UInt8, Hashable, Sendable, CaseIterable, Remark {
        /// In a state: how many connections wait to be accepted.
        case backlog = 1
        /// In a state: what the listener remembers of those that wait.
        case books
        /// In a state (RFC 9293 3.5): whom B has a connection with.
        case ghost
        /// In a state (RFC 9293 3.5).
        case agreement
        /// On a step: what a false cookie does (RFC 4987 3.6).
        case falseCookie
        /// On a step: what a true cookie does (RFC 4987 3.6).
        case trueCookie
        /// On a step: what a segment that belongs to no connection is answered with (RFC 9293 3.10.7.1, 3.10.7.2).
        case stray
        /// On a step: which connection accept hands over.
        case accepted
        /// On a step: what B's user is handed.
        case inOrder
        /// On a step: what becomes of octets that have arrived before their connection is accepted.
        case unread
        /// On a step: what closing the listening socket does to those that wait (RFC 9293 3.10.5).
        case discarded
        /// On a step: when a connection in TIME-WAIT gives way, and when it returns (RFC 9293 3.6.1, MAY-2).
        case timeWait
        /// On a step: the first number of the connection to which one in TIME-WAIT gives way (RFC 9293 3.6.1, condition 1).
        case successor
        /// In a state in which nothing can happen.
        case deadlock
        /// In a state: what follows in a network that neither loses nor repeats nor reorders, with users who accept and close.
        case progress

        /// What the rule demands, as a clause without a full stop.
        package var english: String {
            switch self {
            case .backlog:
                "no more connections wait than the backlog allows: all together, or with cookies the open ones"
            case .books: "the listener counts exactly the connections that wait"
            case .ghost:
                "B has an open connection only with a client that has opened one, and with that client's number"
            case .agreement: "ESTABLISHED on both sides means that both agree on both initial sequence numbers"
            case .falseCookie: "an acknowledgment that a stranger has made up opens no connection"
            case .trueCookie:
                "an acknowledgment that brings a cookie back opens a connection, once, if there is room for it"
            case .stray:
                "a segment that belongs to no connection is answered as RFC 9293 3.10.7.1 and 3.10.7.2 ask for"
            case .accepted: "accept hands over the connection that was open first"
            case .inOrder: "every octet is received once and in order"
            case .unread: "what was acknowledged before its connection is accepted can be read later"
            case .discarded:
                "when the listening socket is closed, each connection that waits is reset, and none is left"
            case .timeWait:
                "a connection in TIME-WAIT gives way only to a SYN beyond its numbers, and returns if nothing comes of it"
            case .successor:
                "the connection to which one in TIME-WAIT gives way begins beyond all numbers that B has used in the old one"
            case .deadlock: "where nothing can happen every connection is over, or a timer runs"
            case .progress:
                "once the network carries every segment, and the users accept and close, every client comes to an end"
            }
        }
    }
}
