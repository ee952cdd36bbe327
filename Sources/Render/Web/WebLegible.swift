import Trace

extension JSON {
    /// The value with all its texts `legible` but for line ends and tabs. The page's script shows texts as they are, and JSON's own escapes
    /// are gone by then.
    var legible: JSON {
        switch self {
        case .string(let text): .string(JSON.legible(text))
        case .array(let values): .array(values.map(\.legible))
        case .object(let members): .object(members.map { Member(JSON.legible($0.name), $0.value.legible) })
        case .null, .bool, .integer, .fraction: self
        }
    }

    private static func legible(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return text }
        var result = ""
        var run = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard ["\r", "\n", "\t"].contains(scalar) else {
                run.append(scalar)
                continue
            }
            result += String(run).legible + String(scalar)
            run.removeAll()
        }
        return result + String(run).legible
    }
}
