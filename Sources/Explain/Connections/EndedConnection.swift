/// A connection that is over, or of which no more is in the capture: all that is said of it is said from here.
package struct EndedConnection: Sendable {
    let conversation: Conversation
    /// Whether another one has begun on its ports.
    let isReplaced: Bool
    /// The time of the last frame of the capture so far.
    let captureEnds: Int64
    /// Whether its client has sent its first frame.
    let clientIsOne: Bool
    /// How that is known.
    let rolesFrom: Conversation.RolesFrom
    /// TLS in it.
    let tls: EndedTLS
    /// What is the matter with it, in the order of the catalogue.
    package private(set) var findings: [Finding] = []

    init(
        _ conversation: Conversation, isReplaced: Bool, captureEnds: Int64, _ secrets: SecretsStore,
        _ judge: inout TLSJudge
    ) {
        var conversation = conversation
        // Who has duplicated datagrams is known at the end: the network some of them, the capture nearly all.
        let areOfCapture = conversation.course.fingerprints.areOfCapture
        conversation.one.settleDuplicates(areOfCapture)
        conversation.other.settleDuplicates(areOfCapture)
        conversation.tls.end(secrets)
        self.conversation = conversation
        self.isReplaced = isReplaced
        self.captureEnds = captureEnds
        (clientIsOne, rolesFrom) = conversation.roles
        tls = EndedTLS(conversation.tls, clientIsOne: clientIsOne, secrets, &judge)
        findings = Finding.explained(Finding.all(of: self))
    }

    /// Its number in the capture, from 1.
    package var number: Int { course.number }
    var course: Course { conversation.course }
    /// What the client has sent, and what the server has.
    var client: Direction { clientIsOne ? conversation.one : conversation.other }
    var server: Direction { clientIsOne ? conversation.other : conversation.one }
    /// Both directions, the client's first, and whose they are.
    var directions: [(sender: Finding.Whose, sent: Direction, peer: Direction)] {
        [(.client, client, server), (.server, server, client)]
    }

    /// Who has sent a frame that came from the side that sent the first one, or from the other.
    func side(isFromOne: Bool) -> Finding.Whose { isFromOne == clientIsOne ? .client : .server }

    // MARK: Where it was captured

    /// Where the capture was taken.
    enum Vantage: String, Sendable {
        case client, server, middle
    }

    /// From the two parts of the handshake; nil where they do not tell.
    ///
    /// A machine answers a SYN in some tens of microseconds: on a path that is no longer than that, nothing tells.
    var vantage: Vantage? {
        guard let trip = course.roundTrip, let toAnswerer = course.toAnswerer, let toOpener = course.toOpener,
            trip >= 400
        else { return nil }
        let openerIsClient = course.syns.first { !$0.acknowledges }?.isFromOne == clientIsOne
        if toOpener * 8 <= trip { return openerIsClient ? .client : .server }
        if toAnswerer * 8 <= trip { return openerIsClient ? .server : .client }
        return .middle
    }

    // MARK: How it opened and closed

    /// How it opened.
    enum Opening: String, Sendable {
        case handshake, simultaneous, refused, unanswered, unfinished, aborted, midstream, unclear
    }

    /// How it opened (RFC 9293 section 3.5).
    var opening: Opening {
        let questions = course.syns.filter { !$0.acknowledges }
        let answers = course.syns.filter(\.acknowledges)
        if course.syns.isEmpty { return .midstream }
        if Set(questions.map(\.isFromOne)).count == 2 { return .simultaneous }
        let reset = course.resets.first
        guard let question = questions.first else {
            if course.isOpen { return .midstream }
            // The side that was answered knows of no question.
            return answers.contains { $0.isFromOne != reset?.isFromOne } && reset != nil ? .aborted : .unclear
        }
        if answers.isEmpty {
            if let reset, reset.isFromOne != question.isFromOne { return .refused }
            let peer = question.isFromOne ? conversation.other : conversation.one
            // What acknowledges something has had an answer, though the capture does not have it.
            return peer.segments == 0 && !peer.hasBegun ? .unanswered : .unclear
        }
        if course.thirdFrame == nil || isResetBeforeData(reset) {
            if let reset, reset.isFromOne == question.isFromOne { return .aborted }
            if course.thirdFrame == nil { return .unfinished }
        }
        return .handshake
    }

    /// Whether a reset by the opener follows the SYN,ACK without an acknowledgment of it.
    private func isResetBeforeData(_ reset: SeenReset?) -> Bool {
        guard let reset, let third = course.thirdFrame else { return course.thirdFrame == nil }
        return reset.frame < third
    }

    /// Whether data could pass.
    var isOpened: Bool { [.handshake, .simultaneous, .midstream].contains(opening) }

    /// How it closed.
    enum Closing: String, Sendable {
        case fin, half, reset, open, none
    }

    /// How it closed (RFC 9293 section 3.6).
    var closing: Closing {
        if client.end != nil, server.end != nil, !isResetBeforeClose { return .fin }
        if course.resetCount > 0, opening != .refused { return isOpened ? .reset : .none }
        if !isOpened { return .none }
        return client.end != nil || server.end != nil ? .half : .open
    }

    private var isResetBeforeClose: Bool {
        guard let reset = course.resets.first else { return false }
        return [client, server].contains { $0.finFrame.map { $0 > reset.frame } ?? true }
    }

    /// Frames that show how it closed.
    var closingFrames: [Int] {
        switch closing {
        case .fin, .half: [client.finFrame, server.finFrame].compactMap(\.self).sorted()
        case .reset: Array(course.resets.map(\.frame).prefix(Evidence.most))
        case .open, .none: []
        }
    }
}

extension Direction {
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
