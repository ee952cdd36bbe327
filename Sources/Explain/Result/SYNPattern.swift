/// What is told of all connections that are like one lone SYN: the document's text with holes for what differs, and the codes of the findings.
package final class SYNPattern: Sendable {
    /// What stands in a hole of the text.
    private enum Hole: CaseIterable {
        case number, place, frame, stamp, client, server
    }

    /// The text before each hole, and the text behind the last one.
    private let texts: [[UInt8]]
    private let holes: [Hole]
    /// The findings of the first such connection, and their codes.
    let findings: [DiagnosisResult]
    let codes: [String]
    /// The worst of its findings that no other one explains; nil if there is none.
    let severity: DiagnosisResult.Severity?

    /// The pattern of a lone SYN; nil if more in its text differs than there are holes for.
    ///
    /// - Parameter ended: the connection as any other one is told.
    init?(_ syn: LoneSYN, _ ended: EndedConnection) {
        var figures = ConnectionFigures()
        figures.take(ended)
        guard ended.opening == .unanswered, figures.isOfSilence else { return nil }
        // The same SYN once more, with numbers that stand nowhere else in the text.
        let marked = syn.marked
        let marks = Hole.allCases.filter { $0 != .stamp || syn.syn.stamp != nil }
            .map { (hole: $0, octets: Self.octets($0, marked)) }
        var text = DocumentText()
        marked.ended.write(to: &text)
        var texts: [[UInt8]] = [[]]
        var holes: [Hole] = []
        var place = 0
        while place < text.octets.count {
            if let mark = marks.first(where: { text.octets[place...].starts(with: $0.octets) }) {
                holes.append(mark.hole)
                texts.append([])
                place += mark.octets.count
            } else {
                texts[texts.count - 1].append(text.octets[place])
                place += 1
            }
        }
        (self.texts, self.holes) = (texts, holes)
        findings = ended.findings
        codes = ended.findings.map(\.code)
        severity = ended.severity
        // The proof: the pattern writes the connection that it was made from.
        var (written, expected) = (DocumentText(), DocumentText())
        write(syn, to: &written)
        ended.write(to: &expected)
        guard written.octets == expected.octets else { return nil }
    }

    /// The octets of the text that a hole stands for.
    private static func octets(_ hole: Hole, _ syn: LoneSYN) -> [UInt8] {
        var text = DocumentText()
        write(hole, syn, to: &text)
        return text.octets
    }

    private static func write(_ hole: Hole, _ syn: LoneSYN, to text: inout DocumentText) {
        switch hole {
        case .number: text.add(syn.number)
        case .place: text.add(syn.number - 1)
        case .frame: text.add(syn.syn.frame)
        case .stamp: text.add(syn.syn.stamp ?? 0)
        case .client: syn.client.write(to: &text)
        case .server: syn.server.write(to: &text)
        }
    }

    /// Writes a connection that is like the first one.
    func write(_ syn: LoneSYN, to text: inout DocumentText) {
        text.add(texts[0])
        for (index, hole) in holes.enumerated() {
            Self.write(hole, syn, to: &text)
            text.add(texts[index + 1])
        }
    }
}

/// The patterns of the lone SYNs so far.
struct SYNPatterns: Sendable {
    /// The most patterns that are kept. The SYNs of a file with more are told each by itself.
    private static let most = 256

    /// By likeness; nil for one whose connections are told each by itself.
    private var known: [LoneSYN.Likeness: SYNPattern?] = [:]
    /// The pattern that was asked for last. SYNs that are alike come one behind the other.
    private var last: (likeness: LoneSYN.Likeness, pattern: SYNPattern)?

    /// The lone SYN that a connection is, and its pattern; nil if the connection is more than that, or is told by itself.
    mutating func pattern(of connection: EarlyConnection, captureEnds: Int64) -> (LoneSYN, SYNPattern)? {
        guard let frame = connection.frames.first,
            let likeness = LoneSYN.Likeness(connection, frame, captureEnds: captureEnds)
        else { return nil }
        let syn = LoneSYN(number: connection.number, syn: frame, captureEnds: captureEnds)
        if let last, last.likeness == likeness { return (syn, last.pattern) }
        if known[likeness] == nil {
            guard known.count < Self.most else { return nil }
            known[likeness] = .some(SYNPattern(syn, syn.ended))
        }
        guard case .some(.some(let pattern)) = known[likeness] else { return nil }
        last = (likeness, pattern)
        return (syn, pattern)
    }
}
