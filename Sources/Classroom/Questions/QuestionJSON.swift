import Trace

extension Question {
    /// The question for a page or for a program.
    ///
    /// - Parameters:
    ///   - hidden: whether seed and run are left out, because a student could compute the answer from them.
    ///   - withKey: whether the key is part of it.
    package func json(hidden: Bool = false, withKey: Bool) -> JSON {
        let showsRun = !hidden && !run.isEmpty
        return .members(
            ("item", .string(item)), ("template", .string(template)), ("kind", .string(kind.rawValue)),
            ("topic", .string(topic)), ("credit", .exact(credit)), ("form", .string(form.rawValue)),
            ("assesses", .string(assesses)), ("ask", .string(ask)),
            ("seed", showsRun ? .string(String(seed)) : nil), ("run", showsRun ? .strings(run) : nil),
            ("shown", .unlessEmpty(shown.map(\.json))),
            (
                "choices",
                .unlessEmpty(
                    choices.map { .members(("letter", .string(String($0.letter))), ("text", .string($0.text))) })
            ),
            (
                "blanks",
                .unlessEmpty(
                    blanks.map {
                        .members(
                            ("name", .string($0.name)), ("offset", .number($0.offset)), ("length", .number($0.length)))
                    })
            ), ("key", withKey ? key : nil))
    }

    private var key: JSON {
        .members(
            ("seed", .string(String(seed))), ("run", run.isEmpty ? nil : .strings(run)), ("right", .strings(right)),
            ("values", choices.isEmpty ? nil : .object(choices.map { .init(String($0.letter), .string($0.value)) })),
            (
                "parts",
                .unlessEmpty(blanks.map { .members(("name", .string($0.name)), ("right", .strings($0.right))) })
            ),
            (
                "slips",
                .unlessEmpty(
                    slips.map {
                        .members(
                            ("name", .string($0.name)), ("answer", .string($0.answer)),
                            ("feedback", .string($0.feedback)), ("share", $0.share.map { .exact($0) }))
                    })
            ),
            ("hint", .string(hint)), ("because", .string(because)), ("step", step.isEmpty ? nil : .string(step)),
            ("cites", cites.isEmpty ? nil : .strings(cites)), ("distinct", isDistinct ? .bool(true) : nil))
    }

    /// Reads a question with its key, as ``json(hidden:withKey:)`` writes it.
    ///
    /// - Parameter language: the language of its texts, which the head of the key says.
    /// - Throws: ``QuestionError`` if a member is missing or has another form. The error names the member.
    package init(_ json: JSON, in language: Language = .english) throws(QuestionError) {
        let reader = MemberReader(json)
        let key = MemberReader(try reader.value("key"), in: "key")
        item = try reader.string("item")
        template = try reader.string("template")
        kind = try reader.word("kind")
        topic = try reader.string("topic")
        credit = try reader.amount("credit")
        form = try reader.word("form")
        assesses = try reader.string("assesses")
        ask = try reader.string("ask")
        guard let seed = UInt64(try key.string("seed")) else { throw .init(member: "key.seed") }
        self.seed = seed
        run = try key.strings("run")
        shown = try reader.list("shown") { member throws(QuestionError) in
            if let octets = try? member.string("bytes") {
                return Shown(caption: try member.string("caption"), content: octets, isOctets: true)
            }
            return Shown(caption: try member.string("caption"), content: try member.string("text"), isOctets: false)
        }
        let values = key.has("values") ? try key.value("values") : .object([])
        choices = try reader.list("choices") { member throws(QuestionError) in
            let letter = try member.string("letter")
            guard let first = letter.first, letter.count == 1, case .string(let value)? = values[letter] else {
                throw .init(member: "choices.letter")
            }
            return Choice(letter: first, text: try member.string("text"), value: value)
        }
        let parts = try key.list("parts") { member throws(QuestionError) in
            (name: try member.string("name"), right: try member.strings("right"))
        }
        blanks = try reader.list("blanks") { member throws(QuestionError) in
            let name = try member.string("name")
            guard let part = parts.first(where: { $0.name == name }) else { throw .init(member: "key.parts") }
            return Blank(
                name: name, offset: try member.count("offset"), length: try member.count("length"), right: part.right)
        }
        right = try key.strings("right")
        guard !right.isEmpty else { throw .init(member: "key.right") }
        slips = try key.list("slips") { member throws(QuestionError) in
            Slip(
                name: try member.string("name"), answer: try member.string("answer"),
                feedback: try member.string("feedback"), share: member.has("share") ? try member.amount("share") : nil)
        }
        hint = try key.string("hint")
        because = key.has("because") ? try key.string("because") : ""
        step = key.has("step") ? try key.string("step") : ""
        cites = try key.strings("cites")
        isDistinct = key.has("distinct")
        self.language = language
    }
}

extension Question.Shown {
    fileprivate var json: JSON {
        .members(("caption", .string(caption)), (isOctets ? "bytes" : "text", .string(content)))
    }
}

extension JSON {
    static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    /// An array of the values; nil if there are none, so that ``members(_:)`` leaves the member out.
    fileprivate static func unlessEmpty(_ values: [JSON]) -> JSON? { values.isEmpty ? nil : .array(values) }
}

/// The reason why a question, or a file of a class, cannot be read.
package struct QuestionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member that is missing or has another form.
    package let member: String

    /// The problem, as a clause.
    package var description: String { "'\(member)' is missing or is not of its form" }
}

/// Reads the members of a JSON object.
///
/// Each method throws ``QuestionError`` with the path of the member if the member is missing or has another form.
struct MemberReader {
    private let json: JSON
    private let path: String

    init(_ json: JSON, in path: String = "") {
        self.json = json
        self.path = path
    }

    private func error(_ name: String) -> QuestionError {
        QuestionError(member: path.isEmpty ? name : "\(path).\(name)")
    }

    func has(_ name: String) -> Bool { json[name] != nil }

    func value(_ name: String) throws(QuestionError) -> JSON {
        guard let value = json[name] else { throw error(name) }
        return value
    }

    func string(_ name: String) throws(QuestionError) -> String {
        guard case .string(let text) = try value(name) else { throw error(name) }
        return text
    }

    /// A member that is a raw value of the type.
    func word<Word: RawRepresentable<String>>(_ name: String) throws(QuestionError) -> Word {
        guard let word = Word(rawValue: try string(name)) else { throw error(name) }
        return word
    }

    func amount(_ name: String) throws(QuestionError) -> Double {
        switch try value(name) {
        case .integer(let number): return Double(number)
        case .fraction(let number): return number
        default: throw error(name)
        }
    }

    func count(_ name: String) throws(QuestionError) -> Int {
        guard case .integer(let number) = try value(name), let count = Int(exactly: number), count >= 0 else {
            throw error(name)
        }
        return count
    }

    /// The strings of a list; empty if there is no such member.
    func strings(_ name: String) throws(QuestionError) -> [String] {
        try values(name).map { value throws(QuestionError) in
            guard case .string(let text) = value else { throw error(name) }
            return text
        }
    }

    /// The elements of a list, each read by `element`; empty if there is no such member.
    func list<Element>(
        _ name: String, _ element: (MemberReader) throws(QuestionError) -> Element
    ) throws(QuestionError) -> [Element] {
        try values(name).map { value throws(QuestionError) in try element(MemberReader(value, in: name)) }
    }

    private func values(_ name: String) throws(QuestionError) -> [JSON] {
        guard has(name) else { return [] }
        guard case .array(let values) = try value(name) else { throw error(name) }
        return values
    }
}
