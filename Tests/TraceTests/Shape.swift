import Trace

/// A random structure that can be written and read: what a codec for it would be.
indirect enum Shape {
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

    func write(_ name: String, to writer: inout ByteWriter) {
        let cite = Citation.rfc(5246, name)
        switch self {
        case .integer(let value, 1): writer.integer(name, UInt8(value), cite: cite, describe: words)
        case .integer(let value, 2): writer.integer(name, UInt16(value), cite: cite, bits: parts)
        case .integer(let value, 3): writer.integer24(name, Int(value), cite: cite)
        case .integer(let value, 4): writer.integer(name, UInt32(value), cite: cite)
        case .integer(let value, _): writer.integer(name, value, cite: cite)
        case .octets(let octets): writer.octets(name, octets, cite: cite) { "\($0.count) of them" }
        case .structure(let shapes):
            writer.structure(name, cite: cite, value: "v") { inner in
                for (index, shape) in shapes.enumerated() { shape.write("\(name).\(index)", to: &inner) }
            }
        case .vector(let lengthOctets, let shapes):
            writer.vector(name, .octets(lengthOctets), cite: cite) { inner in
                for (index, shape) in shapes.enumerated() { shape.write("\(name).\(index)", to: &inner) }
            }
        }
    }

    /// Reads what ``write(_:to:)`` wrote and checks that the values are the same.
    func read(_ name: String, from reader: inout ByteReader) throws(ParseError) -> Bool {
        let cite = Citation.rfc(5246, name)
        switch self {
        case .integer(let value, 1):
            return try reader.integer(name, as: UInt8.self, cite: cite, describe: words) == UInt8(value)
        case .integer(let value, 2):
            return try reader.integer(name, as: UInt16.self, cite: cite, bits: parts) == UInt16(value)
        case .integer(let value, 3): return try reader.integer24(name, cite: cite) == Int(value)
        case .integer(let value, 4): return try reader.integer(name, as: UInt32.self, cite: cite) == UInt32(value)
        case .integer(let value, _): return try reader.integer(name, as: UInt64.self, cite: cite) == value
        case .octets(let octets):
            return try reader.octets(name, count: octets.count, cite: cite) { "\($0.count) of them" } == octets
        case .structure(let shapes):
            return try reader.structure(name, cite: cite, value: "v") { inner throws(ParseError) in
                try Shape.read(shapes, name, from: &inner)
            }
        case .vector(let lengthOctets, let shapes):
            return try reader.vector(name, .octets(lengthOctets), cite: cite) { inner throws(ParseError) in
                try Shape.read(shapes, name, from: &inner)
            }
        }
    }

    private static func read(
        _ shapes: [Shape], _ name: String, from reader: inout ByteReader
    ) throws(ParseError) -> Bool {
        var same = true
        for (index, shape) in shapes.enumerated() where try !shape.read("\(name).\(index)", from: &reader) {
            same = false
        }
        return same
    }
}

private func words(_ value: UInt8) -> String { "number \(value)" }

private func parts(_ value: UInt16) -> [Field.Bits] {
    [Field.Bits("high", mask: 0xf000, of: UInt64(value)), Field.Bits("low", mask: 1, of: UInt64(value))]
}
