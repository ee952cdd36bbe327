import Testing

@testable import Crypto

@Suite struct BabyStepGiantStepTests {
    @Test func everyExponentOfTheSmallGroups() throws {
        for group in [FiniteFieldGroup.toy23, .toy5] {
            let order = try #require(group.order?.int)
            for x in 0..<order {
                let y = try #require(group.g.power(Integer(x), modulo: group.p))
                let found = try DiscreteLogarithm.babyStepGiantStep(of: y, in: group)
                #expect(found.exponent == Integer(x))
            }
        }
    }

    @Test func theStoryIsTrue() throws {
        // p = 23, g = 5, y = 19 = 5^15; √22 rounded up is 5; 15 = 3 · 5 + 0.
        let found = try DiscreteLogarithm.babyStepGiantStep(of: 19, in: .toy23)
        #expect(found.exponent == 15 && found.stepWidth == 5 && found.babySteps == 5)
        #expect(found.giantSteps == 3 && found.metBabyStep == 0 && found.meeting == 1)
    }

    @Test(arguments: ["toy-16", "toy-24", "toy-32"], 0..<6 as Range<UInt64>)
    func exponentsOfKeys(name: String, seed: UInt64) throws {
        let group = try #require(FiniteFieldGroup.named(name))
        var random = SeededRandomSource(seed: seed)
        let key = DiffieHellmanKey.generate(in: group, using: &random)
        let found = try DiscreteLogarithm.babyStepGiantStep(of: key.publicValue, in: group)
        #expect(found.exponent == key.privateExponent)
        #expect(found.exponent == Integer(found.giantSteps) * Integer(found.stepWidth) + Integer(found.metBabyStep))
        #expect(group.g.power(Integer(found.metBabyStep), modulo: group.p) == found.meeting)
        let width = Integer(found.stepWidth)
        let order = try #require(group.order)
        #expect(width * width >= order && (width - 1) * (width - 1) < order)
    }

    @Test func aGroupOfFortyBits() throws {
        var random = SeededRandomSource(seed: 40)
        let key = DiffieHellmanKey.generate(in: .toy40, using: &random)
        let found = try DiscreteLogarithm.babyStepGiantStep(of: key.publicValue, in: .toy40)
        #expect(found.exponent == key.privateExponent)
    }

    /// Beyond 63 bits the residues are long; a small subgroup keeps the search short.
    @Test func longModuli() throws {
        let group = FiniteFieldGroup.toySmooth512
        let order: Integer = 367 * 359 * 353
        let cofactor = try #require((group.p - 1).quotientAndRemainder(dividingBy: order)).quotient
        let base = try #require(group.g.power(cofactor, modulo: group.p))
        let x: Integer = 31_415_926
        let y = try #require(base.power(x, modulo: group.p))
        let found = try DiscreteLogarithm.babyStepGiantStep(of: y, base: base, modulo: group.p, order: order)
        #expect(found.exponent == x)
    }

    @Test func workIsBounded() throws {
        #expect(throws: DiscreteLogarithmError.self) {
            try DiscreteLogarithm.babyStepGiantStep(of: 3, in: .ffdhe2048)
        }
        let root = Integer.powerOfTwo(27)
        let error = #expect(throws: DiscreteLogarithmError.self) {
            try DiscreteLogarithm.babyStepGiantStep(of: 4, in: .toy56)
        }
        guard case .tableTooLarge(let needed, let limit) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(needed > root && needed < root * 2 && limit == 1 << 24)
        #expect(throws: DiscreteLogarithmError.tableTooLarge(needed: 5, limit: 4)) {
            try DiscreteLogarithm.babyStepGiantStep(of: 19, in: .toy23, tableLimit: 4)
        }
        #expect(throws: DiscreteLogarithmError.tableTooLarge(needed: 5, limit: -1)) {
            try DiscreteLogarithm.babyStepGiantStep(of: 19, in: .toy23, tableLimit: -1)
        }
    }

    @Test func questionsWithoutAnAnswer() throws {
        // The powers of 2 modulo 23 are the 11 squares; 5 is not one of them.
        #expect(throws: DiscreteLogarithmError.noSuchExponent) {
            try DiscreteLogarithm.babyStepGiantStep(of: 5, base: 2, modulo: 23, order: 11)
        }
        #expect(throws: DiscreteLogarithmError.noSuchExponent) {
            try DiscreteLogarithm.pohligHellman(of: 5, base: 2, modulo: 23, order: 11)
        }
        #expect(throws: DiscreteLogarithmError.notInvertible) {
            try DiscreteLogarithm.babyStepGiantStep(of: 0, in: .toy23)
        }
        #expect(throws: DiscreteLogarithmError.notInvertible) {
            try DiscreteLogarithm.pohligHellman(of: 1, base: 3, modulo: 9, order: 6)
        }
        #expect(throws: DiscreteLogarithmError.modulusTooSmall) {
            try DiscreteLogarithm.babyStepGiantStep(of: 1, base: 1, modulo: 1, order: 1)
        }
        #expect(throws: DiscreteLogarithmError.modulusTooSmall) {
            try DiscreteLogarithm.pohligHellman(of: 1, base: 1, modulo: -7, order: 6)
        }
        #expect(throws: DiscreteLogarithmError.orderNotPositive) {
            try DiscreteLogarithm.babyStepGiantStep(of: 1, base: 2, modulo: 23, order: 0)
        }
    }

    /// An order that is a multiple of the true one gives the smallest exponent all the same.
    @Test func anOrderThatIsTooLarge() throws {
        #expect(try DiscreteLogarithm.babyStepGiantStep(of: 9, base: 2, modulo: 23, order: 22 * 100).exponent == 5)
    }
}

@Suite struct PohligHellmanTests {
    @Test(arguments: ["toy-smooth-62", "toy-smooth-512", "toy-23", "toy-5", "toy-32"], 0..<4 as Range<UInt64>)
    func exponentsOfKeys(name: String, seed: UInt64) throws {
        let group = try #require(FiniteFieldGroup.named(name))
        var random = SeededRandomSource(seed: seed)
        let key = DiffieHellmanKey.generate(in: group, using: &random)
        let found = try DiscreteLogarithm.pohligHellman(of: key.publicValue, in: group)
        #expect(found.exponent == key.privateExponent)

        for (part, combination) in zip(found.subproblems, found.combinations) {
            let modulus = part.factor.value
            #expect(part.congruence.residue == key.privateExponent.modulo(modulus))
            #expect(part.base.power(part.congruence.residue, modulo: group.p) == part.target)
            #expect(part.digits.count == part.factor.exponent)
            let fromDigits = part.digits.reversed().reduce(Integer(0)) { $0 * part.factor.prime + $1.value }
            #expect(fromDigits == part.congruence.residue)
            #expect(combination.residue == key.privateExponent.modulo(combination.modulus))
        }
        #expect(found.combinations.last?.modulus == group.order)
    }

    @Test func aLongPrimeCostsLittle() throws {
        var random = SeededRandomSource(seed: 1)
        let key = DiffieHellmanKey.generate(in: .toySmooth512, using: &random)
        let found = try DiscreteLogarithm.pohligHellman(of: key.publicValue, in: .toySmooth512)
        #expect(found.babySteps < 2000 && found.giantSteps < 2000)
    }

    @Test func aSafePrimeLeavesNothingToDivide() throws {
        let group = FiniteFieldGroup.ffdhe2048
        let error = #expect(throws: DiscreteLogarithmError.self) {
            try DiscreteLogarithm.pohligHellman(of: 3, in: group)
        }
        guard case .tableTooLarge(let needed, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(needed.bitWidth == 1024)
    }

    @Test func factorizations() throws {
        let factors = try DiscreteLogarithm.factorize(2 * 2 * 2 * 9 * 101 * 65_537)
        #expect(factors.map(\.prime) == [2, 3, 101, 65_537])
        #expect(factors.map(\.exponent) == [3, 2, 1, 1])
        #expect(factors.map(\.value) == [8, 9, 101, 65_537])
        #expect(try DiscreteLogarithm.factorize(1).isEmpty)
        let composite: Integer = 65_537 * 65_539
        #expect(throws: DiscreteLogarithmError.orderNotFactored(remaining: composite)) {
            try DiscreteLogarithm.factorize(composite * 6)
        }
        for n: Integer in [0, -6] {
            #expect(throws: DiscreteLogarithmError.orderNotPositive) { try DiscreteLogarithm.factorize(n) }
        }
    }

    @Test func theChineseRemainderTheorem() {
        // Sun Tzu's number: 2 modulo 3, 3 modulo 5, 2 modulo 7.
        let first = DiscreteLogarithm.combine(nil, .init(residue: 2, modulus: 3))
        let second = DiscreteLogarithm.combine(first, .init(residue: 3, modulus: 5))
        let third = DiscreteLogarithm.combine(second, .init(residue: 2, modulus: 7))
        #expect(third == .init(residue: 23, modulus: 105))
    }
}
