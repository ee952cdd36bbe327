internal import CGMP

// Arithmetic on residues: the numbers 0 … m - 1, where every result is replaced by its remainder after division by m. RSA
// and Diffie-Hellman consist of such operations.

extension Integer {
    /// The residue of the number: the only r with 0 ≤ r < |m| that differs from it by a multiple of m.
    ///
    /// It is never negative, unlike a remainder: -1 modulo 5 is 4. Modulo zero the residue of a number is the number itself
    /// (Knuth, The Art of Computer Programming, section 1.2.4). So this function cannot fail.
    public func modulo(_ m: Integer) -> Integer {
        guard m.signum != 0 else { return self }
        return unsafe Integer.combine(self, m, with: __gmpz_mod)
    }

    /// selfᵉ modulo m, as fast as GMP can.
    ///
    /// The time depends on the bits of the exponent. That is acceptable for public exponents and for the calculations of an
    /// attacker, but not for private keys: for those there is ``secretPower(_:modulo:)``.
    /// - Returns: nil if m is not positive, or if e is negative and the number has no inverse modulo m.
    public func power(_ e: Integer, modulo m: Integer) -> Integer? {
        guard m.signum > 0 else { return nil }
        guard e.signum >= 0 else {
            // GMP would divide by zero and end the program where there is no inverse.
            return inverse(modulo: m)?.power(-e, modulo: m)
        }
        return Integer { result in
            read { base in
                e.read { exponent in
                    m.read { modulus in unsafe __gmpz_powm(result, base, exponent, modulus) }
                }
            }
        }
    }

    /// selfᵉ modulo m for a secret e: neither branches nor memory addresses depend on the values of the operands.
    ///
    /// Their sizes in machine words are not hidden. The exponent is processed in windows of a fixed number of bits, and
    /// each step reads the whole table of powers. So it is slower than ``power(_:modulo:)``.
    /// - Returns: nil if m is even or not positive (Montgomery multiplication needs an odd modulus), or if e is not
    ///   positive.
    public func secretPower(_ e: Integer, modulo m: Integer) -> Integer? {
        guard m.signum > 0, !m.isEven, e.signum > 0 else { return nil }
        return Integer { result in
            read { base in
                e.read { exponent in
                    m.read { modulus in unsafe __gmpz_powm_sec(result, base, exponent, modulus) }
                }
            }
        }
    }

    /// The number from 0 to m - 1 whose product with this number is 1 modulo m.
    ///
    /// - Returns: nil if m is not positive, or if there is no such number, because the two have a common divisor above 1.
    public func inverse(modulo m: Integer) -> Integer? {
        // Modulo 1 the only residue, 0, is its own inverse. GMP does not define its result there.
        guard m > 1 else { return m == 1 ? 0 : nil }
        var exists = false
        let inverse = Integer.combine(self, m) { unsafe exists = __gmpz_invert($0, $1, $2) != 0 }
        return exists ? inverse : nil
    }

    /// The greatest common divisor; never negative.
    public static func gcd(_ a: Integer, _ b: Integer) -> Integer {
        unsafe combine(a, b, with: __gmpz_gcd)
    }

    /// The least common multiple; zero if one of the numbers is zero, and never negative.
    public static func lcm(_ a: Integer, _ b: Integer) -> Integer {
        unsafe combine(a, b, with: __gmpz_lcm)
    }

    /// The largest number whose square is not above the number; zero for negative numbers.
    var squareRoot: Integer {
        guard signum > 0 else { return 0 }
        return Integer { root in
            read { number in unsafe __gmpz_sqrt(root, number) }
        }
    }

    /// Whether a small positive number divides the number.
    func isMultiple(of divisor: UInt) -> Bool {
        divisor > 0 && read { unsafe __gmpz_divisible_ui_p($0, divisor) } != 0
    }
}
