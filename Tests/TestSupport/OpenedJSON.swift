import Trace

extension SharedJSON {
    /// What is wrong with a form.
    private enum FormError: Error {
        case noList, noText, noHole, unfilled, noSuchPlace(Int64)
    }

    /// The value that a form stands for, read as ``SharedJSON`` says. The page reads it in `web/shared.js`.
    ///
    /// - Throws: what is wrong with the form.
    package static func value(of shared: JSON) throws -> JSON {
        var known: [JSON] = []
        let forms = try elements(shared["forms"])
        func open(_ written: JSON, _ holes: inout ArraySlice<JSON>) throws -> JSON {
            switch written {
            case .object(let members):
                return .object(try members.map { JSON.Member($0.name, try open($0.value, &holes)) })
            case .array(let parts):
                guard case .integer(let place)? = parts.first else {
                    guard let next = holes.popFirst() else { throw FormError.noHole }
                    return next
                }
                if place < 0 {
                    let opened = try parts.dropFirst().map { try open($0, &holes) }
                    return place == -2 ? .string(try opened.map(word).joined()) : .array(opened)
                }
                if parts.count == 1 {
                    guard known.indices.contains(Int(place)) else { throw FormError.noSuchPlace(Int64(place)) }
                    return known[Int(place)]
                }
                guard forms.indices.contains(Int(place)) else { throw FormError.noSuchPlace(Int64(place)) }
                var none: ArraySlice<JSON> = []
                var filling = ArraySlice(try parts.dropFirst().map { try open($0, &none) })
                let whole = try open(forms[Int(place)], &filling)
                guard filling.isEmpty else { throw FormError.unfilled }
                return whole
            default: return written
            }
        }
        var none: ArraySlice<JSON> = []
        for value in try elements(shared["values"]) { known.append(try open(value, &none)) }
        guard let value = shared["value"] else { throw FormError.noText }
        return try open(value, &none)
    }

    /// A string, or a number as a string has it.
    private static func word(_ value: JSON) throws -> String {
        switch value {
        case .string(let text): return text
        case .integer(let number): return "\(number)"
        default: throw FormError.noText
        }
    }

    private static func elements(_ value: JSON?) throws -> [JSON] {
        guard case .array(let list)? = value else { throw FormError.noList }
        return list
    }
}
