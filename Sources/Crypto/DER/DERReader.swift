/// Finds the elements of a DER encoding (X.690), each with its place.
///
/// No input takes long, and no read goes past the end of the input: the depth is limited, every length is compared with the
/// octets that are there before it is used, and every octet is looked at once. The elements before a fault are read.
package struct DERReader {
    /// The deepest nesting of elements that is read. A certificate with every extension has about fourteen levels.
    static let deepest = 64

    private let bytes: [UInt8]
    /// The faults, in the order in which they were found. Where the input ends too early, each element that is cut off has one,
    /// from the outermost inwards.
    package private(set) var faults: [(offset: Int, rule: DERRule)] = []
    /// Whether a fault has ended the reading.
    package private(set) var isStopped = false
    /// Whether a tag of class universal and number 0 was read. In BER it ends contents of indefinite length; DER does not have it.
    private var hasEndOfContents = false

    /// Whether the tags and lengths of everything that was read are DER.
    var isDER: Bool { faults.isEmpty && !hasEndOfContents }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The elements in a range, one behind the other, up to the end of the range or the first element that cannot be read.
    package mutating func elements(in range: Range<Int>, depth: Int) -> [DERNode] {
        var elements: [DERNode] = []
        var next = range.lowerBound
        while next < range.upperBound, !isStopped {
            guard let element = element(at: next, before: range.upperBound, depth: depth) else { break }
            elements.append(element)
            next = element.content.upperBound
        }
        return elements
    }

    /// The element that begins at `offset` and must end at `limit` or before; nil if its header cannot be read.
    package mutating func element(at offset: Int, before limit: Int, depth: Int) -> DERNode? {
        let limit = min(limit, bytes.count)
        guard depth < DERReader.deepest else { return stop(offset, .tooDeep(limit: DERReader.deepest)) }
        var next = offset
        guard let tag = tag(at: &next, before: limit, ofElementAt: offset),
            let length = length(at: &next, before: limit, ofElementAt: offset)
        else { return nil }
        let available = limit - next
        var isComplete = true
        if length > available {
            let rule: DERRule =
                limit == bytes.count
                ? .endsInsideContent(needed: length, available: available)
                : .reachesPastParent(needed: length, available: available)
            faults.append((offset, rule))
            isComplete = false
        }
        let content = next..<next + min(length, available)
        // The octets of an element that is cut off are read too, so that the annotated certificate shows where they end.
        let children = tag.isConstructed ? elements(in: content, depth: depth + 1) : []
        if !isComplete { isStopped = true }
        return DERNode(
            tag: tag, offset: offset, depth: depth, headerLength: next - offset, length: length, content: content,
            children: children, isComplete: isComplete && !isStopped)
    }

    /// Reads identifier octets (X.690 section 8.1.2) and steps over them.
    private mutating func tag(at next: inout Int, before limit: Int, ofElementAt offset: Int) -> DERTag? {
        guard next < limit else { return stop(offset, .endsInsideHeader) }
        let first = bytes[next]
        next += 1
        let kind = DERTag.Class(rawValue: first >> 6) ?? .universal
        let constructed = first & 0x20 != 0
        if kind == .universal, first & 0x1f == 0 { hasEndOfContents = true }
        guard first & 0x1f == 0x1f else { return DERTag(kind, Int(first & 0x1f), constructed: constructed) }
        var number = 0
        for place in 0..<4 {
            guard next < limit else { return stop(offset, .endsInsideHeader) }
            let octet = bytes[next]
            next += 1
            if place == 0, octet == 0x80 { faults.append((offset, .tagNotMinimal)) }
            number = number << 7 | Int(octet & 0x7f)
            if octet & 0x80 == 0 {
                if number < 0x1f { faults.append((offset, .tagNotMinimal)) }
                return DERTag(kind, number, constructed: constructed)
            }
        }
        return stop(offset, .tagTooLarge)
    }

    /// Reads length octets (X.690 section 8.1.3) and steps over them.
    private mutating func length(at next: inout Int, before limit: Int, ofElementAt offset: Int) -> Int? {
        guard next < limit else { return stop(offset, .endsInsideHeader) }
        let first = bytes[next]
        next += 1
        if first < 0x80 { return Int(first) }
        if first == 0x80 { return stop(offset, .indefiniteLength) }
        if first == 0xff { return stop(offset, .reservedLength) }
        let count = Int(first & 0x7f)
        guard limit - next >= count else { return stop(offset, .endsInsideHeader) }
        let octets = bytes[next..<next + count]
        let significant = octets.drop { $0 == 0 }
        guard significant.count <= 7 else { return stop(offset, .lengthTooLong(octets: count)) }
        next += count
        let length = significant.reduce(0) { $0 << 8 | Int($1) }
        if significant.count < count || length < 0x80 { faults.append((offset, .lengthNotMinimal)) }
        return length
    }

    /// Ends the reading with a fault of the element at `offset`.
    private mutating func stop<Value>(_ offset: Int, _ rule: DERRule) -> Value? {
        faults.append((offset, rule))
        isStopped = true
        return nil
    }
}
