/// The place of a field, as a set of words: the version of the protocol, the sender, the message, the extension.
///
/// This module defines none of the words. The place of a message begins with its version and its sender; a glossary adds the words that
/// the enclosing fields give.
public struct Place: Hashable, Sendable {
    /// The words of this place: "1.3", "server", "ServerHello".
    public var words: Set<String>

    /// A place with these words. An empty word means: not known.
    public init(_ words: String...) {
        self.words = Set(words.filter { !$0.isEmpty })
    }

    /// The place of `message`, which `sender` has written: its version and its sender.
    public init(_ message: Message, from sender: Principal) {
        self.init(message.version, sender.description)
    }
}

/// The meanings of protocol fields: a sentence for each, by the field's name and its place.
///
/// The meaning of a field can depend on the version of the protocol, on the sender and on the message. So the key of a meaning is the
/// field's name and then, separated by spaces, the words that the place must have: "tls.handshake.random 1.3 ServerHello". If several
/// meanings fit, the one with the most words holds.
///
/// A run carries the glossary of its protocols, so that a rendering can explain octets without knowing a protocol.
public struct Glossary: Sendable {
    /// Reads the fields inside a field's octets. Their offsets are counted from the first of these octets.
    public typealias Reader = @Sendable ([UInt8]) -> [Field]

    /// Adds the words that a field gives to its own place and to the place of every field inside it.
    public typealias Witness = @Sendable (Field, inout Place) -> Void

    /// One meaning of a field.
    public struct Meaning: Sendable {
        /// The field's name with the words that the place must have; each meaning has another key.
        public let key: String
        /// The sentence.
        public let note: Words
        /// The words that the place must have.
        public let words: [String]
    }

    /// The meanings of each name, those with the most words first.
    private var meanings: [String: [Meaning]] = [:]
    private var readers: [String: Reader] = [:]
    private var witnesses: [String: Witness] = [:]
    /// The Chinese names of quantities, calculations, checks, timers and settings, by their English names.
    private var names: [String: String] = [:]
    private var namers: [Namer] = []

    /// The Chinese form of a name that has parts of its own, such as a number; nil for a name that it does not know.
    public typealias Namer = @Sendable (String) -> String?

    /// A glossary that knows no field.
    public init() {}

    /// A sentence, and each field that it explains.
    public struct Row: Sendable {
        let keys: [String]
        let words: Words

        /// The fields with these keys have one meaning: a name, and the words that the place must have.
        public init(_ keys: String..., english: String, chinese: String) {
            self.keys = keys
            words = Words(english: english, chinese: chinese)
        }

    }

    /// The glossary of a topic. Each key stands in one row.
    public init(_ rows: [Row]) {
        for row in rows {
            for key in row.keys {
                var words = key.split(separator: " ").map { String($0) }
                guard !words.isEmpty else { continue }
                let name = words.removeFirst()
                meanings[name, default: []].append(Meaning(key: key, note: row.words, words: words))
            }
        }
        sort()
    }

    /// A glossary that reads what is inside one field. The protocol that carries the field treats it as opaque.
    public init(inside field: String, _ reader: @escaping Reader) {
        readers[field] = reader
    }

    /// A glossary that knows which words the fields of one name add to the place of what is inside them.
    public init(at field: String, _ witness: @escaping Witness) {
        witnesses[field] = witness
    }

    /// A glossary of names: of quantities, calculations, checks, timers and settings. A name that is not here is the same in both languages.
    public init(names: [Words]) {
        self.names = Dictionary(names.map { ($0.english, $0.chinese) }) { first, _ in first }
    }

    /// A glossary of names that have parts of their own.
    public init(naming namer: @escaping Namer) {
        namers = [namer]
    }

    /// A name in both languages.
    public func name(_ english: String) -> Words {
        Words(
            english: english,
            chinese: names[english] ?? namers.lazy.compactMap { $0(english) }.first ?? english)
    }

    private mutating func sort() {
        meanings = meanings.mapValues { list in list.sorted { $0.words.count > $1.words.count } }
    }

    /// Both glossaries in one.
    public static func + (left: Glossary, right: Glossary) -> Glossary {
        var both = left
        both.meanings.merge(right.meanings) { $0 + $1 }
        both.readers.merge(right.readers) { first, _ in first }
        both.witnesses.merge(right.witnesses) { first, _ in first }
        both.names.merge(right.names) { first, _ in first }
        both.namers += right.namers
        both.sort()
        return both
    }

    /// The meaning of a field of that name at `place`; nil for a field that the glossary does not know.
    public func meaning(of field: String, at place: Place) -> Meaning? {
        meanings(of: field, at: place).first
    }

    /// All meanings of that name that fit at `place`, those with the most words first.
    public func meanings(of field: String, at place: Place) -> [Meaning] {
        meanings[field]?.filter { $0.words.allSatisfy(place.words.contains) } ?? []
    }

    /// All meanings of the glossary, in the order of their keys.
    public var all: [Meaning] { meanings.values.joined().sorted { $0.key < $1.key } }

    /// The place of `field` and of the fields inside it, for a field that stands at `place`.
    public func place(of field: Field, at place: Place) -> Place {
        guard let witness = witnesses[field.name] else { return place }
        var inside = place
        witness(field, &inside)
        return inside
    }

    /// `fields` of `octets`, where each leaf that the glossary can read has the fields inside it as children. A leaf whose range is outside
    /// the octets stays as it is.
    public func opened(_ fields: [Field], in octets: [UInt8]) -> [Field] {
        guard !readers.isEmpty else { return fields }
        return fields.map { opened($0, in: octets) }
    }

    private func opened(_ field: Field, in octets: [UInt8]) -> Field {
        var inside = field.children
        if !inside.isEmpty {
            inside = opened(inside, in: octets)
        } else if let reader = readers[field.name], octets.indices.contains(field.range) {
            inside = reader(Array(octets[field.range])).map { $0.moved(by: field.range.lowerBound) }
        }
        return Field(
            name: field.name, range: field.range, number: field.number, value: field.value, bits: field.bits,
            cite: field.cite, children: inside)
    }
}
