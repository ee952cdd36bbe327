/// How the secrets that were given were of use in a capture.
package struct SecretsTally: Sendable {
    private var opened = 0
    /// Why the first session is closed, with its connection.
    private var first: (why: TLSClosed, frame: Int)?

    /// Nothing yet.
    package init() {}

    /// Takes a connection that is over.
    package mutating func take(_ connection: EndedConnection) {
        guard let talk = connection.tls.talk else { return }
        if talk.opening.hasOpened { opened += 1 }
        if first == nil, let why = connection.tls.whyClosed { first = (why, talk.helloFrames.first) }
    }

    /// The finding that no secret was of use; nil where there were none, or where they were.
    func finding(_ secrets: SecretsStore) -> Finding? {
        guard !secrets.isEmpty, opened == 0 else { return nil }
        let diagnosis = TLSDiagnosis.secretsUnused(lines: secrets.lines, keys: secrets.keys.count, why: first?.why)
        return Finding(diagnosis, .certain, .capture, Evidence([first?.frame].compactMap { $0 == 0 ? nil : $0 }))
    }
}
