import Crypto
import Museum
import Trace

/// Lesson 16: twice is too often.
extension Exercise {
    static let repeats: [Exercise] = [
        Exercise(lesson: 16, number: 1, answer: .number) { seed in
            let tries = try MuseumQuestion("replay").performed(seed, variant: "six-bits").outcome.tries
            return Solution(
                .number(UInt64(tries)), because: RepeatHint.sameRandom(connection: tries), hint: .compareAll,
                slips: [
                    (.number(0), .theRecordingItself), (.number(UInt64(tries) + 1), .countFromZero),
                ])
        },
        Exercise(lesson: 16, number: 2, answer: .number) { seed in
            let process = try Integer(bigEndian: MuseumQuestion("weak-prng").performed(seed).loot("pid")).small
            return Solution(
                .number(process), because: RepeatHint.process(process), hint: .tryThemAll,
                slips: [(.number(process + 1), .countOfTries)])
        },
        Exercise(lesson: 16, number: 3, answer: .numbers) { seed in
            let run = try MuseumQuestion("shared-primes").performed(seed, variant: "short")
            let twins = Set(run.outcome.connections.map { UInt64($0) + 1 })
            guard twins.count == 2, run.outcome.reached else { throw ExerciseError.noStep("twins") }
            return Solution(
                .numbers(twins), because: RepeatHint.commonPrime, hint: .greatestCommonDivisor,
                slips: [(.numbers(Set(run.outcome.connections.map { UInt64($0) })), .countFromOne)])
        },
        Exercise(lesson: 16, number: 4, answer: .octets) { seed in
            let run = try MuseumQuestion("ecdsa-nonce").performed(seed, variant: "short")
            let (curve, n) = (EllipticCurve.p256, EllipticCurve.p256.order)
            func number(_ name: String) throws -> Integer { Integer(bigEndian: try run.quantity(name)) }
            let digests = (try number("z1") - number("z2")).modulo(n)
            let (one, two) = (try number("s1"), try number("s2"))
            // (r, -s) is as valid a signature as (r, s). So s1 - s2 and s1 + s2 both lead to a candidate k, and -k is one
            // as well.
            let candidates = try [one - two, one + two].flatMap { sum in
                let k = (digests * (try sum.modulo(n).inverse(modulo: n).orThrow(.noStep("k")))).modulo(n)
                return [k, n - k]
            }
            let r = try number("r")
            let right = candidates.filter { curve.multiply(curve.generator, by: $0).abscissa?.modulo(n) == r }
            let key = try run.loot("d")
            return Solution(
                right.compactMap { $0.bigEndian(count: curve.scalarSize) }.map { .octets($0) },
                because: RepeatHint.nonceIsEnough, hint: .twoEquations,
                slips: [(.octets(key), .keyAndNotNonce)])
        },
    ]
}

extension EllipticCurve.Point {
    /// Its x-coordinate; nil at infinity.
    fileprivate var abscissa: Integer? { if case .affine(let x, _) = self { x } else { nil } }
}
