/// Half-duplex close (RFC 9293 3.6.1): the user reads nothing more. Data that will not be read is not silently acknowledged: a
/// reset tells the other side that it is lost (SHLD-3).
///
/// close() on a socket does this. The RFC's CLOSE, after which data is still received, is shutdown().
extension Connection {
    mutating func release(_ turn: inout Turn) {
        tcb.isReleased = true
        switch state {
        case .synReceived, .established, .finWait1, .finWait2, .closeWait, .closing, .lastAck:
            guard unread.isEmpty else {
                let lost = unread.count
                launch(segment([.rst, .ack], at: turn.now), explained: .reset(.sent(.unreadData(lost))), &turn)
                _ = dropUnread()
                return delete(nil, &turn)
            }
            if isSendable { close(&turn) }
        case .listen, .synSent: close(&turn)
        case .closed, .timeWait: _ = dropUnread()
        }
    }

    /// Answers new data that arrives after the user has released the connection with a reset, as a host without the connection
    /// would.
    ///
    /// - Returns: whether there was such data, and the connection has ended.
    mutating func refusesData(of segment: Segment, _ turn: inout Turn) -> Bool {
        guard tcb.isReleased, state.receivesData, !segment.payload.isEmpty,
            receiving.next < segment.dataSequence + segment.payload.count
        else { return false }
        transmitReset(answering: segment, because: .dataAfterClose, &turn)
        delete(.closed, &turn)
        return true
    }
}
