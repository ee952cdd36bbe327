import Testing

/// A capture that the project has made, and what is the matter with it.
struct MadeCapture: Sendable, CustomTestStringConvertible {
    let name: String
    /// All codes, and the frames of those that are named with them.
    let codes: [String: [Int]?]
    let script: String
    var testDescription: String { name }

    init(_ name: String, _ codes: [String: [Int]?], _ script: String) {
        (self.name, self.codes, self.script) = (name, codes, script)
    }
}

extension MadeCapture {
    static let all: [MadeCapture] = opening + data + pace + ends + paths + captures
}
