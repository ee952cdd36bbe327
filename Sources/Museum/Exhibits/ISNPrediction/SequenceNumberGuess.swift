import Crypto
import Simulator
import TCPSim
import Trace

/// An outsider opens a connection of its own, sees its initial sequence number, and guesses that of the connection that the server
/// opens next, in another host's name (Morris 1985, RFC 6528 section 1).
package struct SequenceNumberGuess: Sendable {
    /// How the server chooses its numbers.
    package let generator: SequenceNumberGenerator
    /// How often it was tried.
    package let trials: Int
    /// How often the first guess was the number.
    package let exact: Int
    /// How often the number was among as many guesses as ``burst`` says, the nearest ones first.
    package let near: Int
    /// The first trial.
    package let example: Trial

    /// The guesses that an outsider sends at once: those for 2 ms of a clock of 4 microseconds a tick.
    package static let burst = 501

    /// One attempt.
    package struct Trial: Hashable, Sendable {
        /// The number of the outsider's own connection.
        package let seen: SequenceNumber
        /// How long after it the other connection was opened.
        package let later: TimeSpan
        /// How long after it the outsider believes that it was opened.
        package let believed: TimeSpan
        /// What the outsider guesses.
        package let guess: SequenceNumber
        /// The number of the other connection.
        package let actual: SequenceNumber

        /// How far the guess is off, at most half of all numbers.
        package var distance: Int {
            let forward = guess - actual
            return min(forward, (1 << 32) - forward)
        }
    }

    /// Tries it with servers that were started anew each time.
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
        // At any phase of a second: the counter of 4.2BSD jumps when one is full, and where it does between the two, the guess is wrong.
        let start = Instant(microseconds: draw(100_000) * 1_000_000 + draw(1_000_000))
        let believed = TimeSpan.milliseconds(20 + draw(200))
        // What lies between the two is known to a millisecond or so.
        let later = TimeSpan.microseconds(believed.microseconds + draw(2_001) - 1_000)
        let server = Socket(.server, 514)
        let outsider = Socket(.attacker, UInt16(1_024 + draw(60_000)))
        let trusted = Socket(.client, 1_023)
        let seen = generator.generator(secret: secret, connections: earlier)
            .choose(local: server, remote: outsider, at: start).number
        let actual = generator.generator(secret: secret, connections: earlier + 1)
            .choose(local: server, remote: trusted, at: start + later).number
        return Trial(
            seen: seen, later: later, believed: believed,
            guess: seen + step(generator, after: believed), actual: actual)
    }

    /// What the outsider adds to the number that it has seen.
    private static func step(_ generator: SequenceNumberGenerator, after span: TimeSpan) -> Int {
        switch generator {
        case .constant: 0
        case .plus64000: ISNPrediction.step
        // The clock is the same for all; F is not known.
        case .clock, .rfc6528: Int(span.microseconds / 4)
        }
    }
}
