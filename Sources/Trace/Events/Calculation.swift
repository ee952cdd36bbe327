/// A computation shown as a step of its own: inputs, the formula, intermediate results, the outcome.
public struct Calculation: Sendable {
    /// A value that goes in, comes out or arises on the way.
    public struct Quantity: Hashable, Sendable {
        /// The term for it, such as "A(1)" or "client_write_key".
        public let name: String
        /// Its octets.
        public let octets: [UInt8]
        /// The name of the quantity in the ledger; nil if the ledger does not have it. A part of a quantity, such as a key that is cut from
        /// the key block, has the name of the whole.
        public private(set) var secret: SecretID?
        /// A remark: a term, or words.
        private let note: Note

        private enum Note: Sendable {
            case term(String)
            case words(any Remark)
        }

        /// `name` has the value `octets`.
        ///
        /// - Parameter note: a formula or the name of an algorithm, the same in every language; may be empty.
        public init(_ name: String, _ octets: [UInt8], note: String = "") {
            self.name = name
            self.octets = octets
            self.note = .term(note)
        }

        /// `name` has the value `octets`, and `note` says something about it in words.
        public init(_ name: String, _ octets: [UInt8], note: any Remark) {
            self.name = name
            self.octets = octets
            self.note = .words(note)
        }

        /// A copy that has the name `secret` in the ledger; nil for no name there.
        public func known(as secret: SecretID?) -> Quantity {
            var quantity = self
            quantity.secret = secret
            return quantity
        }

        /// The note in that language, such as "HMAC_hash(secret, A(1))" or "the version offered"; may be empty.
        public func note(in language: Language) -> String {
            switch note {
            case .term(let term): term
            case .words(let remark): remark.sentence(in: language)
            }
        }

        /// The note in each language.
        public var words: Words {
            switch note {
            case .term(let term): Words(same: term)
            case .words(let remark): Words(remark)
            }
        }

        /// Two quantities are the same if name and octets are, whatever is said about them.
        public static func == (a: Quantity, b: Quantity) -> Bool { a.name == b.name && a.octets == b.octets }

        /// Hashes what `==` compares: name and octets, without the note.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(octets)
        }
    }

    /// The name of the result, such as "master secret".
    public var name: String { parts.value.name }
    /// The formula in the source's own notation.
    public var formula: String { parts.value.formula }
    /// The inputs.
    public var inputs: [Quantity] { parts.value.inputs }
    /// Intermediate results, such as A(1), A(2) … of the PRF; a rendering may fold them.
    public var steps: [Quantity] { parts.value.steps }
    /// The results.
    public var results: [Quantity] { parts.value.results }
    /// A shell command that computes the same with another program, such as OpenSSL; nil if there is none. The command is made each time
    /// that this property is read: most readers never read it.
    public var reproduce: String? { parts.value.command() }
    private let parts: Once<Parts>

    private struct Parts: Sendable {
        var name: String
        var formula: String
        var inputs: [Quantity]
        var steps: [Quantity]
        var results: [Quantity]
        var command: @Sendable () -> String?
    }

    /// A copy whose quantities have the names in the ledger that `secrets` gives for their names here, and no name there if it gives none.
    public func naming(_ secrets: [String: SecretID]) -> Calculation {
        func named(_ list: [Quantity]) -> [Quantity] { list.map { $0.known(as: secrets[$0.name]) } }
        var parts = parts.value
        parts.inputs = named(parts.inputs)
        parts.steps = named(parts.steps)
        parts.results = named(parts.results)
        return Calculation(parts)
    }

    private init(_ parts: Parts) {
        self.parts = Once { parts }
    }

    /// The computation called `name`.
    public init(
        _ name: String, formula: String, inputs: [Quantity] = [], steps: [Quantity] = [], results: [Quantity] = [],
        reproduce: @autoclosure @escaping @Sendable () -> String? = nil
    ) {
        self.init(
            Parts(name: name, formula: formula, inputs: inputs, steps: steps, results: results, command: reproduce))
    }

    /// The computation that `make` puts together when a reader first asks.
    public init(_ make: @escaping @Sendable () -> Calculation) {
        parts = Once { make().parts.value }
    }
}

/// Two calculations are the same if what goes in, arises and comes out is: the command follows from it.
extension Calculation: Hashable {
    /// Compares all but the command.
    public static func == (a: Calculation, b: Calculation) -> Bool {
        a.name == b.name && a.formula == b.formula && a.inputs == b.inputs && a.steps == b.steps
            && a.results == b.results
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(formula)
        hasher.combine(inputs)
        hasher.combine(steps)
        hasher.combine(results)
    }
}
