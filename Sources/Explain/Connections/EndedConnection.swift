/// A connection that has ended, or of which no more is in the capture. Documents and stories are written from this value.
package struct EndedConnection: Sendable {
    let conversation: Conversation
    /// Whether another connection has begun between the same sockets.
    let isReplaced: Bool
    /// The latest time of a frame of the capture so far, in microseconds since 1970.
    let captureEnds: Int64
    /// Whether the client has sent the first frame of the connection.
    let clientIsOne: Bool
    /// How it is known which side is the client.
    let rolesFrom: Conversation.RolesFrom
    /// TLS in the connection.
    let tls: EndedTLS
    /// The findings about the connection, in the order of the catalogue.
    package private(set) var findings: [Finding] = []

    init(
        _ conversation: Conversation, isReplaced: Bool, captureEnds: Int64, secrets: SecretsStore, judge: inout TLSJudge
    ) {
        var conversation = conversation
        // Only at the end it is known whether the network has duplicated some datagrams, or the capture nearly all of them.
        let areOfCapture = conversation.course.fingerprints.areOfCapture
        conversation.one.settleDuplicates(areOfCapture)
        conversation.other.settleDuplicates(areOfCapture)
        conversation.tls.end(secrets)
        self.conversation = conversation
        self.isReplaced = isReplaced
        self.captureEnds = captureEnds
        (clientIsOne, rolesFrom) = conversation.roles
        tls = EndedTLS(conversation.tls, clientIsOne: clientIsOne, secrets: secrets, judge: &judge)
        findings = Finding.explained(Finding.all(of: self))
    }

    /// The number of the connection in the capture, from 1.
    package var number: Int { course.number }
    var course: Course { conversation.course }
    /// The direction from the client, and the direction from the server.
    var client: Direction { clientIsOne ? conversation.one : conversation.other }
    var server: Direction { clientIsOne ? conversation.other : conversation.one }
    /// Both directions with their senders, the client's first.
    var directions: [(sender: Finding.Whose, sent: Direction, peer: Direction)] {
        [(.client, client, server), (.server, server, client)]
    }

    /// The sender of a frame; `isFromOne` is whether it is the side that sent the first frame of the connection.
    func side(isFromOne: Bool) -> Finding.Whose { isFromOne == clientIsOne ? .client : .server }

    // MARK: The point of capture

    /// The point of capture: at a side, or between them.
    enum Vantage: String, Sendable {
        case client, server, middle
    }

    /// The point of capture, from the two parts of the handshake's round trip; nil if they do not tell.
    ///
    /// A machine needs some tens of microseconds to answer a SYN. On a path whose round trip is not much longer, the parts do not tell.
    var vantage: Vantage? {
        guard let trip = course.roundTrip, let toAnswerer = course.toAnswerer, let toOpener = course.toOpener,
            trip >= 400
        else { return nil }
        let openerIsClient = course.openerIsOne == clientIsOne
        if toOpener * 8 <= trip { return openerIsClient ? .client : .server }
        if toAnswerer * 8 <= trip { return openerIsClient ? .server : .client }
        return .middle
    }

    // MARK: Opening and closing

    /// How a connection opened.
    enum Opening: String, Sendable {
        case handshake, simultaneous, refused, unanswered, unfinished, aborted, midstream, unclear
    }

    /// How the connection opened (RFC 9293 section 3.5).
    var opening: Opening {
        let questions = course.syns.filter { !$0.acknowledges }
        let answers = course.syns.filter(\.acknowledges)
        if course.syns.isEmpty { return .midstream }
        if Set(questions.map(\.isFromOne)).count == 2 { return .simultaneous }
        let reset = course.resets.first
        guard let question = questions.first else {
            if course.isOpen { return .midstream }
            // A reset from the side that got the SYN,ACK shows that this side has no such connection.
            return answers.contains { $0.isFromOne != reset?.isFromOne } && reset != nil ? .aborted : .unclear
        }
        if answers.isEmpty {
            if let reset, reset.isFromOne != question.isFromOne { return .refused }
            let peer = question.isFromOne ? conversation.other : conversation.one
            // An acknowledgment of the opener shows that it has had an answer, though the capture does not have the answer.
            return peer.segments == 0 && !peer.hasBegun ? .unanswered : .unclear
        }
        // The opener may answer the SYN,ACK with a reset before any acknowledgment of it.
        if let reset, reset.isFromOne == question.isFromOne, reset.frame < course.thirdFrame ?? .max { return .aborted }
        return course.thirdFrame == nil ? .unfinished : .handshake
    }

    /// Whether the connection opened far enough for data to pass.
    var isOpened: Bool { [.handshake, .simultaneous, .midstream].contains(opening) }

    /// How a connection closed.
    enum Closing: String, Sendable {
        case fin, half, reset, open, none
    }

    /// How the connection closed (RFC 9293 section 3.6).
    var closing: Closing {
        if client.end != nil, server.end != nil, !isResetBeforeClose { return .fin }
        if course.resetCount > 0, opening != .refused { return isOpened ? .reset : .none }
        if !isOpened { return .none }
        return client.end != nil || server.end != nil ? .half : .open
    }

    /// Whether the first reset came before the FINs of both sides.
    private var isResetBeforeClose: Bool {
        guard let reset = course.resets.first else { return false }
        return [client, server].contains { $0.finFrame.map { $0 > reset.frame } ?? true }
    }

    /// The frames that show how the connection closed.
    var closingFrames: [Int] {
        switch closing {
        case .fin, .half: [client.finFrame, server.finFrame].compactMap(\.self).sorted()
        case .reset: Array(course.resets.map(\.frame).prefix(Evidence.most))
        case .open, .none: []
        }
    }
}

extension Direction {
    /// Counts the duplicated datagrams as the capture's, or as datagrams that were on the wire twice.
    fileprivate mutating func settleDuplicates(_ areOfCapture: Bool) {
        guard areOfCapture else {
            segments += duplicateShare.segments
            dataSegments += duplicateShare.dataSegments
            octets += duplicateShare.octets
            return
        }
        captureDuplicates = captureDuplicates + networkDuplicates
        networkDuplicates = Evidence()
    }
}
