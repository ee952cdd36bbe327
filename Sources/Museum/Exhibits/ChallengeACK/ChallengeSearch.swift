import TCPSim
import Trace

/// The attacker's search for the port and RCV.NXT of a connection. A round of one second asks one question, and the number of challenge ACKs on
/// her own connection answers it.
struct ChallengeSearch {
    /// The question of a round: whether the client's port is among the guesses, whether a number in the server's window is, and whether one
    /// number lies below the window's upper edge.
    enum RoundQuestion: String {
        case port, window, edge
    }

    /// A round.
    struct Round {
        let question: RoundQuestion
        /// The first and the last frame of the round.
        let frames: ClosedRange<Int>
        /// The number of challenge ACKs that she has received.
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
    /// A reset on her own connection that draws a challenge ACK: it lies in the server's window, and not at RCV.NXT (RFC 5961 section 3.2).
    private let own: Segment
    /// When the next second of the server's clock begins, as far as she knows.
    private var second = Instant.zero

    /// Opens her own connection; nil if the server does not answer.
    ///
    /// - Parameters:
    ///   - ports: the ports from which the client has chosen.
    ///   - window: the size of the server's receive window, in octets.
    ///   - limit: the number of challenge ACKs that the host sends in a second.
    init?(_ attacker: Attacker, on server: Socket, ports: Range<Int>, window: Int, limit: Int) {
        (self.attacker, self.server, self.ports, self.window, self.limit) = (attacker, server, ports, window, limit)
        let line = attacker.open(to: server)
        _ = attacker.wait(.seconds(1))
        guard line.isOpen, let connection = line.connection else { return nil }
        own = Segment(
            sourcePort: connection.local.port, destinationPort: server.port, sequence: connection.sending.next + 1_000,
            control: .rst)
    }

    /// The first and the last frame of the rounds that asked `question`; empty if there were none.
    func frames(_ question: RoundQuestion) -> [Int] {
        let all = rounds.filter { $0.question == question }.map(\.frames)
        return [all.first?.lowerBound, all.last?.upperBound].compactMap { $0 }
    }

    /// Sends `count` resets on her own connection, one every `span`, and returns the number of challenge ACKs that arrive before `end`.
    private mutating func challenges(_ count: Int, every span: TimeSpan, until end: Instant) -> Int {
        var seen: [Sight] = []
        for _ in 0..<count {
            attacker.send(own, from: .attacker, to: server.address, ChallengeACKNote.own)
            seen += attacker.wait(span)
        }
        seen += attacker.wait(end - attacker.now)
        return seen.count { $0.segment.control == .ack && $0.segment.payload.isEmpty }
    }

    /// Finds out when the seconds of the server's clock begin. She sends twice as many resets as the limit within a second. If they all lie in one
    /// second of the server, they draw as many answers as the limit; if they lie in two, they draw more.
    ///
    /// - Returns: the number of answers of each attempt.
    mutating func synchronize() -> [Int] {
        var start = attacker.now
        var counts: [Int] = []
        var candidates: [Int64] = []
        while counts.count < 4 {
            let got = challenges(2 * limit, every: .microseconds(step), until: start + .milliseconds(1_500))
            counts.append(got)
            guard got != limit else { break }
            // The server's second begins before reset number `got - limit`, counted from the first reset or from the last.
            if candidates.isEmpty { candidates = [Int64(got - limit), Int64(3 * limit - got)] }
            let first = counts.count == 1 ? start : start + .microseconds(-step * candidates[0])
            start = first + .seconds(2) + .microseconds(step * (candidates[min(counts.count, 2) - 1]))
            _ = attacker.wait(start - attacker.now)
        }
        second = start + .seconds(2)
        return counts
    }

    /// The time between two resets of an attempt to find the server's seconds, in microseconds.
    private var step: Int64 { 1_000_000 / Int64(2 * limit) }

    /// A round: the guesses first, then as many resets on her own connection as the limit allows. If an answer is missing, the server has sent a
    /// challenge ACK for a guess.
    ///
    /// - Returns: whether a guess has hit.
    private mutating func hits(_ question: RoundQuestion, _ guesses: [Segment]) -> Bool {
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

    /// Halves a range until one place is left: a round guesses all places of the lower half.
    private mutating func halve(
        _ range: Range<Int>, asking question: RoundQuestion, with guess: (Int) -> Segment
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
        let port = halve(ports, asking: .port) {
            Segment(
                sourcePort: UInt16(truncatingIfNeeded: $0), destinationPort: server.port, sequence: SequenceNumber(0),
                control: [.syn, .ack])
        }
        return UInt16(truncatingIfNeeded: port)
    }

    /// A number in the server's window: of the numbers that lie a window apart from 0 on, exactly one is.
    mutating func findWindow(of port: UInt16) -> SequenceNumber {
        let before = self
        let place = halve(0..<((1 << 32) / window), asking: .window) {
            before.reset(SequenceNumber(0) + $0 * before.window, from: port)
        }
        return SequenceNumber(0) + place * window
    }

    /// RCV.NXT, computed from the upper edge of the window. A guess at the lower edge could be RCV.NXT itself: then the reset would end the
    /// connection before she knows the number.
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
        Segment(sourcePort: port, destinationPort: server.port, sequence: number, control: .rst)
    }
}
