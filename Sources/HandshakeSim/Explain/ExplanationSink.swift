import Explain
import LiveIO
import Render
import Trace

/// Takes the connections of a capture as they end, and writes the JSON document and the lines of the frames.
struct ExplanationSink: ~Copyable {
    private(set) var tally = DiagnosisTally()
    private(set) var gravest = GravestConnections()
    private let json: StreamedFile?
    private let frames: StreamedFile?
    private let selection: ConnectionSelection
    private let tellsWords: Bool
    private var document: ExplanationDocument?
    private var diagnoses = FrameDiagnoses()
    /// Whether the whole capture was read.
    private var isRead = false

    /// By default no file is written and every connection counts.
    init(
        json: consuming StreamedFile? = nil, frames: consuming StreamedFile? = nil,
        _ selection: ConnectionSelection = ConnectionSelection(numbers: nil, host: nil, port: nil),
        tellsWords: Bool = false
    ) {
        document = json == nil ? nil : ExplanationDocument()
        self.json = json
        self.frames = frames
        self.selection = selection
        self.tellsWords = tellsWords
    }

    /// The file at a path; "-" is standard output.
    static func file(_ file: FilePath?) throws(FileError) -> StreamedFile? {
        guard let file else { return nil }
        return file.isStandardOutput ? .standardOutput() : try StreamedFile(file.path, replacing: .whenFinished)
    }

    /// Takes what has come and writes it.
    mutating func write(_ outputs: [Explainer.Output]) throws(FileError) {
        take(outputs)
        try writeFrames(outputs)
        try flush()
    }

    /// Takes the connections that have ended, and writes nothing.
    mutating func take(_ outputs: [Explainer.Output]) {
        for output in outputs {
            switch output {
            case .connection(let ended) where selection.holds(ended):
                tally.take(ended)
                gravest.take(ended)
                document?.add(ended)
                if frames != nil { diagnoses.take(ended) }
            case .loneSYN(let syn, let pattern) where selection.holds(syn):
                tally.take(syn, pattern)
                gravest.take(syn, pattern)
                document?.add(syn, pattern)
            default: break
            }
        }
    }

    /// Writes the lines of the frames, with their diagnoses once the whole capture was read.
    func writeFrames(_ outputs: [Explainer.Output]) throws(FileError) {
        var lines = FrameLines(tellsWords: tellsWords, isRead ? diagnoses : FrameDiagnoses())
        for output in outputs { lines.add(output, selection) }
        if !lines.text.isEmpty { try frames?.append(Array(lines.text.utf8)) }
    }

    mutating func end(_ explanation: Explanation) throws(FileError) {
        document?.end(explanation)
        diagnoses.take(explanation.facts)
        isRead = true
        try flush()
    }

    /// The runs of a page, each with the number of its connection. The verdict and the diagnoses stand at the first.
    func runs(_ journals: [(connection: Int, journal: Journal)], _ explanation: Explanation) -> [WebDocument.Run] {
        journals.enumerated().map { index, run in
            WebDocument.Run(
                "connection-\(run.connection)", run.journal, heading: index == 0 ? explanation.heading(gravest) : nil,
                telling: index == 0 ? explanation.report(gravest, isUnderHeading: true) : nil)
        }
    }

    /// Puts the files in their places. A run that fails before leaves the files that were there.
    func finish() throws(FileError) {
        try json?.finish()
        try frames?.finish()
    }

    private mutating func flush() throws(FileError) {
        guard let text = document?.take(), !text.isEmpty else { return }
        try json?.append(text)
    }
}
