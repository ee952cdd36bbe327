import TestSupport
import Testing
import Trace

@Suite struct CodecTests {
    @Test(arguments: 0..<300 as Range<UInt64>)
    func readerAndWriterMirrorEachOther(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let shape = Shape.structure((0..<4).map { _ in Shape.random(depth: 4, using: &generator) })
        let octets = shape.written("root")
        var offset = 0
        let fields = shape.fields("root", at: &offset)
        #expect(offset == octets.count)
        var reader = ByteReader(octets)
        var back = shape.blank
        try back.code("root", with: &reader)
        try reader.finish("root")
        #expect(back == shape)
        #expect(reader.fields == fields)
        #expect(reader.fields.coverExactly(0..<octets.count))

        var silentReader = ByteReader(octets, recording: false)
        back = shape.blank
        try back.code("root", with: &silentReader)
        #expect(back == shape)
        #expect(silentReader.fields.isEmpty)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func truncationAtEveryOctetIsAnErrorThatNamesFieldAndOffset(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let shape = Shape.structure((0..<4).map { _ in Shape.random(depth: 3, using: &generator) })
        let octets = shape.written("root")
        var end = 0
        let fields = shape.fields("root", at: &end)
        for count in octets.indices {
            var reader = ByteReader(Array(octets.prefix(count)))
            do {
                var back = shape.blank
                try back.code("root", with: &reader)
                Issue.record("\(count) of \(octets.count) octets were enough")
            } catch {
                guard case .truncated(let needed, let available) = error.rule else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(available == count - error.offset)
                #expect(needed > available)
                // The field stands at that offset in the whole structure too.
                let whole = try #require(fields.first(named: error.field))
                #expect(whole.range.lowerBound == error.offset)
                #expect(error.cite != nil)
            }
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func noOctetsTrap(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let shape = Shape.structure((0..<4).map { _ in Shape.random(depth: 4, using: &generator) })
        let octets = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
        var reader = ByteReader(octets)
        do {
            var back = shape.blank
            try back.code("root", with: &reader)
        } catch {
            #expect(error.offset <= octets.count)
        }
    }

    @Test func aVectorKeepsToItsLimits() throws {
        func length(_ bytes: [UInt8], allowed: ClosedRange<Int>? = nil, unit: Int = 1) -> ParseError? {
            var reader = ByteReader(bytes)
            do {
                _ = try reader.vector("v", .octets(1, allowed: allowed, unit: unit), cite: .rfc(5246, "4.3")) {
                    inner throws(ParseError) in try inner.rest("v.data")
                }
                return nil
            } catch {
                return error
            }
        }
        #expect(length([2, 0, 0]) == nil)
        #expect(length([2, 0, 0], allowed: 3...9)?.rule == .length(2, allowed: 3...9))
        #expect(length([3, 0, 0, 0], unit: 2)?.rule == .notMultiple(3, of: 2))
        #expect(length([3, 0, 0, 0], unit: 2)?.offset == 0)
        #expect(length([3, 0])?.rule == .truncated(needed: 3, available: 1))
        #expect(length([3, 0])?.field == "v" && length([3, 0])?.offset == 1)
        #expect(length([])?.field == "v_length")
    }

    @Test func aLengthOfEightOctetsCannotTrap() {
        var reader = ByteReader(Array(repeating: 0xff, count: 16))
        #expect(throws: ParseError.self) {
            try reader.vector("v", .octets(8)) { inner throws(ParseError) in try inner.rest("v.data") }
        }
    }

    @Test func whatIsLeftOverIsAnError() {
        var reader = ByteReader([2, 7, 7])
        do {
            try reader.vector("v", .octets(1)) { inner throws(ParseError) in
                _ = try inner.integer("v.only", as: UInt8.self)
            }
            Issue.record("one octet was left over")
        } catch {
            #expect(error.rule == .trailing(1) && error.field == "v" && error.offset == 2)
        }
        #expect(throws: ParseError("all", at: 1, .trailing(2))) {
            var reader = ByteReader([1, 2, 3])
            try reader.integer("first", as: UInt8.self)
            try reader.finish("all")
        }
    }

    @Test func aReaderStaysWithinItsWindow() throws {
        var reader = ByteReader([1, 2, 3, 4, 5], from: 1, to: 3)
        #expect(try reader.rest("r") == [2, 3])
        #expect(reader.fields == [Field(name: "r", range: 1..<3)])
        #expect(ByteReader([1, 2], from: 9, to: 99).remaining == 0)
        #expect(ByteReader([1, 2], from: -3, to: -1).remaining == 0)
        var negative = ByteReader([1])
        #expect(throws: ParseError.self) { try negative.octets("n", count: -1) }
    }

    @Test func anErrorSaysFieldOffsetAndRule() {
        let cite = Citation.rfc(9293, "3.1")
        let cases: [(ParseError.Rule, String)] = [
            (.truncated(needed: 4, available: 1), "needs 4 octets, 1 is left"),
            (.trailing(3), "3 octets are left over after it"), (.trailing(1), "1 octet is left over after it"),
            (.length(9, allowed: 1...8), "length 9 is outside 1...8"),
            (.notMultiple(3, of: 2), "length 3 is not a multiple of 2"), (.value("is reserved"), "is reserved"),
        ]
        for (rule, text) in cases {
            #expect(
                ParseError("tcp.hdr_len", at: 12, rule, cite: cite).description
                    == "tcp.hdr_len at offset 12: \(text) [RFC 9293 3.1]")
        }
        #expect(ParseError("x", at: 0, .trailing(1)).description.hasPrefix("x at offset 0: "))
    }

    @Test func fieldsAreFoundAndChecked() {
        let inner = Field(name: "inner", range: 1..<3, number: 7, bits: [Field.Bits("b", mask: 0x6, of: 7)])
        let outer = Field(name: "outer", range: 0..<3, children: [Field(name: "first", range: 0..<1), inner])
        #expect(outer.first(named: "inner") == inner)
        #expect([outer].first(named: "nothing") == nil)
        #expect(inner.bits[0].number == 3)
        #expect([outer].coverExactly(0..<3))
        #expect(![outer].coverExactly(0..<4))
        #expect(![inner].coverExactly(0..<3))
        #expect(![outer, inner].coverExactly(0..<3))
        #expect([outer, Field(name: "empty", range: 0..<0)].coverExactly(0..<3))
    }

    @Test func aLengthIsWrittenModuloItsWidth() {
        var writer = ByteWriter()
        writer.vector("v", .octets(1)) { $0.octets("v.data", Array(repeating: 0, count: 260)) }
        #expect(writer.bytes.count == 261 && writer.bytes[0] == 4)
        var number = 0x1_00_00_05
        writer.integer24("n", &number, cite: nil)
        #expect(writer.bytes.suffix(3) == [0, 0, 5])
    }

    /// A rule that only a reader asks about.
    @Test func aWriterWritesWhatAReaderRefuses() throws {
        struct Even {
            var number: UInt8 = 0

            mutating func code<C: Coder>(with coder: inout C) throws(C.Failure) {
                let start = coder.offset
                try coder.integer("even", &number)
                try coder.require(number % 2 == 0, "even", at: start, "\(number) is odd", cite: nil)
                try coder.finish("even", cite: nil)
            }
        }
        var writer = ByteWriter()
        var odd = Even(number: 3)
        odd.code(with: &writer)
        #expect(writer.bytes == [3])
        #expect(throws: ParseError("even", at: 0, .value("3 is odd"))) {
            var reader = ByteReader([3])
            var even = Even()
            try even.code(with: &reader)
        }
        #expect(throws: ParseError("even", at: 1, .trailing(1))) {
            var reader = ByteReader([2, 0])
            var even = Even()
            try even.code(with: &reader)
        }
    }

    @Test func aReaderLooksAheadWithoutMoving() throws {
        var reader = ByteReader([1, 2])
        var next: UInt8 = 0
        try reader.peek("next", &next)
        #expect(next == 1 && reader.offset == 0 && reader.fields.isEmpty)
        try reader.rest("all")
        #expect(throws: ParseError("next", at: 2, .truncated(needed: 1, available: 0))) {
            try reader.peek("next", &next)
        }
    }
}
