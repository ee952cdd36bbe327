import Testing

/// A capture that the project has made, with the diagnoses that it must have.
struct MadeCapture: Sendable, CustomTestStringConvertible {
    let name: String
    /// All codes of the capture's findings. A code with frames must have exactly these frames as its evidence.
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
