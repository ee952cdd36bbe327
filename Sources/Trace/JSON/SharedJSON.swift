/// A value in which what repeats is written once.
///
/// The packets of a long run are alike: their fields have the same names, rules and meanings, and often the same values. In this
/// form a value that stands in several places is written once. Objects that differ in a few places share all the rest, and so do
/// sentences that differ in their numbers. Nothing
/// is lost: the value can be read back from the form.
///
/// The form is an object with these members:
///
/// | Member | Is |
/// |---|---|
/// | `schema`, `version` | `"handshakesim.shared"`, `1` |
/// | `forms` | values with holes |
/// | `values` | the values that stand in several places. Each refers only to those before it |
/// | `value` | the value itself |
///
/// In these three, a value is written like this:
///
/// | Written | Means |
/// |---|---|
/// | a string, a number, `true`, `false`, `null`, an object | itself |
/// | `[-1, …]` | a list of what follows |
/// | `[-2, …]` | a string: the strings and numbers that follow, joined |
/// | `[n]` | number *n* of `values`, counted from 0 |
/// | `[n, …]` | number *n* of `forms`; what follows fills its holes, from left to right |
/// | `[]` | a hole; in a form only |
public struct SharedJSON: Sendable {
    /// The value in this form.
    public let json: JSON

    /// The form of `value`.
    public init(_ value: JSON) { self.init(value) {} }

    /// The form of `value`.
    ///
    /// - Parameter check: is called once for each object of the value. What it throws ends the work.
    public init(_ value: JSON, check: () throws -> Void) rethrows {
        var sharer = Sharer()
        let root = try sharer.number(of: value, check: check)
        json = sharer.write(root)
    }
}

/// Gives each value that occurs a number, the same one to equal values, and writes them.
private struct Sharer {
    /// A value whose parts are known by their numbers.
    enum Node: Hashable {
        case plain(JSON)
        case list([Int])
        /// `names`: the number of the list of names.
        case object(names: Int, [Int])
        /// A string with the numbers that stand in it. `words`: the number of the list of the strings around them, one more than numbers.
        case text(words: Int, [Int])

        /// The numbers of the values in it.
        var parts: [Int] {
            switch self {
            case .plain: []
            case .list(let parts), .object(_, let parts), .text(_, let parts): parts
            }
        }
    }

    /// A value with holes.
    indirect enum Form {
        case hole
        /// The value of this number.
        case fixed(Int)
        case list([Form])
        case object(names: Int, [Form])
        case text(words: Int, [Form])
    }

    /// Each value once; the parts of a value stand before it.
    private var nodes: [Node] = []
    private var numbers: [Node: Int] = [:]
    /// The strings that are not ASCII, by their octets: Swift takes two strings for equal that only look the same.
    private var numbersOfTexts: [[UInt8]: Int] = [:]
    /// The strings of ASCII in which numbers stand.
    private var numbered: [String: Int] = [:]
    /// The lists of names, and of words around numbers; a name is the number of its string.
    private var names: [[Int]] = []
    private var numbersOfNames: [[Int]: Int] = [:]
    /// About how many octets each value takes, written in full.
    private var lengths: [Int] = []
    /// In how many places of other values each value stands.
    private var uses: [Int] = []
    /// What each value looks like when one forgets its strings and numbers: two with the same number can have a form in common.
    private var outlines: [Int] = []
    private var numbersOfOutlines: [Node: Int] = [:]

    private var places: [Int: Int] = [:]
    private var alike: [Int: [Int]] = [:]
    private var forms: [Form] = []
    private var formOfOutline: [Int: Int] = [:]

    /// What a reference takes, with the comma.
    private static let reference = 7

    // MARK: Numbers

    mutating func number(of value: JSON, check: () throws -> Void) rethrows -> Int {
        switch value {
        case .array(let values):
            let parts = try values.map { try number(of: $0, check: check) }
            return number(of: .list(parts), length: 2 + parts.reduce(0) { $0 + lengths[$1] + 1 })
        case .object(let members):
            try check()
            let names = numberOfNames(members.map { number(ofText: $0.name) })
            let parts = try members.map { try number(of: $0.value, check: check) }
            let length = members.reduce(2) { $0 + $1.name.utf8.count + 4 }
            return number(of: .object(names: names, parts), length: parts.reduce(length) { $0 + lengths[$1] })
        case .string(let text):
            guard text.utf8.count > Self.reference, text.utf8.allSatisfy({ $0 < 0x80 }) else {
                return number(ofText: text)
            }
            if let known = numbered[text] { return known }
            guard let parts = Self.parts(of: text) else { return number(ofText: text) }
            let words = numberOfNames(parts.words.map { number(ofText: $0) })
            let numbers = parts.numbers.map { number(of: .plain(.integer($0)), length: String($0).utf8.count) }
            let place = number(of: .text(words: words, numbers), length: text.utf8.count + 2)
            numbered[text] = place
            return place
        case .null, .bool, .integer, .fraction: return number(of: .plain(value), length: value.compact.utf8.count)
        }
    }

    /// The whole numbers in a string of ASCII, each with no letter or digit beside it, and the words around them; nil for a string
    /// without numbers. A number is one that is written as it stands in the string.
    private static func parts(of text: String) -> (words: [String], numbers: [Int64])? {
        var words: [String] = []
        var numbers: [Int64] = []
        var word: [UInt8] = []
        var run: [UInt8] = []
        /// Ends a run of letters and digits.
        func end() {
            let isNumber =
                (1...15).contains(run.count) && run.allSatisfy { (0x30...0x39).contains($0) }
                && (run.count == 1 || run.first != 0x30)
            if isNumber, let number = Int64(String(decoding: run, as: UTF8.self)) {
                words.append(String(decoding: word, as: UTF8.self))
                numbers.append(number)
                word = []
            } else {
                word += run
            }
            run = []
        }
        for octet in text.utf8 {
            switch octet {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: run.append(octet)
            default:
                end()
                word.append(octet)
            }
        }
        end()
        words.append(String(decoding: word, as: UTF8.self))
        return numbers.isEmpty ? nil : (words, numbers)
    }

    private mutating func number(ofText text: String) -> Int {
        let length = text.utf8.count + 2
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return number(of: .plain(.string(text)), length: length) }
        let octets = Array(text.utf8)
        if let known = numbersOfTexts[octets] { return known }
        numbersOfTexts[octets] = nodes.count
        return newNumber(of: .plain(.string(text)), length: length)
    }

    private mutating func number(of node: Node, length: Int) -> Int {
        if let known = numbers[node] { return known }
        numbers[node] = nodes.count
        return newNumber(of: node, length: length)
    }

    private mutating func newNumber(of node: Node, length: Int) -> Int {
        let number = nodes.count
        let outline: Node =
            switch node {
            case .plain: .plain(.null)
            case .list(let parts): .list(parts.map { outlines[$0] })
            case .object(let names, let parts): .object(names: names, parts.map { outlines[$0] })
            case .text(let words, let parts): .text(words: words, parts.map { outlines[$0] })
            }
        for part in node.parts { uses[part] += 1 }
        nodes.append(node)
        lengths.append(length)
        uses.append(0)
        outlines.append(numbersOfOutlines[outline] ?? numbersOfOutlines.count)
        numbersOfOutlines[outline] = outlines[number]
        return number
    }

    private mutating func numberOfNames(_ list: [Int]) -> Int {
        if let known = numbersOfNames[list] { return known }
        numbersOfNames[list] = names.count
        names.append(list)
        return names.count - 1
    }

    // MARK: Forms

    /// The form that all of `members` have; they have the same outline. What differs in few ways is a hole as a whole: its values are
    /// written once each.
    private func form(of members: [Int], isOutermost: Bool = false) -> Form {
        guard let first = members.first else { return .hole }
        let distinct = Set(members).count
        if distinct == 1 { return .fixed(first) }
        guard isOutermost || distinct * 2 > members.count else { return .hole }
        func parts(_ count: Int) -> [Form] {
            (0..<count).map { at in form(of: members.map { nodes[$0].parts[at] }) }
        }
        return switch nodes[first] {
        case .plain: .hole
        case .list(let list): .list(parts(list.count))
        case .object(let names, let list): .object(names: names, parts(list.count))
        case .text(let words, let list): .text(words: words, parts(list.count))
        }
    }

    /// What fills the holes of a form for the value `number`.
    private func fill(_ form: Form, from number: Int, into holes: inout [Int]) {
        switch form {
        case .fixed: break
        case .hole: holes.append(number)
        case .list(let parts), .object(_, let parts), .text(_, let parts):
            for (part, number) in zip(parts, nodes[number].parts) { fill(part, from: number, into: &holes) }
        }
    }

    /// The place of the form for the value `number`; nil if no other value has its outline.
    private mutating func placeOfForm(for number: Int) -> Int? {
        if let known = formOfOutline[outlines[number]] { return known }
        guard let members = alike[outlines[number]], members.count > 1 else { return nil }
        forms.append(form(of: members, isOutermost: true))
        formOfOutline[outlines[number]] = forms.count - 1
        return forms.count - 1
    }

    // MARK: Writing

    mutating func write(_ root: Int) -> JSON {
        // Shorter than a reference, or in one place alone: written where it stands.
        let shared = nodes.indices.filter {
            uses[$0] > 1 && (lengths[$0] - Self.reference) * (uses[$0] - 1) > Self.reference
        }
        for (place, number) in shared.enumerated() { places[number] = place }
        for (number, node) in nodes.enumerated() {
            switch node {
            case .object, .text: alike[outlines[number], default: []].append(number)
            case .plain, .list: break
            }
        }
        let value = written(root)
        let values = shared.map { written($0, isReferred: false) }
        // To write a form may need another one.
        var list: [JSON] = []
        while list.count < forms.count { list.append(written(forms[list.count])) }
        return .members(
            ("schema", .string("handshakesim.shared")), ("version", .number(1)), ("forms", .array(list)),
            ("values", .array(values)), ("value", value))
    }

    /// - Parameter isReferred: whether a value of the table is referred to; otherwise it is written out.
    private mutating func written(_ number: Int, isReferred: Bool = true) -> JSON {
        if isReferred, let place = places[number] { return .array([.number(place)]) }
        switch nodes[number] {
        case .plain(let value): return value
        case .list(let parts): return .array([.number(-1)] + parts.map { written($0) })
        case .object(let names, let parts):
            return filled(number)
                ?? .object(zip(self.names[names], parts).map { JSON.Member(name($0), written($1)) })
        case .text(let words, let parts): return filled(number) ?? .string(joined(words, parts))
        }
    }

    /// A form with its holes filled, so that it is the value `number`; nil if no other value has its outline.
    private mutating func filled(_ number: Int) -> JSON? {
        guard let place = placeOfForm(for: number) else { return nil }
        var holes: [Int] = []
        fill(forms[place], from: number, into: &holes)
        return .array([.number(place)] + holes.map { written($0) })
    }

    /// A string from the words around its numbers, and its numbers.
    private func joined(_ words: Int, _ numbers: [Int]) -> String {
        let numbers = numbers.map { number in
            if case .plain(.integer(let value)) = nodes[number] { String(value) } else { "" }
        }
        return zip(names[words], numbers + [""]).map { name($0) + $1 }.joined()
    }

    private mutating func written(_ form: Form) -> JSON {
        switch form {
        case .hole: .array([])
        case .fixed(let number): written(number)
        case .list(let parts): .array([.number(-1)] + parts.map { written($0) })
        case .object(let names, let parts):
            .object(zip(self.names[names], parts).map { JSON.Member(name($0), written($1)) })
        case .text(let words, let parts):
            .array(
                [.number(-2)] + zip(names[words], parts).flatMap { [.string(name($0)), written($1)] }
                    + names[words].suffix(1).map { .string(name($0)) })
        }
    }

    /// The string of this number.
    private func name(_ number: Int) -> String {
        guard case .plain(.string(let text)) = nodes[number] else { return "" }
        return text
    }
}
