import Crypto
import Museum
import Trace

/// Lesson 16: twice is too often.
extension Exercise {
    static let repeats: [Exercise] = [
        Exercise(lesson: 16, number: 1, answer: .number) { seed, key in
            let tries = try MuseumQuestion("replay").performed(seed, variant: "six-bits").outcome.tries
            key.right = [.number(UInt64(tries))]
            key.because = Words(
                english: "In stream \(tries) the server's random is the recorded one. With the recorded client's "
                    + "random and the recorded premaster secret it makes the recorded keys.")
            key.hint = Words(english: "Compare the randoms with the one of stream 0, to the last digit.")
            key[.number(0)] = Words(
                english: "Stream 0 is the visit that she has recorded. Look for the stream in which its random comes "
                    + "back.")
            key[.number(UInt64(tries) + 1)] = Words(english: "You are near. The streams are counted from 0.")
        },
        Exercise(lesson: 16, number: 2, answer: .number) { seed, key in
            let process = try Integer(bigEndian: MuseumQuestion("weak-prng").performed(seed).loot("pid")).small
            key.right = [.number(process)]
            key.because = Words(
                english: "The process number \(process) gives the random that was sent in clear, and the rest of "
                    + "what the generator put out follows from it.")
            key.hint = Words(
                english: "There are 32768 process numbers. For each of them hash the label, the number and four "
                    + "zeros, and compare with the random.")
            key[.number(process + 1)] = Words(english: "This is how many numbers were tried. The first number is 0.")
        },
        Exercise(lesson: 16, number: 3, answer: .numbers) { seed, key in
            let run = try MuseumQuestion("shared-primes").performed(seed, variant: "short")
            let twins = Set(run.outcome.connections.map { UInt64($0) + 1 })
            guard twins.count == 2, run.outcome.reached else { throw ExerciseError.noStep("twins") }
            key.right = [.numbers(twins)]
            key.because = Words(
                english: "The greatest common divisor of their moduli is a prime of both. Each modulus divided by it "
                    + "gives the other prime, and so both keys.")
            key.hint = Words(
                english: "Compute the greatest common divisor of each pair of moduli. One pair has a divisor above 1.")
            key[.numbers(Set(run.outcome.connections.map { UInt64($0) }))] = Words(
                english: "These are the right moduli, counted from 0. The devices are counted from 1.")
        },
        Exercise(lesson: 16, number: 4, answer: .octets) { seed, key in
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
            let own = try run.loot("d")
            key.right = right.compactMap { $0.bigEndian(count: curve.scalarSize) }.map { .octets($0) }
            key.because = Words(
                english: "The x-coordinate of this multiple of the generator is r. With it, one signature is enough "
                    + "for the key: d = (s1 · k - z1) / r.")
            key.hint = Words(
                english: "Subtract one equation from the other: the term with the key is gone. What is left has k "
                    + "alone. Compute modulo the order n.")
            key[.octets(own)] = Words(
                english: "This is the private key. The question is about the nonce, from which the key follows.")
        },
    ]
}

extension EllipticCurve.Point {
    /// Its x-coordinate; nil at infinity.
    fileprivate var abscissa: Integer? { if case .affine(let x, _) = self { x } else { nil } }
}
