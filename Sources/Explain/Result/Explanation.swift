import Capture
import Trace

/// The result for a capture that was read to its end, without the connections, which were written as they ended.
package struct Explanation: Sendable {
    /// The name of the file.
    package let name: String
    /// The reader of the file, with its format and its interfaces.
    let reader: CaptureReader
    /// The facts about the file as a whole.
    package let facts: FileFacts
    /// The diagnoses.
    package let tally: DiagnosisTally

    /// The secrets that were given, and those of the capture.
    let secrets: SecretsStore

    /// The result for a capture that was read to its end.
    ///
    /// - Parameter tally: the findings of the connections. Those of the file are added.
    package init(name: String, _ capture: ExplainedCapture, tally: DiagnosisTally) {
        (self.name, reader, facts) = (name, capture.reader, capture.explainer.file)
        secrets = capture.explainer.secrets
        var tally = tally
        for finding in facts.findings { tally.add(finding) }
        tally.add(unused: secrets)
        for shared in facts.common.shared { tally.add(shared) }
        self.tally = tally
    }

    /// The exit status of the command: 3 if there is a verdict of the severity trouble or fault, 0 otherwise.
    package var exitStatus: Int32 { tally.isSound ? 0 : 3 }

    /// The members of the document before the connections.
    package static let head: [JSON.Member] = [
        JSON.Member("schema", .string("handshakesim.explanation")), JSON.Member("version", .integer(1)),
    ]

    /// The members of the document behind the connections.
    package var members: [JSON.Member] {
        JSON.Member.list(
            ("file", file), ("packets", packets), ("diagnoses", tally.json), ("verdict", verdict), ("totals", totals),
            ("limits", limits.map(\.english).json))
    }

    private var file: JSON {
        let stop = facts.stop.map {
            JSON.of(("offset", $0.offset), ("frame", reader.frames), ("reason", $0.description))
        }
        let interfaces = reader.interfaces.map {
            JSON.of(
                ("link_type", "\($0.linkType)"), ("name", $0.name?.legible), ("snap_length", $0.snapLength),
                ("packets", $0.packets))
        }
        return .of(
            ("name", name), ("format", reader.format?.rawValue), ("octets", reader.octets),
            ("complete", facts.stop == nil), ("stopped_at", stop), ("interfaces", interfaces),
            ("secrets", secrets.lines))
    }

    private var packets: JSON {
        let asides = facts.asides.all.map {
            JSON.of(("reason", $0.reason.rawValue), ("count", $0.count), ("first", $0.first))
        }
        return .of(
            ("total", facts.frames), ("tcp", facts.segments), ("first_us", facts.first), ("last_us", facts.last),
            ("set_aside", asides))
    }

    private var verdict: JSON {
        let entry = tally.verdict ?? tally.undecided
        let finding = entry?.finding ?? tally.figures.healthy
        return .of(
            ("code", finding.code), ("connection", finding.connection ?? entry?.connections.first),
            ("frames", finding.frames.frames),
            ("whose", finding.whose.rawValue), ("whose_certainty", finding.blame.certainty?.rawValue),
            ("whose_because", finding.blame.englishReason), ("certainty", finding.certainty.rawValue),
            ("says", finding.diagnosis.english))
    }

    private var totals: JSON {
        .of(
            ("connections", tally.figures.connections), ("unfinished", tally.figures.unfinished),
            ("octets", tally.figures.octets), ("tls", tally.figures.tls), ("sent_again", tally.figures.sentAgain))
    }

    /// What was not looked at in the capture.
    package var limits: [ExplanationLimit] {
        var limits = facts.asides.all.map { ExplanationLimit.setAside($0) }
        for limit in TLSLimit.allCases {
            if let connections = tally.limited[limit] { limits.append(.tls(limit, connections: connections)) }
        }
        if secrets.badLines > 0 { limits.append(.badLines(secrets.badLines)) }
        if let stop = facts.stop { limits.append(.stopped(stop, frames: reader.frames)) }
        return limits
    }
}

/// A part of a capture that was not looked at.
package enum ExplanationLimit: Wording, Hashable {
    /// Frames that are no part of a connection.
    case setAside(SetAsideTally.Entry)
    /// TLS that was not read whole, for this reason in so many connections.
    case tls(TLSLimit, connections: Int)
    /// The number of lines of key logs that could not be read.
    case badLines(Int)
    /// The error at which the reading of the file stopped, and the number of frames before it.
    case stopped(ParseError, frames: Int)

    /// The part that was not looked at, in a sentence.
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
