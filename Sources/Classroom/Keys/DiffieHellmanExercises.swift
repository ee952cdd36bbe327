import Crypto
import Simulator
import TLSSim
import Trace

/// Lesson 4: Diffie–Hellman.
extension Exercise {
    static let diffieHellman: [Exercise] = [
        Exercise(lesson: 4, number: 1, answer: .number) { seed in
            let secret = try Visit.journal(seed) { $0.group = .toy23 }.value(Knowledge.premasterSecret)
            let number = try Integer(bigEndian: secret).small
            // "12" for 0x12: the page has hexadecimal digits and no 0x.
            let misread = UInt64(Hex.string(secret))
            return Solution(
                .number(number), because: DiffieHellmanHint.found(secret: number), hint: .tryThemAll,
                slips: [misread, UInt64(Hex.number(number))].compactMap { $0 }.map {
                    (.number($0), .hexadecimal)
                })
        },
        Exercise(lesson: 4, number: 2, answer: .numbers) { _ in
            let secrets = try toySecrets(.toy5)
            let all = try Set((1...4).map { try Integer(7).raised(to: $0, modulo: FiniteFieldGroup.toy5.p) })
            return Solution(
                .numbers(secrets), because: DiffieHellmanHint.fewSecrets(secrets.sorted()),
                hint: .honestValues,
                slips: [
                    (.numbers(all), .forbiddenValues),
                    (.numbers([1]), .forbiddenValues),
                ])
        },
        Exercise(lesson: 4, number: 3, answer: .number) { seed in
            let smaller = try clientKeyExchange(seed) { _ in }
            let larger = try clientKeyExchange(seed) { $0.group = .ffdhe3072 }
            let growth = larger - smaller
            return Solution(
                .number(growth), because: DiffieHellmanHint.grown(octets: growth),
                hint: .modulusInOctets,
                slips: [
                    (.number(growth * 8), .bits), (.number(larger), .wholeMessage),
                ])
        },
        Exercise(lesson: 4, number: 4, answer: .number) { seed in
            let powers = try clientKeyExchange(seed) { _ in }
            let points = try clientKeyExchange(seed) { $0.suite = .ecdheRSAAES128GCM }
            let difference = powers - points
            return Solution(
                .number(difference), because: DiffieHellmanHint.shrunk(octets: difference),
                hint: .pointInOctets,
                slips: [
                    (.number(difference - 1), .lengthField),
                    (.number(points), .wholeMessage),
                ])
        },
    ]

    /// The length in octets of the record that carries the client's public value.
    private static func clientKeyExchange(
        _ seed: UInt64, _ change: (inout Visit.Options) throws -> Void
    ) throws -> UInt64 {
        let message = try Visit.journal(seed, change).message("tls.client_key_exchange", of: .client)
        return UInt64(message.stream.count)
    }

    /// Every shared secret that two honest sides can compute. Neither side sends 1 or p - 1 (RFC 7919 section 5.1).
    private static func toySecrets(_ group: FiniteFieldGroup) throws(ExerciseError) -> Set<UInt64> {
        let last = try group.p.small - 1
        var exponents: [UInt64] = []
        for exponent in 1..<last {
            let value = try group.g.raised(to: exponent, modulo: group.p)
            if value != 1, value != last { exponents.append(exponent) }
        }
        var secrets: Set<UInt64> = []
        for x in exponents {
            for y in exponents { secrets.insert(try group.g.raised(to: x * y, modulo: group.p)) }
        }
        return secrets
    }
}

extension Integer {
    /// The value as a machine word.
    ///
    /// - Throws: ``ExerciseError`` for a number of more than 16 bits: no toy group has one.
    var small: UInt64 {
        get throws(ExerciseError) {
            guard bitWidth <= 16, let value = uint64 else { throw .noStep("a number of a toy group") }
            return value
        }
    }

    /// This number to the power of `exponent`, in a toy group with the modulus `p`.
    func raised(to exponent: UInt64, modulo p: Integer) throws(ExerciseError) -> UInt64 {
        guard let power = power(Integer(exponent), modulo: p) else { throw .noStep("a power in a group") }
        return try power.small
    }
}
