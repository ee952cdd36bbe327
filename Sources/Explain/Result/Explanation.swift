import Capture
import Trace

/// The result for a capture that was read to its end, without the connections, which were written as they ended.
package struct Explanation: Sendable {
    /// The names of the files.
    let names: [Words]
    /// What was read of the files, in the same order: their formats and interfaces, and where the reading stopped.
    let sources: [ExplainedCapture.Source]
    /// Whether the reading was ended before the end of the files.
    let isInterrupted: Bool
    /// The facts about the file as a whole.
    package let facts: FileFacts
    /// The diagnoses.
    package let tally: DiagnosisTally

    /// The secrets that were given, and those of the capture.
    let secrets: SecretsStore

    /// The result for a capture that was read to its end.
    ///
    /// - Parameters:
    ///   - names: the names of the files, in the order in which they were given.
    ///   - tally: the findings of the connections. Those of the file are added.
    package init(names: [Words], _ capture: ExplainedCapture, tally: DiagnosisTally) {
        (self.names, sources, facts) = (names, capture.sources, capture.explainer.file)
        isInterrupted = capture.isInterrupted
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
            ("file", file), ("files", sources.count > 1 ? files : nil), ("packets", packets), ("diagnoses", tally.json),
            ("verdict", verdict), ("totals", totals),
            ("limits", limits.map(\.english).json))
    }

    /// The name of the file, or the names of all.
    var name: Words { names.joined(separator: Words(english: ", ", chinese: "、")) }
    /// The interfaces of all files.
    var interfaces: [CaptureReader.Interface] { sources.flatMap(\.reader.interfaces) }

    /// The file; or the sums over several files, with the first place at which reading stopped.
    private var file: JSON {
        let formats = Set(sources.map { $0.reader.format?.rawValue })
        let stop = sources.first { $0.stop != nil } ?? sources.first
        let frame = facts.stop == nil ? facts.frames : facts.framesBeforeStop
        return .of(
            ("name", name.english), ("format", formats.count == 1 ? formats.first.flatMap(\.self) : nil),
            ("compressed", sources.allSatisfy(\.reader.isCompressed) ? "gzip" : nil),
            ("octets", sources.reduce(0) { $0 + $1.reader.octets }), ("complete", facts.stop == nil && !isInterrupted),
            ("stopped_at", stop.flatMap { stoppedAt($0, frame: frame) }),
            ("interfaces", interfaces.map(\.json)), ("secrets", secrets.lines))
    }

    /// Each file of several.
    private var files: JSON {
        zip(names, sources).map { name, source in
            JSON.of(
                ("name", name.english), ("format", source.reader.format?.rawValue),
                ("compressed", source.reader.isCompressed ? "gzip" : nil), ("octets", source.reader.octets),
                ("complete", source.stop == nil && source.hasEnded),
                ("stopped_at", stoppedAt(source, frame: source.reader.frames)),
                ("interfaces", source.reader.interfaces.map(\.json)))
        }.json
    }

    /// The place at which the reading of a file stopped, behind its frame of that number; nil if it was read to its end.
    private func stoppedAt(_ source: ExplainedCapture.Source, frame: Int) -> JSON? {
        if let stop = source.stop {
            return .of(("offset", stop.offset), ("frame", frame), ("reason", stop.description))
        }
        guard isInterrupted, !source.hasEnded else { return nil }
        return .of(("offset", source.reader.offset), ("frame", frame), ("reason", "interrupted"))
    }

    private var packets: JSON {
        let asides = facts.asides.byReason.map { sum, names in
            JSON.of(
                ("reason", sum.reason.rawValue), ("count", sum.count), ("first", sum.first),
                ("names", names.isEmpty ? nil : names))
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
        if let stop = facts.stop { limits.append(.stopped(stop, frames: facts.framesBeforeStop)) }
        if isInterrupted { limits.append(.interrupted(frames: facts.frames)) }
        return limits
    }
}

/// A part of a capture that was not looked at.
package enum ExplanationLimit: Wording, Hashable {
    case setAside(SetAsideTally.Entry)
    case tls(TLSLimit, connections: Int)
    case badLines(Int)
    case stopped(ParseError, frames: Int)
    case interrupted(frames: Int)

    package var english: String {
        switch self {
        case .setAside(let entry): return entry.english
        case .tls(let limit, let connections): return "\(limit.english) (\(counted(connections, "connection")))"
        case .badLines(let count):
            return "\(counted(count, "line")) of key logs could not be read, and the others were used."
        case .stopped(let error, let frames):
            return "The file could be read up to its frame \(frames): \(error)."
        case .interrupted(let frames):
            return "The reading was ended behind frame \(frames). What comes later was not looked at."
        }
    }

    package var chinese: String {
        switch self {
        case .setAside(let entry): return entry.chinese
        case .tls(let limit, let connections): return "\(limit.chinese)（\(connections) 个连接）"
        case .badLines(let count): return "密钥日志中有 \(count) 行无法读取，其余的都用上了。"
        case .stopped(let error, let frames): return "文件能读到第 \(frames) 帧为止：\(error)。"
        case .interrupted(let frames): return "读取在第 \(frames) 帧之后中止。后面的内容没有查看。"
        }
    }
}

extension CaptureReader.Interface: DocumentValue {
    /// The interface for programs.
    var json: JSON {
        .of(
            ("link_type", "\(linkType)"), ("name", name?.legible), ("snap_length", snapLength), ("packets", packets))
    }
}
