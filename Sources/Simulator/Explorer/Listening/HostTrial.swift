import TCPHost
import TCPSim

extension TCPSpace {
    /// Judges what B as a host has done about one cause: whether it has kept the rules, and which landmarks it has passed.
    ///
    /// The rules state independently what RFC 9293 and the calls of a listening socket promise: they look at B before and after the cause,
    /// and at what was sent.
    struct HostTrial {
        let before: Server
        let after: Server
        let cause: Cause
        let reaction: Server.Reaction
        let scope: Scope

        /// One of B's connections before and after the cause; nil where it did not exist yet, or does not exist any more.
        private struct Pair {
            let before: TCPHost.Host.Status?
            let after: TCPHost.Host.Status?
        }

        private var pairs: [Pair] {
            let ids = Set(before.ids + after.ids).sorted()
            return ids.map { id in
                Pair(
                    before: before.ids.firstIndex(of: id).map { before.connections[$0] },
                    after: after.ids.firstIndex(of: id).map { after.connections[$0] })
            }
        }

        /// The connections that are new.
        private var opened: [TCPHost.Host.Status] { pairs.filter { $0.before == nil }.compactMap(\.after) }

        /// The landmarks that are passed, the rule that is broken, and whether a connection was given up.
        var verdict: Verdict { Verdict(landmarks: landmarks, violation: broken, hasTimedOut: hasGivenUp) }

        /// The first rule that is broken; nil if none is.
        private var broken: Rule? {
            if !readsInOrder { return .inOrder }
            if !keepsTimeWait { return .timeWait }
            if !beginsBeyondOldNumbers { return .successor }
            switch cause {
            case .arrival(let segment): return keepsUnread ? answer(to: segment) : .unread
            case .falseCookie(let segment):
                if opened.contains(where: { $0.predecessor == nil && $0.connection.state != .timeWait }) {
                    return .falseCookie
                }
                return answer(to: segment)
            case .accept: return acceptsRightly ? nil : .accepted
            case .stopListening: return discardsAll ? nil : .discarded
            case .listen, .leave, .timeout, .pause, .event, .forgery, .reopening: return nil
            }
        }

        // MARK: Segments that belong to no connection

        /// Whether as many open connections wait to be accepted as the backlog allows. Then the listener takes no more.
        private var isCrowded: Bool { (before.listener?.acceptable.count ?? 0) >= scope.backlog }

        private func connection(with source: Socket) -> TCPHost.Host.Status? {
            before.connections.first { $0.route.remote == source && $0.connection.state != .closed }
        }

        /// The rule that the answer to a segment breaks; nil if the segment belongs to a connection, or if no rule is broken.
        private func answer(to segment: Segment) -> Rule? {
            let source = TCPSpace.source(of: segment)
            guard connection(with: source) == nil else { return nil }
            let control = segment.control
            let resets = reaction.sent.filter { $0.segment.control.contains(.rst) }
            guard !control.contains(.rst) else { return reaction.sent.isEmpty ? nil : .stray }
            guard before.listener != nil else { return isReset(segment, source) ? nil : .stray }
            guard control.contains(.ack) else { return resets.isEmpty ? nil : .stray }
            if isTrueCookie(segment, source) {
                if before.hasResumed(by: segment, from: source) {
                    return opened.isEmpty ? answerWithoutOpening(segment, source) : .trueCookie
                }
                return opened.isEmpty ? (isCrowded && reaction.sent.isEmpty ? nil : .trueCookie) : nil
            }
            return opened.isEmpty ? answerWithoutOpening(segment, source) : .falseCookie
        }

        /// The rule that the answer to an acknowledgment breaks if the acknowledgment opens no connection; nil if none is broken.
        private func answerWithoutOpening(_ segment: Segment, _ source: Socket) -> Rule? {
            if scope.cookies != nil, isCrowded, reaction.sent.isEmpty { return nil }
            return isReset(segment, source) ? nil : .stray
        }

        /// Whether the only segment sent is the reset that answers `segment` (RFC 9293 3.10.7.1).
        private func isReset(_ segment: Segment, _ source: Socket) -> Bool {
            guard let (reset, remote) = reaction.sent.first, reaction.sent.count == 1 else { return false }
            return remote == source && reset.resets(segment)
        }

        /// Whether a segment brings back the cookie with which B would answer a SYN of that client.
        private func isTrueCookie(_ segment: Segment, _ source: Socket) -> Bool {
            guard let cookies = scope.synCookies, !segment.control.contains(.syn) else { return false }
            let syn = scope.syn(from: source, segment.sequence - 1)
            guard let client = TCPSpace.client(at: source),
                [0, 1].contains(where: { scope.initial(of: End(.a, client: client), $0) == syn.sequence })
            else { return false }
            let made = cookies.cookie(for: syn, from: source, to: TCPSpace.socketB, at: before.host.now)
            return segment.acknowledgment == made.number + 1
        }

        // MARK: Calls

        /// Whether accept has handed over the connection that was open first, and no other.
        private var acceptsRightly: Bool {
            guard let first = before.listener?.acceptable.first else { return false }
            let handedOver = pairs.filter { $0.before?.isUnaccepted == true && $0.after?.isUnaccepted != true }
            guard let pair = handedOver.first, handedOver.count == 1, let status = pair.before else { return false }
            return status.route.remote == first && status.connection.state != .synReceived
        }

        /// Whether no connection that was not accepted is left, and each was reset where ABORT resets (RFC 9293 3.10.5).
        private var discardsAll: Bool {
            guard after.listener == nil else { return false }
            for pair in pairs {
                guard let status = pair.before, status.isUnaccepted else { continue }
                guard pair.after == nil else { return false }
                switch status.connection.state {
                case .synReceived, .established, .finWait1, .finWait2, .closeWait:
                    let next = status.connection.sending.next
                    let isTold = reaction.sent.contains { segment, remote in
                        segment.control.contains(.rst) && segment.sequence == next && remote == status.route.remote
                    }
                    guard isTold else { return false }
                case .closed, .listen, .synSent, .closing, .lastAck, .timeWait: break
                }
            }
            return true
        }

        // MARK: Octets

        /// Whether the octets that B's user has read are those that the client has sent at these places of its stream.
        private var readsInOrder: Bool {
            reaction.read.allSatisfy { reading in
                let connection = reading.status.connection
                guard let client = TCPSpace.client(at: reading.status.route.remote) else { return false }
                var (incarnation, place): (UInt8, Int)
                if connection.state == .closed {
                    // Nothing of this stream was read before: the octets arrived before the connection was accepted. The first octet shows
                    // the incarnation.
                    (incarnation, place) = ((reading.octets.first ?? 0) >> 5 & 1, 0)
                } else {
                    let first = connection.receiving.initial
                    incarnation = first == scope.initial(of: End(.a, client: client), 0) ? 0 : 1
                    let end = connection.receiving.next - (connection.isAtEnd ? 1 : 0)
                    place = end - (first + 1) - reading.octets.count
                }
                for octet in reading.octets {
                    guard octet == scope.octet(place, of: End(.a, client: client), incarnation) else { return false }
                    place += 1
                }
                return true
            }
        }

        /// Whether all octets that have arrived on connections that are not accepted yet can still be read.
        private var keepsUnread: Bool {
            pairs.allSatisfy { pair in
                guard let status = pair.before, status.isUnaccepted else { return true }
                return (pair.after?.connection.available ?? 0) >= status.connection.available
            }
        }

        // MARK: TIME-WAIT

        /// Whether each connection in TIME-WAIT is treated as RFC 9293 3.6.1 allows.
        private var keepsTimeWait: Bool {
            pairs.allSatisfy { pair in
                guard let old = pair.before else { return true }
                if old.connection.state == .timeWait { return waitsOn(old, pair.after) }
                guard let predecessor = old.predecessor, old.connection.state == .synReceived,
                    pair.after?.connection.state != old.connection.state, cause != .stopListening
                else { return true }
                // The SYN to which it gave way has opened no connection, so the connection must return to TIME-WAIT.
                let isBack = opened.contains { $0.connection == predecessor }
                return isBack || pair.after?.connection.state.isSynchronized == true
            }
        }

        /// Whether a connection in TIME-WAIT is still there exactly if it should be: it may end with its timer, with a reset at RCV.NXT, or
        /// because it gives way to a SYN beyond its numbers.
        private func waitsOn(_ old: TCPHost.Host.Status, _ new: TCPHost.Host.Status?) -> Bool {
            let isThere = new?.connection.state == .timeWait
            if case .timeout(let place, .timeWait) = cause, before.connections[place] == old { return !isThere }
            guard let (segment, source) = cause.segment, source == old.route.remote else { return isThere }
            let receiving = old.connection.receiving
            if segment.control.contains(.rst) { return isThere != (segment.sequence == receiving.next) }
            let isFree = before.connections.filter(\.isUnaccepted).count < scope.backlog && scope.cookies != .always
            guard segment.control == .syn, receiving.next < segment.sequence, before.listener != nil, isFree else {
                return isThere
            }
            return !isThere
                && opened.contains { status in
                    status.connection.receiving.initial == segment.sequence && status.predecessor == old.connection
                }
        }

        /// Whether each connection to which a connection in TIME-WAIT has given way begins beyond the numbers that B has used in the old one.
        private var beginsBeyondOldNumbers: Bool {
            opened.allSatisfy { new in
                before.connections.allSatisfy { old in
                    old.route != new.route || old.connection.state != .timeWait
                        || old.connection.sending.next < new.connection.sending.initial
                }
            }
        }

        // MARK: What is worth knowing

        /// Whether B has given up a connection because the client does not answer.
        private var hasGivenUp: Bool {
            guard case .timeout(let place, .retransmission) = cause, before.ids.indices.contains(place) else {
                return false
            }
            let new = after.ids.firstIndex(of: before.ids[place]).map { after.connections[$0].connection.state }
            return new == nil || new == .closed
        }

        /// The landmarks that are passed: a bit for each place in ``Sight``'s cases.
        private var landmarks: UInt64 {
            var passed: Set<Sight> = []
            if let (segment, source) = cause.segment {
                let isAlone = connection(with: source) == nil
                let isNew = opened.contains { $0.route.remote == source && $0.connection.state != .timeWait }
                if isAlone, before.listener != nil, segment.control == .syn, !isNew {
                    passed.insert(reaction.sent.isEmpty ? .synIgnored : .cookieSent)
                }
                if isAlone, isNew, !segment.control.contains(.syn) { passed.insert(.cookieTaken) }
                if isAlone, before.listener != nil, segment.control.contains(.ack), !isNew {
                    passed.insert(reaction.sent.isEmpty ? .acknowledgmentIgnored : .acknowledgmentReset)
                }
                let stale = pairs.contains { $0.before?.isUnaccepted == true && $0.after == nil }
                if stale, isNew { passed.insert(.replaced) }
            }
            if opened.contains(where: { $0.predecessor != nil }) { passed.insert(.gaveWay) }
            if opened.contains(where: { $0.connection.state == .timeWait }) { passed.insert(.returned) }
            switch cause {
            case .stopListening where before.connections.contains(where: \.isUnaccepted): passed.insert(.discarded)
            case .accept:
                let isDead = pairs.contains {
                    $0.before?.isUnaccepted == true && $0.after?.isUnaccepted != true
                        && $0.before?.connection.state == .closed
                }
                if isDead { passed.insert(.acceptedLate) }
            default: break
            }
            return Sight.allCases.enumerated().reduce(0) {
                passed.contains($1.element) ? $0 | 1 << UInt64($1.offset) : $0
            }
        }
    }
}
