/// A connection that has ended, or of which no more is in the capture. Documents and stories are written from this value.
package struct EndedConnection: Sendable {
    private let facts: Facts
    /// Whether another connection has begun between the same sockets.
    let isReplaced: Bool
    /// The latest time of a frame of the capture so far, in microseconds since 1970.
    let captureEnds: Int64
    /// Whether the client has sent the first frame of the connection.
    let clientIsOne: Bool
    /// How it is known which side is the client.
    let rolesFrom: Conversation.RolesFrom
    /// How the connection opened, and how it closed.
    private(set) var opening = Opening.unclear
    private(set) var closing = Closing.none
    /// The point of capture; nil if the frames do not tell.
    private(set) var vantage: Vantage?
    /// The findings about the connection, in the order of the catalogue.
    package private(set) var findings: [DiagnosisResult] = []

    /// What the frames tell of the connection. It is large: all copies of the connection share it, and its parts are read in place.
    private final class Facts: Sendable {
        /// The conversation, in which `one` is the client.
        let conversation: Conversation
        let tls: EndedTLS

        init(_ conversation: consuming Conversation, clientIsOne: Bool, _ tls: EndedTLS) {
            if !clientIsOne { conversation.exchangeDirections() }
            self.conversation = conversation
            self.tls = tls
        }
    }

    /// - Parameter box: the conversation, alone in its array. It is not copied if the array has no other owner.
    init(
        _ box: consuming [Conversation], isReplaced: Bool, captureEnds: Int64, secrets: SecretsStore,
        judge: inout TLSJudge
    ) {
        // Only at the end it is known whether the network has duplicated some datagrams, or the capture nearly all of them.
        var conversation = box.removeLast()
        let areOfCapture = conversation.course.fingerprints.areOfCapture
        conversation.one.settleDuplicates(areOfCapture)
        conversation.other.settleDuplicates(areOfCapture)
        conversation.tls.end(secrets)
        self.isReplaced = isReplaced
        self.captureEnds = captureEnds
        (clientIsOne, rolesFrom) = conversation.roles
        let tls = EndedTLS(conversation.tls, clientIsOne: clientIsOne, secrets: secrets, judge: &judge)
        facts = Facts(consume conversation, clientIsOne: clientIsOne, tls)
        opening = readOpening()
        closing = readClosing()
        vantage = readVantage()
        findings = DiagnosisResult.explained(DiagnosisResult.all(of: self))
    }

    /// The number of the connection in the capture, from 1.
    package var number: Int { course.number }
    var course: Course { _read { yield facts.conversation.course } }
    /// TLS in the connection.
    var tls: EndedTLS { _read { yield facts.tls } }
    /// The direction from the client, and the direction from the server.
    var client: Direction { _read { yield facts.conversation.one } }
    var server: Direction { _read { yield facts.conversation.other } }
    /// Calls a function for each direction with its sender and the other direction, the client's first. It copies nothing.
    func eachDirection(_ body: (_ sender: DiagnosisResult.Whose, _ sent: Direction, _ peer: Direction) -> Void) {
        body(.client, client, server)
        body(.server, server, client)
    }
    /// Whether the capture has nothing of it but resets.
    var isOnlyResets: Bool { client.segments == client.resets.count && server.segments == server.resets.count }

    /// Whether packets of its end may be missing in the capture: a FIN, or what the first reset answers.
    var lacksEnd: Bool {
        client.mayHaveClosed || server.mayHaveClosed || course.resets.first?.isBehindMissing == true
    }

    /// The sender of a frame; `isFromOne` is whether it is the side that sent the first frame of the connection.
    func side(isFromOne: Bool) -> DiagnosisResult.Whose { isFromOne == clientIsOne ? .client : .server }

    // MARK: The point of capture

    /// The point of capture: at a side, or between them.
    enum Vantage: String, Sendable {
        case client, server, middle
    }

    /// The point of capture, from the two parts of the handshake's round trip; nil if they do not tell.
    ///
    /// A machine needs some tens of microseconds to answer a SYN. On a path whose round trip is not much longer, the parts do not tell.
    private func readVantage() -> Vantage? {
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
    private func readOpening() -> Opening {
        let syns = course.syns
        let questions = syns.filter { !$0.acknowledges }
        let answers = syns.filter(\.acknowledges)
        if syns.isEmpty { return .midstream }
        if questions.contains(where: \.isFromOne), questions.contains(where: { !$0.isFromOne }) { return .simultaneous }
        let reset = course.resets.first
        guard let question = questions.first else {
            if course.isOpen { return .midstream }
            // A reset from the side that got the SYN,ACK shows that this side has no such connection.
            return answers.contains { $0.isFromOne != reset?.isFromOne } && reset != nil ? .aborted : .unclear
        }
        if answers.isEmpty {
            if let reset, reset.isFromOne != question.isFromOne { return .refused }
            let hasPeer = question.isFromOne == clientIsOne ? server.isKnown : client.isKnown
            // An acknowledgment of the opener shows that it has had an answer, though the capture does not have the answer.
            return hasPeer ? .unclear : .unanswered
        }
        // The opener may answer the SYN,ACK with a reset before any acknowledgment of it.
        if let reset, reset.isFromOne == question.isFromOne, reset.frame < course.thirdFrame ?? .max { return .aborted }
        return course.thirdFrame == nil ? .unfinished : .handshake
    }

    /// Whether the connection opened far enough for data to pass.
    var isOpened: Bool { opening == .handshake || opening == .simultaneous || opening == .midstream }

    /// How a connection closed.
    enum Closing: String, Sendable {
        case fin, half, reset, open, none
    }

    /// How the connection closed (RFC 9293 section 3.6).
    private func readClosing() -> Closing {
        if client.end != nil, server.end != nil, !isResetBeforeClose { return .fin }
        if course.resetCount > 0, opening != .refused { return isOpened ? .reset : .none }
        if !isOpened { return .none }
        return client.end != nil || server.end != nil ? .half : .open
    }

    /// Whether the first reset came before the FINs of both sides.
    private var isResetBeforeClose: Bool {
        guard let reset = course.resets.first else { return false }
        return client.finFrame.map { $0 > reset.frame } ?? true || server.finFrame.map { $0 > reset.frame } ?? true
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
    /// Whether a segment of the side has come, or an acknowledgment of one.
    fileprivate var isKnown: Bool { segments > 0 || hasBegun }

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
