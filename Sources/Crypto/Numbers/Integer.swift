internal import CGMP

/// A whole number of any size, positive, zero or negative.
///
/// All public-key arithmetic of this module uses it. It uses the GNU Multiple Precision Arithmetic Library (GMP). An
/// `Integer` is a value: every operation makes a new one, and no operation changes an operand. So copies may be shared
/// between threads.
///
/// The time of an operator depends on its operands: GMP takes longer for longer numbers. The only operation for secrets
/// is ``secretPower(_:modulo:)``.
public struct Integer: Sendable {
    /// The number's GMP representation. It is written once, before other code can see it, and never changed.
    let limbs: Limbs

    /// A new number, which `operation` writes into new limbs. Every result in this module is made here.
    @safe init(computedBy operation: (UnsafeMutablePointer<__mpz_struct>) -> Void) {
        let limbs = Limbs()
        withExtendedLifetime(limbs) { unsafe operation(limbs.pointer) }
        self.limbs = limbs
    }

    /// Passes the representation to a GMP function for the duration of one call.
    @safe func read<Result>(_ body: (UnsafePointer<__mpz_struct>) -> Result) -> Result {
        withExtendedLifetime(limbs) { unsafe body(UnsafePointer(limbs.pointer)) }
    }

    /// A number of machine size.
    public init(_ value: Int) {
        self.init { unsafe __gmpz_set_si($0, value) }
    }

    /// A number of machine size.
    public init(_ value: UInt64) {
        self.init { unsafe __gmpz_set_ui($0, UInt(value)) }
    }

    /// The number 2ⁿ.
    ///
    /// - Precondition: `exponent` is from 0 to 2²⁴, far above any key. The function is for sizes in the source of a
    ///   program, not for numbers from a message.
    public static func powerOfTwo(_ exponent: Int) -> Integer {
        precondition((0...1 << 24).contains(exponent), "2^\(exponent) is not for this type")
        return Integer { unsafe __gmpz_setbit($0, UInt(exponent)) }
    }

    /// -1 if the number is negative, 0 if it is zero, 1 if it is positive.
    public var signum: Int {
        read { unsafe Int($0.pointee._mp_size).signum() }
    }

    /// The number of binary digits of the magnitude; 0 for zero.
    public var bitWidth: Int {
        // GMP says that zero has one digit.
        signum == 0 ? 0 : read { unsafe __gmpz_sizeinbase($0, 2) }
    }

    /// Whether the number is a multiple of 2.
    public var isEven: Bool { !bit(0) }

    /// The binary digit with the weight 2ⁿ; of a negative number, in two's complement.
    public func bit(_ index: Int) -> Bool {
        index >= 0 && read { unsafe __gmpz_tstbit($0, UInt(index)) } == 1
    }

    /// The number without its sign.
    public var magnitude: Integer { signum < 0 ? -self : self }

    /// The number as a machine integer; nil if it is too large or too small.
    public var int: Int? {
        read { unsafe __gmpz_fits_slong_p($0) != 0 ? __gmpz_get_si($0) : nil }
    }

    /// The number as an unsigned machine integer; nil if it is negative or too large.
    public var uint64: UInt64? {
        guard signum >= 0, bitWidth <= 64 else { return nil }
        return read { unsafe UInt64(__gmpz_get_ui($0)) }
    }
}

// MARK: - Arithmetic

extension Integer {
    /// Sum.
    public static func + (a: Integer, b: Integer) -> Integer {
        unsafe combine(a, b, with: __gmpz_add)
    }

    /// Difference.
    public static func - (a: Integer, b: Integer) -> Integer {
        unsafe combine(a, b, with: __gmpz_sub)
    }

    /// Product.
    public static func * (a: Integer, b: Integer) -> Integer {
        unsafe combine(a, b, with: __gmpz_mul)
    }

    /// The same number with the other sign.
    public static prefix func - (a: Integer) -> Integer {
        Integer(0) - a
    }

    /// Adds in place.
    public static func += (a: inout Integer, b: Integer) { a = a + b }

    /// Subtracts in place.
    public static func -= (a: inout Integer, b: Integer) { a = a - b }

    /// Multiplies in place.
    public static func *= (a: inout Integer, b: Integer) { a = a * b }

    /// Quotient and remainder; nil for a divisor of zero.
    ///
    /// The quotient is rounded towards zero, so the remainder has the sign of the dividend, as with Swift's own integers.
    /// For the residue of number theory, which is never negative, use ``modulo(_:)``.
    public func quotientAndRemainder(dividingBy divisor: Integer) -> (quotient: Integer, remainder: Integer)? {
        guard divisor.signum != 0 else { return nil }
        let quotient = unsafe Integer.combine(self, divisor, with: __gmpz_tdiv_q)
        let remainder = unsafe Integer.combine(self, divisor, with: __gmpz_tdiv_r)
        return (quotient, remainder)
    }

    /// The result of a GMP function with the operands `a` and `b`.
    ///
    /// The operands may be the same value, because the result has its own limbs. (GMP also allows the same variable as
    /// operand and result; Swift's law of exclusivity would not allow `&a` twice.)
    @safe static func combine(
        _ a: Integer, _ b: Integer, with operation: (mpz_ptr?, mpz_srcptr?, mpz_srcptr?) -> Void
    ) -> Integer {
        Integer { result in
            a.read { left in
                b.read { right in unsafe operation(result, left, right) }
            }
        }
    }
}

// MARK: - Comparison

extension Integer: Comparable, Hashable {
    /// Whether the two numbers are equal, including their signs. The time depends on the numbers.
    public static func == (a: Integer, b: Integer) -> Bool {
        a.compare(b) == 0
    }

    /// The order of the whole numbers: negative numbers come first. The time depends on the numbers.
    public static func < (a: Integer, b: Integer) -> Bool {
        a.compare(b) < 0
    }

    /// Hashes the sign and the magnitude.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(signum)
        hasher.combine(bigEndian)
    }

    private func compare(_ other: Integer) -> Int32 {
        read { left in
            other.read { right in unsafe __gmpz_cmp(left, right) }
        }
    }
}

extension Integer: ExpressibleByIntegerLiteral {
    /// A number written in a program, of machine size.
    public init(integerLiteral value: Int) {
        self.init(value)
    }
}

// MARK: - Memory

/// One GMP number and the memory it owns.
///
/// GMP's functions take the addresses of numbers, and two of them may be the same. Swift forbids that for the stored property
/// of a struct. So the number has its own memory, at an address that does not change.
@safe final class Limbs: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<__mpz_struct>

    init() {
        unsafe pointer = .allocate(capacity: 1)
        unsafe __gmpz_init(pointer)
    }

    /// Overwrites the digits before their memory is released: a private exponent must not stay there.
    ///
    /// This does not include the scratch memory that GMP uses during a computation.
    deinit {
        if let digits = unsafe pointer.pointee._mp_d {
            unsafe digits.update(repeating: 0, count: Int(pointer.pointee._mp_alloc))
        }
        unsafe __gmpz_clear(pointer)
        unsafe pointer.deallocate()
    }
}
