import Trace

/// The fields of one request, each read as the kind of value that the operation needs.
///
/// A field that is missing, of another kind or outside its limits is an error with the name of the field. Fields that no
/// operation reads are ignored, unless ``require(only:)`` is called.
struct Fields: Hashable, Sendable {
    /// The members of the object.
    let members: [JSON.Member]
    /// The interface to which the request was sent.
    let door: Door
    /// The path from the outermost object to this one, for errors: "peer_name."; empty for the outermost object.
    private let place: String

    /// The members of an object that was sent to `door`.
    init(_ members: [JSON.Member], at door: Door, place: String = "") {
        self.members = members
        self.door = door
        self.place = place
    }

    func error(_ name: String, _ problem: FieldProblem) -> RequestError {
        RequestError(place + name, problem, at: door)
    }

    /// The error for a field, with the problem as a phrase that stands behind the field's name and a colon.
    func error(_ name: String, _ phrase: String) -> RequestError { error(name, .rule(phrase)) }

    /// The value of a field; nil if the field is missing.
    private func value(_ name: String) -> JSON? {
        let value = members[name]
        return value == .null && door.readsNullAsAbsent ? nil : value
    }

    /// Checks that there are no other fields than `names`, and none twice. Otherwise the sender could believe that a field that is
    /// ignored has an effect.
    ///
    /// - Throws: ``RequestError`` for the first other or repeated field.
    func require(only names: Set<String>) throws(RequestError) {
        var seen: Set<String> = []
        for member in members {
            guard names.contains(member.name) else { throw error(member.name, .unknown) }
            guard seen.insert(member.name).inserted else { throw error(member.name, .repeated) }
        }
    }

    /// A text that is one of the raw values of `Value`; nil if the field is missing.
    func choiceIfAny<Value: RawRepresentable & CaseIterable>(
        _ name: String, of _: Value.Type = Value.self
    ) throws(RequestError) -> Value? where Value.RawValue == String {
        guard let text = try textIfAny(name) else { return nil }
        guard let value = Value(rawValue: text) else {
            throw error(name, "there is no \"\(text)\", only \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return value
    }

    // MARK: Kinds

    /// An integer within limits.
    func integer<T: FixedWidthInteger>(
        _ name: String, _ allowed: ClosedRange<T> = .min ... .max
    ) throws(RequestError) -> T {
        guard let number = try integerIfAny(name, allowed) else { throw error(name, .missing) }
        return number
    }

    /// An integer within limits; nil if the field is missing.
    func integerIfAny<T: FixedWidthInteger>(
        _ name: String, _ allowed: ClosedRange<T> = .min ... .max
    ) throws(RequestError) -> T? {
        let number: Int64
        switch value(name) {
        case nil: return nil
        case .integer(let integer): number = integer
        case let other?:
            guard case .fraction(let value) = other, let exact = Int64(exactly: value) else {
                throw error(name, .kind(wanted: .integer, found: other))
            }
            number = exact
        }
        guard let exact = T(exactly: number), allowed.contains(exact) else {
            let limits = Int64(clamping: allowed.lowerBound)...Int64(clamping: allowed.upperBound)
            throw error(name, .outside(number, limits: limits))
        }
        return exact
    }

    func text(_ name: String) throws(RequestError) -> String {
        guard let text = try textIfAny(name) else { throw error(name, .missing) }
        return text
    }

    /// A text; nil if the field is missing.
    func textIfAny(_ name: String) throws(RequestError) -> String? {
        switch value(name) {
        case nil: return nil
        case .string(let text): return text
        case let other?: throw error(name, .kind(wanted: .text, found: other))
        }
    }

    /// true or false; `usual` if the field is missing.
    func truth(_ name: String, else usual: Bool? = nil) throws(RequestError) -> Bool {
        switch value(name) {
        case nil:
            guard let usual else { throw error(name, .missing) }
            return usual
        case .bool(let truth): return truth
        case let other?: throw error(name, .kind(wanted: .truth, found: other))
        }
    }

    /// A list of texts; empty if the field is missing.
    func texts(_ name: String) throws(RequestError) -> [String] {
        switch value(name) {
        case nil: return []
        case .array(let values):
            var texts: [String] = []
            for (index, value) in values.enumerated() {
                guard case .string(let text) = value else {
                    throw error("\(name)[\(index)]", .kind(wanted: .text, found: value))
                }
                texts.append(text)
            }
            return texts
        case let other?: throw error(name, .kind(wanted: .texts, found: other))
        }
    }

    /// The fields of an object; nil if the field is missing.
    func objectIfAny(_ name: String) throws(RequestError) -> Fields? {
        switch value(name) {
        case nil: return nil
        case .object(let members): return Fields(members, at: door, place: "\(place)\(name).")
        case let other?: throw error(name, .kind(wanted: .object, found: other))
        }
    }

    /// Octets in hexadecimal. The empty text is no octets.
    func octets(_ name: String) throws(RequestError) -> [UInt8] {
        let text = try text(name)
        if let octets = Hex.octets(text) { return octets }
        throw error(name, text.utf8.count.isMultiple(of: 2) ? .notHexadecimal : .halfAnOctet)
    }
}
