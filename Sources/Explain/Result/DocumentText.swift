import Trace

/// Text of a JSON document, written value by value as ``JSON/compact`` would write it. A document of many connections needs no trees.
struct DocumentText: Sendable {
    /// The text so far, in UTF-8.
    private(set) var octets: [UInt8] = []

    /// An empty text, with room for so many octets.
    init(room: Int = 0) { octets.reserveCapacity(room) }

    mutating func add(_ text: String) { octets.append(contentsOf: text.utf8) }

    /// Adds a string, quoted.
    mutating func quote(_ string: String) {
        let start = octets.count
        octets.append(0x22)
        add(string)
        // Nearly all strings need no escapes.
        guard Self.needEscapes(octets.span, from: start + 1) else { return octets.append(0x22) }
        octets.removeLast(octets.count - start)
        add(JSON.string(string).compact)
    }

    /// Whether octets from a place on need escapes in a string. The search has no early end, so that it takes many octets at once.
    private static func needEscapes(_ octets: Span<UInt8>, from start: Int) -> Bool {
        var special: UInt8 = 0
        for place in start..<octets.count {
            let octet = octets[place]
            special |= octet &- 0x20 >= 0x5f || octet == 0x22 || octet == 0x5c ? 1 : 0
        }
        return special != 0
    }

    /// Adds an IPv4 address in decimal, quoted.
    mutating func quote(version4 address: UInt32) {
        octets.append(0x22)
        for shift in [24, 16, 8, 0] as [UInt32] {
            digits(UInt64(address >> shift & 0xff))
            octets.append(shift == 0 ? 0x22 : UInt8(ascii: "."))
        }
    }

    mutating func add(_ text: [UInt8]) { octets.append(contentsOf: text) }

    /// Adds a whole number. Beyond ±(2⁵³ − 1) it becomes a string, as in ``JSON/number(_:)``.
    mutating func add(_ number: some BinaryInteger) {
        guard let small = UInt64(exactly: number), small < 1 << 53 else { return add(JSON.number(number).compact) }
        digits(small)
    }

    private mutating func digits(_ number: UInt64) {
        guard number >= 10 else { return octets.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
        var (left, count) = (number, 0)
        while left > 0 {
            left /= 10
            count += 1
        }
        octets.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
        left = number
        for place in 1...count {
            octets[octets.count - place] += UInt8(truncatingIfNeeded: left % 10)
            left /= 10
        }
    }

    /// Adds an array.
    mutating func list<Element>(_ elements: [Element], _ write: (Element, inout DocumentText) -> Void) {
        octets.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { octets.append(UInt8(ascii: ",")) }
            write(element, &self)
        }
        octets.append(UInt8(ascii: "]"))
    }

    /// Adds an object, whose members are added by a function.
    mutating func object(_ members: (inout DocumentText) -> Void) {
        octets.append(UInt8(ascii: "{"))
        members(&self)
        octets.append(UInt8(ascii: "}"))
    }

    /// Adds a member of the current object; none if the value is nil.
    mutating func member(_ name: StaticString, _ value: (some WrittenValue)?) {
        guard let value else { return }
        begin(name)
        value.write(to: &self)
    }

    /// Adds a member of the current object, whose name is not known to the compiler. It needs no escapes.
    mutating func member(named name: String, _ value: some WrittenValue) {
        if octets.last != UInt8(ascii: "{") { octets.append(UInt8(ascii: ",")) }
        quote(name)
        octets.append(UInt8(ascii: ":"))
        value.write(to: &self)
    }

    /// Adds a member of the current object that is an object itself.
    mutating func member(_ name: StaticString, members: (inout DocumentText) -> Void) {
        begin(name)
        object(members)
    }

    /// Begins a member of the current object, whose value comes next.
    mutating func begin(_ name: StaticString) {
        if octets.last != UInt8(ascii: "{") { octets.append(UInt8(ascii: ",")) }
        octets.append(0x22)
        unsafe octets.append(
            contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        octets.append(0x22)
        octets.append(UInt8(ascii: ":"))
    }
}

/// A value that writes itself into a JSON document.
protocol WrittenValue {
    /// Adds the value to the text.
    func write(to text: inout DocumentText)
}

extension WrittenValue {
    /// The value as a tree.
    var tree: JSON {
        var text = DocumentText()
        write(to: &text)
        return (try? JSON(text.octets)) ?? .null
    }
}
