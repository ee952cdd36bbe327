import TrustLab

/// The octets of a property list as they stand in the file, before a decoder reads them.
///
/// A decoder keeps one of two equal keys and does not tell. Which one iOS keeps is not published, so two equal keys are an error here.
struct PropertyListText {
    /// The octets for the decoder: the same, or XML of another encoding as UTF-8.
    let octets: [UInt8]

    /// Why the text cannot be read.
    struct Problem: Error {
        let why: String
    }

    /// Checks the octets of the file at `path`.
    ///
    /// - Parameter depth: the deepest nesting that is read. A parser that calls itself for each level would exhaust its stack.
    init(_ octets: [UInt8], path: String, depth: Int) throws(Problem) {
        guard !octets.starts(with: Array("bplist".utf8)) else {
            self.octets = octets
            if let key = Self.repeatedKey(inBinary: octets) {
                throw Problem(why: "the key \(key.quotable) stands twice in one Dictionary; a key may stand once")
            }
            return
        }
        self.octets = try Self.utf8(octets, path: path)
        var scan = XMLScan(self.octets)
        scan.run()
        guard scan.deepest <= depth else { throw Problem(why: "nested deeper than \(depth) levels") }
        if let (key, line) = scan.repeated {
            throw Problem(
                why: "line \(line): the key \(key.quotable) stands twice in one Dictionary; a key may stand once")
        }
    }

    // MARK: Encodings

    /// The text in UTF-8, with a declaration that says so. Latin-1 and UTF-16 are rewritten, other encodings are named.
    private static func utf8(_ octets: [UInt8], path: String) throws(Problem) -> [UInt8] {
        if let isLittle = [[0xff, 0xfe]: true, [0xfe, 0xff]: false][Array(octets.prefix(2))] {
            let units = stride(from: 2, to: octets.count - 1, by: 2).map { index in
                let pair = (UInt16(octets[index]), UInt16(octets[index + 1]))
                return isLittle ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
            }
            guard let text = String(validating: units, as: UTF16.self) else {
                throw Problem(why: "it begins as UTF-16, and goes on with octets that are no UTF-16")
            }
            return declaring(Array(text.utf8))
        }
        let name = encoding(of: octets) ?? "UTF-8"
        switch name.uppercased() {
        case "ISO-8859-1", "ISO8859-1", "LATIN1":
            return declaring(Array(String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) })).utf8))
        case "UTF-8", "UTF8", "US-ASCII", "ASCII":
            guard String(validating: octets, as: UTF8.self) != nil else {
                throw Problem(why: "its encoding is \(name.quotable), and it has octets that are no \(name.quotable)")
            }
            return octets
        default:
            throw Problem(
                why: """
                    its encoding is \(name.quotable); UTF-8, UTF-16 and ISO-8859-1 are read. Rewrite it with: iconv -f '\(name.quotable)' \
                    -t UTF-8 '\(path)' | sed '1s/encoding="[^"]*"/encoding="UTF-8"/' > Info-utf8.plist
                    """)
        }
    }

    /// The range of the encoding's name in the declaration at the beginning, which is ASCII. Nil if it names none.
    private static func place(of octets: [UInt8]) -> Range<Int>? {
        let head = octets.prefix(200)
        guard head.starts(with: Array("<?xml".utf8)), let end = head.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let word = Array("encoding=".utf8)
        guard let start = head.indices.first(where: { $0 < end && head[$0...].starts(with: word) }) else { return nil }
        let quote = start + word.count
        guard quote < end, octets[quote] == 0x22 || octets[quote] == 0x27,
            let last = head[(quote + 1)...].firstIndex(of: octets[quote])
        else { return nil }
        return quote + 1..<last
    }

    private static func encoding(of octets: [UInt8]) -> String? {
        place(of: octets).map { String(decoding: octets[$0], as: UTF8.self) }
    }

    private static func declaring(_ octets: [UInt8]) -> [UInt8] {
        guard let place = place(of: octets) else { return octets }
        return octets[..<place.lowerBound] + Array("UTF-8".utf8) + octets[place.upperBound...]
    }

    // MARK: Binary

    /// A key that a dictionary of a binary property list has twice. Nil if there is none, and for a damaged list, which the decoder refuses.
    private static func repeatedKey(inBinary octets: [UInt8]) -> String? {
        func number(at index: Int, _ count: Int) -> Int? {
            guard index >= 0, count >= 1, count <= 8, index <= octets.count - count else { return nil }
            let value = octets[index..<index + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(exactly: value)
        }
        let trailer = octets.count - 32
        guard let offsetSize = number(at: trailer + 6, 1), let size = number(at: trailer + 7, 1),
            let count = number(at: trailer + 8, 8), let table = number(at: trailer + 24, 8),
            (1...8).contains(offsetSize),
            (1...8).contains(size), table >= 8, table <= trailer, count <= (trailer - table) / offsetSize
        else { return nil }
        /// The kind of an object, the number of its parts, and where they begin.
        func object(_ index: Int) -> (kind: UInt8, count: Int, start: Int)? {
            guard index < count, let place = number(at: table + index * offsetSize, offsetSize), place < table else {
                return nil
            }
            let (kind, low) = (octets[place] >> 4, Int(octets[place] & 15))
            guard low == 15 else { return (kind, low, place + 1) }
            guard place + 1 < table, octets[place + 1] >> 4 == 1, octets[place + 1] & 15 <= 3 else { return nil }
            let width = 1 << Int(octets[place + 1] & 15)
            return number(at: place + 2, width).map { (kind, $0, place + 2 + width) }
        }
        func text(_ index: Int) -> [UInt8]? {
            guard let (kind, length, start) = object(index), kind == 5 || kind == 6, length <= table else { return nil }
            let end = start + length * (kind == 6 ? 2 : 1)
            return end <= table ? octets[start..<end].filter { kind == 5 || $0 != 0 } : nil
        }
        for index in 0..<count {
            guard let (kind, members, start) = object(index), kind == 13, members <= table / size else { continue }
            var seen: Set<[UInt8]> = []
            for member in 0..<members {
                guard let key = number(at: start + member * size, size).flatMap(text) else { break }
                if !seen.insert(key).inserted { return String(decoding: key, as: UTF8.self) }
            }
        }
        return nil
    }
}

/// The tags of an XML property list: how deep they are nested, and whether a key that App Transport Security reads stands twice.
private struct XMLScan {
    private(set) var deepest = 0
    /// The first key that stands twice, and its line.
    private(set) var repeated: (key: String, line: Int)?

    private let octets: [UInt8]
    /// The keys of each open dictionary or array, and the last of them.
    private var open: [(keys: Set<[UInt8]>, last: [UInt8])] = []
    private var level = 0

    init(_ octets: [UInt8]) { self.octets = octets }

    private func has(_ text: StaticString, at index: Int) -> Bool {
        let wanted = Array("\(text)".utf8)
        return index <= octets.count - wanted.count && octets[index..<index + wanted.count].elementsEqual(wanted)
    }

    private func end(of text: String, from index: Int) -> Int {
        let wanted = Array(text.utf8)
        var index = index
        while index <= octets.count - wanted.count {
            if octets[index] == wanted[0], octets[index..<index + wanted.count].elementsEqual(wanted) {
                return index + wanted.count
            }
            index += 1
        }
        return octets.count
    }

    mutating func run() {
        var index = 0
        while index < octets.count {
            guard octets[index] == UInt8(ascii: "<") else {
                index += 1
                continue
            }
            if has("<!--", at: index) {
                index = end(of: "-->", from: index + 4)
            } else if has("<![CDATA[", at: index) {
                index = end(of: "]]>", from: index + 9)
            } else if has("<key>", at: index) {
                let close = end(of: "</key>", from: index + 5)
                take(octets[min(index + 5, octets.count)..<max(close - 6, min(index + 5, octets.count))], at: index)
                index = close
            } else {
                tag(at: index)
                index += 1
            }
        }
    }

    private mutating func tag(at index: Int) {
        if has("<dict>", at: index) || has("<array>", at: index) {
            level += 1
            deepest = max(deepest, level)
            if level <= 64 { open.append(([], [])) }
        } else if has("</dict>", at: index) || has("</array>", at: index) {
            if level <= 64 { _ = open.popLast() }
            level -= 1
        }
    }

    private mutating func take(_ key: ArraySlice<UInt8>, at index: Int) {
        guard var inner = open.popLast() else { return }
        defer { open.append(inner) }
        inner.last = Array(key)
        guard !inner.keys.insert(inner.last).inserted, repeated == nil else { return }
        let isRead = open.first.map { $0.last == Self.root } ?? (inner.last == Self.root)
        guard isRead else { return }
        repeated = (String(decoding: key, as: UTF8.self), octets[..<index].count { $0 == 0x0a } + 1)
    }

    private static let root = Array("NSAppTransportSecurity".utf8)
}
