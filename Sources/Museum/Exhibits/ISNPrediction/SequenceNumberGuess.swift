import Crypto
import Simulator
import TCPSim
import Trace

/// An outsider opens a connection of its own and sees the server's initial sequence number. Then it guesses the server's number for the
/// next connection, which is opened in another host's name (Morris 1985, RFC 6528 section 1).
package struct SequenceNumberGuess: Sendable {
    /// How the server chooses its numbers.
    package let generator: SequenceNumberGenerator
    /// How many trials were made.
    package let trials: Int
    /// In how many trials the first guess was right.
    package let exact: Int
    /// In how many trials the number was among the ``burst`` numbers nearest to the first guess.
    package let near: Int
    /// The first trial.
    package let example: Trial

    /// How many guesses an outsider sends at once: as many as a clock with a tick of 4 microseconds has numbers in 2 ms.
    package static let burst = 501

    /// One trial.
    package struct Trial: Hashable, Sendable {
        /// The server's number in the outsider's own connection.
        package let seen: SequenceNumber
        /// How long after the outsider's connection the other connection was opened.
        package let later: TimeSpan
        /// The outsider's first guess.
        package let guess: SequenceNumber
        /// The server's number in the other connection.
        package let actual: SequenceNumber

        /// How far the guess is from the right number, in either direction: 0 to 2^31.
        package var distance: Int {
            let forward = guess - actual
            return min(forward, (1 << 32) - forward)
        }
    }

    /// Makes trials, each with a server that has just been started.
    ///
    /// - Parameter count: the number of trials; at least one is made.
    package static func run(
        _ generator: SequenceNumberGenerator, trials count: Int, seed: UInt64
    ) -> SequenceNumberGuess {
        var random = SeededRandomSource(seed: seed).fork("guessing")
        let trials = (0..<max(1, count)).map { _ in trial(generator, using: &random) }
        return SequenceNumberGuess(
            generator: generator, trials: trials.count, exact: trials.count { $0.distance == 0 },
            near: trials.count { $0.distance <= burst / 2 }, example: trials[0])
    }

    private static func trial(
        _ generator: SequenceNumberGenerator, using random: inout SeededRandomSource
    ) -> Trial {
        func draw(_ bound: Int64) -> Int64 { random.octets(7).reduce(0) { $0 << 8 | Int64($1) } % bound }
        let secret = SipHash.Key(random.octets(16)) ?? SipHash.Key(low: 0, high: 0)
        let earlier = UInt32(draw(1_000))
        // The trial begins at any phase of a second: 4.3BSD's counter jumps with each full second. If it jumps between the two connections,
        // the guess is wrong.
        let start = Instant(microseconds: draw(100_000) * 1_000_000 + draw(1_000_000))
        let believed = TimeSpan.milliseconds(20 + draw(200))
        // The outsider knows the time between the two connections to within a millisecond.
        let later = TimeSpan.microseconds(believed.microseconds + draw(2_001) - 1_000)
        let server = Socket(.server, 514)
        let outsider = Socket(.attacker, UInt16(1_024 + draw(60_000)))
        let trusted = Socket(.client, 1_023)
        let seen = generator.generator(secret: secret, connections: earlier)
            .choose(local: server, remote: outsider, at: start).number
        let actual = generator.generator(secret: secret, connections: earlier + 1)
            .choose(local: server, remote: trusted, at: start + later).number
        return Trial(
            seen: seen, later: later, guess: seen + step(generator, after: believed), actual: actual)
    }

    /// What the outsider adds to the number that it has seen, if it believes that the other connection is opened after `span`.
    private static func step(_ generator: SequenceNumberGenerator, after span: TimeSpan) -> Int {
        switch generator {
        case .constant: 0
        case .plus64000: ISNPrediction.step
        // The clock is the same for all connections. The outsider knows nothing of F, and guesses as if it were the same as well.
        case .clock, .rfc6528: Int(span.microseconds / 4)
        }
    }
}
