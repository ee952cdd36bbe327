import Trace

/// A random structure, as a type with a statement for a coder would be.
indirect enum Shape: Equatable {
    case integer(UInt64, octets: Int)
    case octets([UInt8])
    case structure([Shape])
    case vector(lengthOctets: Int, [Shape])

    /// A structure of at most `depth` levels.
    static func random(depth: Int, using generator: inout some RandomNumberGenerator) -> Shape {
        switch Int.random(in: 0..<(depth > 0 ? 4 : 2), using: &generator) {
        case 0:
            let width = [1, 2, 3, 4, 8].randomElement(using: &generator) ?? 1
            let limit = width == 8 ? UInt64.max : (1 << UInt64(8 * width)) - 1
            return .integer(UInt64.random(in: 0...limit, using: &generator), octets: width)
        case 1:
            let count = Int.random(in: 0...9, using: &generator)
            return .octets((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
        case 2:
            return .structure(list(depth: depth - 1, using: &generator))
        default:
            return .vector(
                lengthOctets: Int.random(in: 2...3, using: &generator), list(depth: depth - 1, using: &generator))
        }
    }

    private static func list(depth: Int, using generator: inout some RandomNumberGenerator) -> [Shape] {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth, using: &generator) }
    }

    /// The same shape without its values: what a reader begins with.
    var blank: Shape {
        switch self {
        case .integer(_, let octets): .integer(0, octets: octets)
        case .octets(let octets): .octets(Array(repeating: 0, count: octets.count))
        case .structure(let shapes): .structure(shapes.map(\.blank))
        case .vector(let lengthOctets, let shapes): .vector(lengthOctets: lengthOctets, shapes.map(\.blank))
        }
    }

    /// The octets that it is written as.
    func written(_ name: String) -> [UInt8] {
        var shape = self
        var writer = ByteWriter()
        shape.code(name, with: &writer)
        return writer.bytes
    }

    mutating func code<C: Coder>(_ name: String, with coder: inout C) throws(C.Failure) {
        let cite = Citation.rfc(5246, name)
        switch self {
        case .integer(let value, octets: 1):
            var number = UInt8(truncatingIfNeeded: value)
            try coder.integer(name, &number, cite: cite, describe: words)
            self = .integer(UInt64(number), octets: 1)
        case .integer(let value, octets: 2):
            var number = UInt16(truncatingIfNeeded: value)
            try coder.integer(name, &number, cite: cite, describe: { String($0) }, bits: parts)
            self = .integer(UInt64(number), octets: 2)
        case .integer(let value, octets: 3):
            var number = Int(truncatingIfNeeded: value)
            try coder.integer24(name, &number, cite: cite)
            self = .integer(UInt64(number), octets: 3)
        case .integer(let value, octets: 4):
            var number = UInt32(truncatingIfNeeded: value)
            try coder.integer(name, &number, cite: cite)
            self = .integer(UInt64(number), octets: 4)
        case .integer(var value, let octets):
            try coder.integer(name, &value, cite: cite)
            self = .integer(value, octets: octets)
        case .octets(var octets):
            try coder.octets(name, &octets, count: octets.count, cite: cite) { "\($0.count) of them" }
            self = .octets(octets)
        case .structure(var shapes):
            try coder.structure(name, cite: cite, value: "v") { inner throws(C.Failure) in
                try Shape.code(&shapes, name, with: &inner)
            }
            self = .structure(shapes)
        case .vector(let lengthOctets, var shapes):
            try coder.vector(name, .octets(lengthOctets), cite: cite) { inner throws(C.Failure) in
                try Shape.code(&shapes, name, with: &inner)
            }
            self = .vector(lengthOctets: lengthOctets, shapes)
        }
    }

    private static func code<C: Coder>(
        _ shapes: inout [Shape], _ name: String, with coder: inout C
    ) throws(C.Failure) {
        for index in shapes.indices { try shapes[index].code("\(name).\(index)", with: &coder) }
    }

    /// The fields that a reader has to record, worked out without one; `offset` moves behind them.
    func fields(_ name: String, at offset: inout Int) -> [Field] {
        let cite = Citation.rfc(5246, name)
        let start = offset
        switch self {
        case .integer(let value, let octets):
            offset += octets
            let bits = octets == 2 ? parts(UInt16(truncatingIfNeeded: value)) : []
            let text = octets == 1 ? words(UInt8(truncatingIfNeeded: value)) : String(value)
            return [Field(name: name, range: start..<offset, number: value, value: text, bits: bits, cite: cite)]
        case .octets(let octets):
            offset += octets.count
            return [Field(name: name, range: start..<offset, value: "\(octets.count) of them", cite: cite)]
        case .structure(let shapes):
            let children = Self.fields(shapes, name, at: &offset)
            return [Field(name: name, range: start..<offset, value: "v", cite: cite, children: children)]
        case .vector(let lengthOctets, let shapes):
            offset += lengthOctets
            let inside = offset
            let children = Self.fields(shapes, name, at: &offset)
            let length = offset - inside
            return [
                Field(
                    name: name + "_length", range: start..<inside, number: UInt64(length), value: String(length),
                    cite: cite), Field(name: name, range: inside..<offset, cite: cite, children: children),
            ]
        }
    }

    private static func fields(_ shapes: [Shape], _ name: String, at offset: inout Int) -> [Field] {
        var fields: [Field] = []
        for (index, shape) in shapes.enumerated() { fields += shape.fields("\(name).\(index)", at: &offset) }
        return fields
    }
}

private func words(_ value: UInt8) -> String { "number \(value)" }

private func parts(_ value: UInt16) -> [Field.Bits] {
    [Field.Bits("high", mask: 0xf000, of: UInt64(value)), Field.Bits("low", mask: 1, of: UInt64(value))]
}
