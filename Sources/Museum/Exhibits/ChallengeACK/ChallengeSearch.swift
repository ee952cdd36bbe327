import TCPSim
import Trace

/// What she does: a round of one second asks one question, and the number of challenge ACKs on her own connection answers it.
struct ChallengeSearch {
    /// What a round asks.
    enum Question: String {
        case port, window, edge
    }

    /// A round.
    struct Round {
        let question: Question
        let frames: ClosedRange<Int>
        let got: Int

        var json: JSON {
            .members(
                ("frames", .array([.number(frames.lowerBound), .number(frames.upperBound)])),
                ("asks", .string(question.rawValue)), ("got", .number(got)))
        }
    }

    var attacker: Attacker
    private(set) var rounds: [Round] = []
    private let server: Socket
    private let ports: Range<Int>
    private let window: Int
    private let limit: Int
    /// A reset that is inside the window of her own connection, and not at its beginning.
    private let own: Segment
    /// When the next second of the server begins, as far as she knows.
    private var second = Instant.zero

    /// Opens her own connection; nil if the server does not answer.
    init?(_ attacker: Attacker, _ server: Socket, _ ports: Range<Int>, _ window: Int, _ limit: Int) {
        (self.attacker, self.server, self.ports, self.window, self.limit) = (attacker, server, ports, window, limit)
        let line = attacker.open(to: server)
        _ = attacker.wait(.seconds(1))
        guard line.isOpen, let connection = line.connection else { return nil }
        own = Segment(
            sourcePort: connection.local.port, destinationPort: server.port, sequence: connection.sending.next + 1_000,
            control: .rst)
    }

    /// The frames of the rounds of that question.
    func frames(_ question: Question) -> [Int] {
        let all = rounds.filter { $0.question == question }.map(\.frames)
        return [all.first?.lowerBound, all.last?.upperBound].compactMap { $0 }
    }

    /// Sends that many resets on her own connection, and counts the challenge ACKs up to an instant.
    private mutating func challenges(_ count: Int, every span: TimeSpan, until end: Instant) -> Int {
        var seen: [Sight] = []
        for _ in 0..<count {
            attacker.send(own, from: .attacker, to: server.address, ChallengeACKNote.own)
            seen += attacker.wait(span)
        }
        seen += attacker.wait(end - attacker.now)
        return seen.count { $0.segment.control == .ack && $0.segment.payload.isEmpty }
    }

    /// Finds the server's seconds: two hundred resets in a second draw a hundred answers in one second of the server, and more in two.
    ///
    /// - Returns: how many answers came each time.
    mutating func synchronize() -> [Int] {
        var start = attacker.now
        var counts: [Int] = []
        var candidates: [Int64] = []
        while counts.count < 4 {
            let got = challenges(2 * limit, every: .microseconds(step), until: start + .milliseconds(1_500))
            counts.append(got)
            guard got != limit else { break }
            // The second begins before reset number `got - limit`, counted from the first or from the last.
            if candidates.isEmpty { candidates = [Int64(got - limit), Int64(3 * limit - got)] }
            let first = counts.count == 1 ? start : start + .microseconds(-step * candidates[0])
            start = first + .seconds(2) + .microseconds(step * (candidates[min(counts.count, 2) - 1]))
            _ = attacker.wait(start - attacker.now)
        }
        second = start + .seconds(2)
        return counts
    }

    /// The time between two of these resets, in microseconds.
    private var step: Int64 { 1_000_000 / Int64(2 * limit) }

    /// A round: the guesses first, then as many resets on her own connection as the limit allows. An answer that is missing was spent
    /// on a guess.
    private mutating func hits(_ question: Question, _ guesses: [Segment]) -> Bool {
        _ = attacker.wait(second - attacker.now)
        let first = attacker.frame() + 1
        for guess in guesses {
            attacker.send(guess, from: .client, to: server.address, ChallengeACKNote.guess(question))
            _ = attacker.wait(.microseconds(100))
        }
        _ = attacker.wait(second + .milliseconds(400) - attacker.now)
        second = second + .seconds(1)
        let got = challenges(limit, every: .milliseconds(1), until: second + .microseconds(-1))
        rounds.append(Round(question: question, frames: first...attacker.frame(), got: got))
        return got < limit
    }

    /// Halves the places of a range until one is left.
    private mutating func halve(
        _ question: Question, _ range: Range<Int>, _ guess: (Int) -> Segment
    ) -> Int {
        var range = range
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            let isLow = hits(question, (range.lowerBound..<middle).map(guess))
            range = isLow ? range.lowerBound..<middle : middle..<range.upperBound
        }
        return range.lowerBound
    }

    /// The client's port: a SYN,ACK is challenged where there is a connection, and answered with a reset to the client where there is none.
    mutating func findPort() -> UInt16 {
        let server = server
        let port = halve(.port, ports) {
            Segment(
                sourcePort: UInt16(truncatingIfNeeded: $0), destinationPort: server.port, sequence: SequenceNumber(0),
                control: [.syn, .ack])
        }
        return UInt16(truncatingIfNeeded: port)
    }

    /// A number inside the server's window.
    mutating func findWindow(of port: UInt16) -> SequenceNumber {
        let (window, server) = (window, server)
        let place = halve(.window, 0..<((1 << 32) / window)) {
            Self.reset(SequenceNumber(0) + $0 * window, from: port, to: server)
        }
        return SequenceNumber(0) + place * window
    }

    /// RCV.NXT, by the upper edge of the window. At the lower edge a guess could be the reset that fits, and end the search.
    mutating func findEdge(of port: UInt16, from inside: SequenceNumber) -> SequenceNumber {
        var range = 0..<window
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            let isInside = hits(.edge, [reset(inside + middle, from: port)])
            range = isInside ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return inside + range.upperBound - window
    }

    /// A reset in the client's name.
    func reset(_ number: SequenceNumber, from port: UInt16) -> Segment {
        Self.reset(number, from: port, to: server)
    }

    private static func reset(_ number: SequenceNumber, from port: UInt16, to server: Socket) -> Segment {
        Segment(sourcePort: port, destinationPort: server.port, sequence: number, control: .rst)
    }
}
