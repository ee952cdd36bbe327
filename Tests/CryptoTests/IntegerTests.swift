import Crypto
import Testing

@Suite struct IntegerTests {
    @Test func readsAndWritesDecimalAndHexadecimal() throws {
        let power = try #require(Integer(decimal: "1267650600228229401496703205376"))
        #expect(power == Integer.powerOfTwo(100))
        #expect(power.hex == "1" + String(repeating: "0", count: 25))
        #expect(Integer(hex: "-fF Ff\n00")?.description == "-16776960")
        #expect(Integer(0).hex == "0")
        #expect(Integer(decimal: "-0") == 0)
        #expect("\(Integer(-7))" == "-7")
    }

    @Test(arguments: ["", "-", "--1", "0x10", "1g", "1-", "+1", "１", " "])
    func refusesWhatIsNotHexadecimal(text: String) {
        #expect(Integer(hex: text) == nil)
    }

    @Test(arguments: ["", "-", "1 000", " 1", "ff", "1.0", "1\u{0}"])
    func refusesWhatIsNotDecimal(text: String) {
        #expect(Integer(decimal: text) == nil)
    }

    @Test func holdsTheExtremesOfMachineIntegers() {
        #expect(Integer(Int.min).description == "\(Int.min)")
        #expect(Integer(Int.min).int == Int.min)
        #expect((Integer(Int.max) + 1).int == nil)
        #expect(Integer(UInt64.max).uint64 == UInt64.max)
        #expect((Integer(UInt64.max) + 1).uint64 == nil)
        #expect(Integer(-1).uint64 == nil)
    }

    @Test func octetsAreI2OSPAndOS2IP() {
        #expect(Integer(0).bigEndian == [])
        #expect(Integer(0).bigEndian(count: 0) == [])
        #expect(Integer(0).bigEndian(count: 2) == [0, 0])
        #expect(Integer(256).bigEndian == [1, 0])
        #expect(Integer(256).bigEndian(count: 4) == [0, 0, 1, 0])
        #expect(Integer(256).bigEndian(count: 1) == nil)
        #expect(Integer(256).bigEndian(count: -1) == nil)
        #expect(Integer(-1).bigEndian(count: 4) == nil)
        #expect(Integer(bigEndian: [0, 0, 1, 0]) == 256)
        #expect(Integer(bigEndian: []) == 0)
        #expect(Integer(bigEndian: [9, 1, 0, 9][1...2]) == 256)
    }

    @Test func countsBits() {
        #expect(Integer(0).bitWidth == 0)
        #expect(Integer(1).bitWidth == 1)
        #expect(Integer(255).bitWidth == 8)
        #expect(Integer(-256).bitWidth == 9)
        #expect(Integer(5).bit(0) && !Integer(5).bit(1) && Integer(5).bit(2))
        #expect(Integer(0).isEven && Integer(-2).isEven && !Integer(-3).isEven)
    }

    /// An operand that is its own result or its own partner: what Swift's exclusivity would not let GMP do in place.
    @Test func operandsMayBeTheSameVariable() {
        var a = Integer(21)
        a += a
        #expect(a == 42)
        a *= a
        #expect(a == 1764)
        let copy = a
        a -= a
        #expect(a == 0 && copy == 1764)
        #expect(Integer(7).power(7, modulo: 7) == 0)
        #expect(Integer.gcd(copy, copy) == copy)
    }

    @Test func comparesAndHashesByValue() {
        let numbers: [Integer] = [3, -4, 0, 4, -3]
        #expect(numbers.sorted() == [-4, -3, 0, 3, 4])
        #expect(Integer(4) != Integer(-4))
        #expect(Set([Integer(5), Integer(2) + 3, Integer(hex: "5") ?? 0]).count == 1)
    }

    @Test func divisionByZeroIsNil() {
        #expect(Integer(1).quotientAndRemainder(dividingBy: 0) == nil)
        #expect(Integer(5).modulo(0) == 5)
        #expect(Integer(1).power(1, modulo: 0) == nil)
        #expect(Integer(1).power(1, modulo: -5) == nil)
        #expect(Integer(1).inverse(modulo: 0) == nil)
    }

    /// Swift's own integers are the outside authority here.
    @Test func divisionAgreesWithMachineIntegers() throws {
        for a in -20...20 {
            for b in -7...7 where b != 0 {
                let (quotient, remainder) = try #require(Integer(a).quotientAndRemainder(dividingBy: Integer(b)))
                #expect(quotient.int == a / b)
                #expect(remainder.int == a % b)
                let residue = Integer(a).modulo(Integer(b))
                #expect(residue.int == ((a % b) + abs(b)) % abs(b))
            }
        }
    }

    @Test func inversesAndGreatestCommonDivisors() {
        #expect(Integer(3).inverse(modulo: 7) == 5)
        #expect(Integer(-3).inverse(modulo: 7) == 2)
        #expect(Integer(6).inverse(modulo: 9) == nil)
        #expect(Integer(0).inverse(modulo: 7) == nil)
        #expect(Integer(1).inverse(modulo: 1) == 0)
        #expect(Integer.gcd(-12, 18) == 6)
        #expect(Integer.lcm(4, 6) == 12)
        #expect(Integer(3).power(-1, modulo: 7) == 5)
        #expect(Integer(6).power(-1, modulo: 9) == nil)
    }

    @Test func secretPowerWantsAnOddModulusAndAPositiveExponent() {
        #expect(Integer(3).secretPower(5, modulo: 7) == 5)
        #expect(Integer(3).secretPower(5, modulo: 8) == nil)
        #expect(Integer(3).secretPower(0, modulo: 7) == nil)
        #expect(Integer(3).secretPower(-1, modulo: 7) == nil)
        #expect(Integer(3).secretPower(5, modulo: 0) == nil)
        #expect(Integer(3).secretPower(5, modulo: -7) == nil)
        #expect(Integer(0).secretPower(5, modulo: 7) == 0)
        #expect(Integer(-3).secretPower(5, modulo: 7) == 2)
        #expect(Integer(5).secretPower(5, modulo: 1) == 0)
    }

    /// Laws that hold for all numbers, over numbers of many sizes.
    @Test(arguments: 0..<40) func lawsOfArithmetic(seed: UInt64) throws {
        var random = SeededRandomSource(seed: seed)
        let a = random.integer(bits: 1 + Int(seed) * 17) - random.integer(bits: 300)
        let b = random.integer(bits: 256) + 1
        let m = random.integer(bits: 512) * 2 + 3
        let (quotient, remainder) = try #require(a.quotientAndRemainder(dividingBy: b))
        #expect(quotient * b + remainder == a)
        #expect(remainder.magnitude < b)
        #expect(a.modulo(m) >= 0 && a.modulo(m) < m)
        #expect((a - a.modulo(m)).modulo(m) == 0)
        #expect(Integer(bigEndian: a.bigEndian) == a.magnitude)
        #expect(Integer(hex: a.hex) == a)
        #expect(Integer(decimal: a.description) == a)
        let padded = try #require(a.magnitude.bigEndian(count: 100))
        #expect(padded.count == 100 && Integer(bigEndian: padded) == a.magnitude)
        #expect(a.power(b, modulo: m) == a.secretPower(b, modulo: m))
        if let inverse = a.inverse(modulo: m) {
            #expect((a * inverse).modulo(m) == 1)
        } else {
            #expect(Integer.gcd(a, m) > 1)
        }
    }

    /// Python's own integers are the outside authority here.
    @Test func modularPowersAgreeWithPython() throws {
        var random = SeededRandomSource(seed: 7)
        var program = ""
        var expected = ""
        for bits in stride(from: 8, through: 2048, by: 136) {
            let (b, e, m) = (random.integer(bits: bits), random.integer(bits: bits), random.integer(bits: bits) + 1)
            program += "print('%x' % pow(0x\(b.hex), 0x\(e.hex), 0x\(m.hex)))\n"
            expected += try #require(b.power(e, modulo: m)).hex + "\n"
        }
        #expect(try run("python3", "-", input: Array(program.utf8)).text == expected)
    }
}

@Suite struct PrimalityTests {
    @Test func findsThePrimesBelowAHundred() {
        let primes = (-5..<100).filter { Integer($0).isProbablyPrime() }
        #expect(
            primes == [
                2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
            ])
    }

    /// Numbers that pass weaker tests: Carmichael numbers, the first strong pseudoprimes to several bases, and a product of
    /// two primes chosen to pass Miller-Rabin for the first twelve prime bases.
    @Test(arguments: ["561", "1105", "3215031751", "3825123056546413051", "318665857834031151167461"])
    func isNotFooledByPseudoprimes(decimal: String) {
        #expect(Integer(decimal: decimal)?.isProbablyPrime() == false)
    }

    @Test func knowsMersennePrimes() {
        #expect((Integer.powerOfTwo(521) - 1).isProbablyPrime())
        #expect(!(Integer.powerOfTwo(523) - 1).isProbablyPrime())
    }

    @Test func knowsSafePrimes() {
        let safe = (-3..<200).filter { Integer($0).isSafePrime() }
        #expect(safe == [5, 7, 11, 23, 47, 59, 83, 107, 167, 179])
    }
}
