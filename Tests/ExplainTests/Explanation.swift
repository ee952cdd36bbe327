import Capture
import Trace

@testable import Explain

/// All outputs of the explainer for a capture.
struct Explanation {
    var connections: [EndedConnection] = []
    var notes: [FrameNote] = []
    /// The number of its connection, for each frame that belongs to one.
    private(set) var streams: [Int: Int] = [:]
    var setAside: [(frame: Int, why: SetAside)] = []
    var late: [Int] = []
    private(set) var facts = FileFacts()

    /// Reads and explains a file, `step` octets at a time.
    init(_ file: [UInt8], step: Int = 1 << 16, mostLive: Int = 100_000) {
        var options = Explainer.Options()
        options.notesFrames = true
        options.mostLive = mostLive
        var explainer = Explainer(options)
        var reader = CaptureReader()
        var place = 0
        reading: while true {
            do throws(ParseError) {
                while let item = try reader.next() {
                    switch item {
                    case .frame(let frame): explainer.take(frame, of: reader)
                    case .skipped(let error): explainer.file.skip(error)
                    case .secrets, .other: break
                    }
                }
            } catch {
                explainer.file.stop(at: error)
                break reading
            }
            guard place < file.count else { break }
            let end = min(file.count, place + step)
            reader.append(Array(file[place..<end]))
            place = end
            if place == file.count { reader.end() }
        }
        explainer.end()
        for output in explainer.takeOutputs() {
            switch output {
            case .closed, .loneSYN: break
            case .connection(let connection): connections.append(connection)
            case .frame(let note, let connection):
                notes.append(note)
                streams[note.frame] = connection
            case .late(let frame, let connection):
                late.append(frame)
                streams[frame] = connection
            case .setAside(let frame, let why): setAside.append((frame, why))
            }
        }
        facts = explainer.file
    }

    /// Explains a script.
    init(_ script: String) { self.init(CaptureScript(script).file) }

    /// All findings, those of the file as a whole first.
    var findings: [DiagnosisResult] {
        facts.findings + facts.common.shared.map(\.finding) + connections.flatMap(\.findings)
    }

    /// The codes of all findings, each once, in alphabetical order.
    var codes: [String] { Set(findings.map(\.code)).sorted() }

    /// The codes of faults and troubles that no other finding explains.
    var grave: [String] {
        Set(findings.filter { $0.severity >= .trouble && $0.explainedBy == nil }.map(\.code)).sorted()
    }

    func finding(_ code: String) -> DiagnosisResult? { findings.first { $0.code == code } }
    func frames(_ code: String) -> [Int] { finding(code)?.frames.frames ?? [] }
}
