import Capture
import Trace

/// The result of a capture: what is known of it when all of it was read. The connections were written before, as they ended.
package struct Explanation: Sendable {
    /// The name of the file.
    package let name: String
    /// What the reader knows of it.
    let reader: CaptureReader
    /// What was counted.
    package let facts: FileFacts
    /// What is the matter.
    package let tally: DiagnosisTally

    let secrets: SecretsStore

    /// What is known of a capture that was read to its end.
    package init(name: String, _ capture: ExplainedCapture, tally: DiagnosisTally) {
        (self.name, reader, facts) = (name, capture.reader, capture.explainer.file)
        secrets = capture.explainer.secrets
        var tally = tally
        for finding in facts.findings { tally.add(finding) }
        if let unused = tally.secrets.finding(secrets) { tally.add(unused) }
        for shared in facts.common.shared { tally.add(shared) }
        self.tally = tally
    }

    /// The exit status: 3 where something is of the severity fault or trouble.
    package var exitStatus: Int32 { tally.isSound ? 0 : 3 }

    /// What the document begins with, before the connections.
    package static let head: [JSON.Member] = [
        JSON.Member("schema", .string("handshakesim.explanation")), JSON.Member("version", .integer(1)),
    ]

    /// What the document has behind the connections.
    package var members: [JSON.Member] {
        JSON.Member.list(
            ("file", file), ("packets", packets), ("diagnoses", tally.json), ("verdict", verdict), ("totals", totals),
            ("limits", .array(limits.map { .string($0.english) })))
    }

    private var file: JSON {
        .members(
            ("name", .string(name)), ("format", (reader.format?.rawValue).map { .string($0) }),
            ("octets", .number(reader.octets)), ("complete", .bool(facts.stop == nil)),
            (
                "stopped_at",
                facts.stop.map {
                    .members(
                        ("offset", .number($0.offset)), ("frame", .number(reader.frames)),
                        ("reason", .string("\($0)")))
                }
            ),
            (
                "interfaces",
                .array(
                    reader.interfaces.map {
                        .members(
                            ("link_type", .string("\($0.linkType)")), ("name", $0.name.map { .string($0.legible) }),
                            ("snap_length", .number($0.snapLength)), ("packets", .number($0.packets)))
                    })
            ), ("secrets", .number(secrets.lines)))
    }

    private var packets: JSON {
        .members(
            ("total", .number(facts.frames)), ("tcp", .number(facts.segments)),
            ("first_us", facts.first.map { .number($0) }), ("last_us", facts.last.map { .number($0) }),
            (
                "set_aside",
                .array(
                    facts.asides.all.map {
                        .members(
                            ("reason", .string($0.reason.rawValue)), ("count", .number($0.count)),
                            ("first", .number($0.first)))
                    })
            ))
    }

    private var verdict: JSON {
        guard let entry = tally.verdict else {
            return .members(
                ("code", .string("healthy")), ("frames", .array([])), ("whose", .string(Finding.Whose.nobody.rawValue)),
                ("certainty", .string("certain")), ("says", .string(tally.figures.healthy.diagnosis.english)))
        }
        let finding = entry.finding
        return .members(
            ("code", .string(finding.code)), ("connection", entry.connections.first.map { .number($0) }),
            ("frames", .array(finding.frames.frames.map { .number($0) })), ("whose", .string(finding.whose.rawValue)),
            ("certainty", .string(finding.certainty.rawValue)), ("says", .string(finding.diagnosis.english)))
    }

    private var totals: JSON {
        .members(
            ("connections", .number(tally.figures.connections)), ("unfinished", .number(tally.figures.unfinished)),
            ("octets", .number(tally.figures.octets)), ("tls", .number(tally.figures.tls)),
            ("sent_again", .number(tally.figures.sentAgain)))
    }

    /// What was not looked at.
    package var limits: [ExplanationLimit] {
        var limits = facts.asides.all.map { ExplanationLimit.setAside($0) }
        for limit in tally.limits { limits.append(.tls(limit, connections: tally.limited[limit] ?? 0)) }
        if secrets.badLines > 0 { limits.append(.badLines(secrets.badLines)) }
        if let stop = facts.stop { limits.append(.stopped(stop, frames: reader.frames)) }
        return limits
    }
}

/// What was not looked at in a capture.
package enum ExplanationLimit: Wording, Hashable {
    /// Frames are no part of a connection.
    case setAside(SetAsideTally.Entry)
    /// In so many connections TLS was not read whole.
    case tls(TLSLimit, connections: Int)
    /// So many lines of key logs could not be read.
    case badLines(Int)
    /// The file could not be read any further.
    case stopped(ParseError, frames: Int)

    /// What was not looked at, in a sentence.
    package var english: String {
        switch self {
        case .setAside(let entry): return entry.english
        case .tls(let limit, let connections): return "\(limit.english) (\(counted(connections, "connection")))"
        case .badLines(let count):
            return "\(counted(count, "line")) of key logs could not be read, and the others were used."
        case .stopped(let error, let frames):
            return "The file could be read up to its frame \(frames): \(error)."
        }
    }
}
