internal import CGMP

// Arithmetic on residues: the numbers 0 … m - 1, where every result is replaced by its remainder on division by m.
// Everything RSA and Diffie-Hellman do is made of the four operations in this file.

extension Integer {
    /// The residue of the number: the one r with 0 ≤ r < |m| that differs from it by a multiple of m.
    ///
    /// Never negative, unlike a remainder: -1 modulo 5 is 4. Modulo zero a number is its own and only residue (Knuth, The
    /// Art of Computer Programming, section 1.2.4), so nothing can go wrong here.
    public func modulo(_ m: Integer) -> Integer {
        guard m.signum != 0 else { return self }
        return unsafe Integer.combine(self, m, with: __gmpz_mod)
    }

    /// selfᵉ modulo m, as fast as GMP can.
    ///
    /// The time taken depends on the bits of the exponent. That is right for public exponents and for an attacker's own
    /// sums, and wrong for private keys: see ``secretPower(_:modulo:)``.
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
    /// Their sizes in machine words are not hidden. The exponent is taken in windows of a fixed number of bits, and at each
    /// step the whole table of powers is read, which is slower than ``power(_:modulo:)``.
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

    /// The number whose product with this one is 1 modulo m, from 0 to m - 1.
    ///
    /// - Returns: nil if there is none, which is so exactly when the two share a divisor, or if m is not positive.
    public func inverse(modulo m: Integer) -> Integer? {
        // Modulo 1 there is one residue, which GMP leaves open whether it inverts.
        guard m > 1 else { return m == 1 ? 0 : nil }
        var exists = false
        let inverse = Integer.combine(self, m) { unsafe exists = __gmpz_invert($0, $1, $2) != 0 }
        return exists ? inverse : nil
    }

    /// The greatest number that divides both, found by Euclid's algorithm; never negative.
    public static func gcd(_ a: Integer, _ b: Integer) -> Integer {
        unsafe combine(a, b, with: __gmpz_gcd)
    }

    /// The least positive number that both divide; zero if either is zero.
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
