import Trace

/// What a frame of a recording completes of HTTP: a head, or frames of HTTP/2.
struct RecordedHTTPNote: Remark {
    /// The most lines of a head, and of a body.
    private static let mostLines = (head: 40, body: 8)
    private static let compressions: Set<String> = ["gzip", "x-gzip", "br", "zstd", "deflate", "compress"]

    /// A request or an answer, or the frames of HTTP/2.
    let messages: [SeenHTTP]

    /// The messages that a frame of the capture completes; frames of HTTP/2 together.
    static func all(of messages: [SeenHTTP]) -> [RecordedHTTPNote] {
        let frames = messages.filter { $0.kind == .frame }
        return messages.filter { $0.kind != .frame }.map { RecordedHTTPNote(messages: [$0]) }
            + (frames.isEmpty ? [] : [RecordedHTTPNote(messages: frames)])
    }

    /// The stable id of the step.
    var step: String {
        switch messages.first?.kind {
        case .request: "http.request"
        case .answer: "http.answer"
        case .frame, nil: "http.frames"
        }
    }

    var english: String {
        guard let first = messages.first else { return "" }
        let what = first.what.quotable
        return switch first.kind {
        case .request: "HTTP request: \(what)"
        case .answer: "HTTP answer: \(what)"
        case .frame: messages.count == 1 ? "HTTP/2: \(what)" : "HTTP/2:"
        }
    }

    var englishBackground: String {
        guard messages.first?.kind == .frame else { return "" }
        return """
            Fields are compressed with what was sent before on the connection (HPACK, RFC 7541). Only those at the beginning that are numbers of \
            its static table are named here.
            """
    }

    /// The lines of the head, what there is to say about the body, and the body's first lines. A line that was sent has a bar before it.
    var quoted: [String] {
        guard let first = messages.first else { return [] }
        if first.kind == .frame {
            return messages.count == 1 ? [] : list(messages.map(\.what), most: Self.mostLines.head)
        }
        return list(first.fields.map { "| \($0.prefix(200).quotable)" }, most: Self.mostLines.head)
            + (first.body.map(lines) ?? [])
    }

    private func list(_ lines: [String], most: Int) -> [String] {
        lines.count <= most ? lines : lines.prefix(most) + ["and \(counted(lines.count - most, "more line"))"]
    }

    private func lines(_ body: SeenHTTP.Body) -> [String] {
        let parts = [
            body.isChunked ? "in chunks" : nil,
            body.coding.map { coding in
                let isCompressed = coding.split(separator: ", ").contains {
                    Self.compressions.contains($0.lowercased())
                }
                return isCompressed ? "compressed with \(coding.quotable)" : "coded as \(coding.quotable)"
            },
        ].compactMap(\.self)
        let there = "of which \(counted(body.octets, "octet")) \(body.octets == 1 ? "is" : "are") in the recording"
        let size =
            if let announced = body.announced {
                "A body of \(counted(announced, "octet"))" + (announced == body.octets ? "" : ", \(there)")
            } else {
                body.hasGap ? "A body, \(there)" : "A body of \(counted(body.octets, "octet"))"
            }
        let text = text(body)
        return [([size] + parts).joined(separator: ", ") + (text.isEmpty ? "." : ":")] + text
    }

    /// The first lines of a body; none if it is compressed or is no text.
    private func text(_ body: SeenHTTP.Body) -> [String] {
        // A character may be cut in its middle.
        let text = (0...3).lazy.compactMap { String(validating: body.begins.dropLast($0), as: UTF8.self) }.first
        guard body.coding == nil, let text, !text.isEmpty,
            text.unicodeScalars.allSatisfy({
                $0.value >= 0x20 && $0.value != 0x7f || [0x09, 0x0a, 0x0d].contains($0.value)
            })
        else { return [] }
        var all = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if all.last == "" { all.removeLast() }
        let shown = all.prefix(Self.mostLines.body).map { "| \($0.quotable)" }
        return shown + (all.count > shown.count || body.octets > body.begins.count ? ["and more"] : [])
    }
}
