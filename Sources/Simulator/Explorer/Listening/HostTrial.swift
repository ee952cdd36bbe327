import TCPHost
import TCPSim

extension TCPSpace {
    /// One cause that B as a host has met: whether it has kept the rules, and what is worth knowing of it.
    ///
    /// The rules say once more what RFC 9293 and the calls of a listening socket promise, from the other end: they look at B before and
    /// after, and at what was sent.
    struct HostTrial {
        let before: Server
        let after: Server
        let cause: Cause
        let reaction: Server.Reaction
        let scope: Scope

        /// B's connection before and after the cause, one of the two perhaps none.
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

        /// What is found.
        var verdict: Verdict { Verdict(landmarks: landmarks, violation: broken, hasTimedOut: hasGivenUp) }

        /// The first rule that is broken.
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

        /// How many open connections wait, and how many may: nothing more is taken then.
        private var isCrowded: Bool { (before.listener?.acceptable.count ?? 0) >= scope.backlog }

        private func connection(with source: Socket) -> TCPHost.Host.Status? {
            before.connections.first { $0.route.remote == source && $0.connection.state != .closed }
        }

        /// The rule that the answer to a segment breaks, if it belongs to no connection.
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

        /// The rule that the answer to an acknowledgment breaks that opens nothing.
        private func answerWithoutOpening(_ segment: Segment, _ source: Socket) -> Rule? {
            if scope.cookies != nil, isCrowded, reaction.sent.isEmpty { return nil }
            return isReset(segment, source) ? nil : .stray
        }

        /// Whether nothing is sent but the reset that answers `segment` (RFC 9293 3.10.7.1).
        private func isReset(_ segment: Segment, _ source: Socket) -> Bool {
            guard let (reset, remote) = reaction.sent.first, reaction.sent.count == 1 else { return false }
            return remote == source && reset.resets(segment)
        }

        /// Whether a segment brings back the cookie that answers a client's SYN.
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

        private var acceptsRightly: Bool {
            guard let first = before.listener?.acceptable.first else { return false }
            let handedOver = pairs.filter { $0.before?.isUnaccepted == true && $0.after?.isUnaccepted != true }
            guard let pair = handedOver.first, handedOver.count == 1, let status = pair.before else { return false }
            return status.route.remote == first && status.connection.state != .synReceived
        }

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

        private var readsInOrder: Bool {
            reaction.read.allSatisfy { reading in
                let connection = reading.status.connection
                guard let client = TCPSpace.client(at: reading.status.route.remote) else { return false }
                var (incarnation, place): (UInt8, Int)
                if connection.state == .closed {
                    // What is read after the end was never read before: it came before the connection was accepted.
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

        /// What has arrived on a connection that waits stays there.
        private var keepsUnread: Bool {
            pairs.allSatisfy { pair in
                guard let status = pair.before, status.isUnaccepted else { return true }
                return (pair.after?.connection.available ?? 0) >= status.connection.available
            }
        }

        // MARK: TIME-WAIT

        private var keepsTimeWait: Bool {
            pairs.allSatisfy { pair in
                guard let old = pair.before else { return true }
                if old.connection.state == .timeWait { return waitsOn(old, pair.after) }
                guard let predecessor = old.predecessor, old.connection.state == .synReceived,
                    pair.after?.connection.state != old.connection.state, cause != .stopListening
                else { return true }
                // The SYN to which it gave way was none: it waits on.
                let isBack = opened.contains { $0.connection == predecessor }
                return isBack || pair.after?.connection.state.isSynchronized == true
            }
        }

        /// Whether a connection in TIME-WAIT is still there, or gone for one of the reasons that there are.
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

        /// Whether each connection to which one in TIME-WAIT has given way begins beyond the numbers of that one.
        private var beginsBeyondOldNumbers: Bool {
            opened.allSatisfy { new in
                before.connections.allSatisfy { old in
                    old.route != new.route || old.connection.state != .timeWait
                        || old.connection.sending.next < new.connection.sending.initial
                }
            }
        }

        // MARK: What is worth knowing

        /// Whether B has given up a connection for lack of an answer.
        private var hasGivenUp: Bool {
            guard case .timeout(let place, .retransmission) = cause, before.ids.indices.contains(place) else {
                return false
            }
            let new = after.ids.firstIndex(of: before.ids[place]).map { after.connections[$0].connection.state }
            return new == nil || new == .closed
        }

        /// A bit for each landmark that was passed.
        private var landmarks: UInt32 {
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
                passed.contains($1.element) ? $0 | 1 << UInt32($1.offset) : $0
            }
        }
    }
}
