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
        let what = first.what.english.quotable
        return switch first.kind {
        case .request: "HTTP request: \(what)"
        case .answer: "HTTP answer: \(what)"
        case .frame: messages.count == 1 ? "HTTP/2: \(what)" : "HTTP/2:"
        }
    }

    var chinese: String {
        guard let first = messages.first else { return "" }
        let what = first.what.chinese.quotable
        return switch first.kind {
        case .request: "HTTP 请求：\(what)"
        case .answer: "HTTP 应答：\(what)"
        case .frame: messages.count == 1 ? "HTTP/2：\(what)" : "HTTP/2："
        }
    }

    var englishBackground: String {
        guard messages.first?.kind == .frame else { return "" }
        return """
            Fields are compressed with what was sent before on the connection (HPACK, RFC 7541). Only those at the beginning that are numbers of \
            its static table are named here.
            """
    }

    var chineseBackground: String {
        guard messages.first?.kind == .frame else { return "" }
        return """
            字段的压缩要用到同一连接先前发送的内容（HPACK，RFC 7541）。这里只写出开头那些属于静态表编号的字段。
            """
    }

    /// The lines of the head, what there is to say about the body, and the body's first lines. A line that was sent has a bar before it.
    private var lines: [Words] {
        guard let first = messages.first else { return [] }
        if first.kind == .frame {
            return messages.count == 1 ? [] : list(messages.map(\.what), most: Self.mostLines.head)
        }
        return list(first.fields.map { Words(same: "| \($0.prefix(200).quotable)") }, most: Self.mostLines.head)
            + (first.body.map(lines) ?? [])
    }

    var quoted: [String] { lines.map(\.english) }
    var chineseQuoted: [String] { lines.map(\.chinese) }

    private func list(_ lines: [Words], most: Int) -> [Words] {
        let more = lines.count - most
        return more <= 0
            ? lines
            : lines.prefix(most) + [Words(english: "and \(counted(more, "more line"))", chinese: "还有 \(more) 行")]
    }

    private func lines(_ body: SeenHTTP.Body) -> [Words] {
        let parts = [
            body.isChunked ? Words(english: "in chunks", chinese: "分块传输") : nil,
            body.coding.map { coding in
                let isCompressed = coding.split(separator: ", ").contains {
                    Self.compressions.contains($0.lowercased())
                }
                return isCompressed
                    ? Words(english: "compressed with \(coding.quotable)", chinese: "用 \(coding.quotable) 压缩")
                    : Words(english: "coded as \(coding.quotable)", chinese: "编码为 \(coding.quotable)")
            },
        ].compactMap(\.self)
        let text = text(body)
        let line = ([size(body)] + parts).joined(separator: Words(english: ", ", chinese: "，"))
        let end = text.isEmpty ? Words(english: ".", chinese: "。") : Words(english: ":", chinese: "：")
        return [line + end] + text
    }

    private func size(_ body: SeenHTTP.Body) -> Words {
        let there = Words(
            english: ", of which \(counted(body.octets, "octet")) \(body.octets == 1 ? "is" : "are") in the recording",
            chinese: "，其中 \(body.octets) 字节在录下的流量中")
        func whole(_ count: Int) -> Words {
            Words(english: "A body of \(counted(count, "octet"))", chinese: "正文 \(count) 字节")
        }
        if let announced = body.announced {
            return announced == body.octets ? whole(announced) : whole(announced) + there
        }
        return body.hasGap ? Words(english: "A body", chinese: "正文") + there : whole(body.octets)
    }

    /// The first lines of a body; none if it is compressed or is no text.
    private func text(_ body: SeenHTTP.Body) -> [Words] {
        // A character may be cut in its middle.
        let text = (0...3).lazy.compactMap { String(validating: body.begins.dropLast($0), as: UTF8.self) }.first
        guard body.coding == nil, let text, !text.isEmpty,
            text.unicodeScalars.allSatisfy({
                $0.value >= 0x20 && $0.value != 0x7f || [0x09, 0x0a, 0x0d].contains($0.value)
            })
        else { return [] }
        var all = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if all.last == "" { all.removeLast() }
        let shown = all.prefix(Self.mostLines.body).map { Words(same: "| \($0.quotable)") }
        let hasMore = all.count > shown.count || body.octets > body.begins.count
        return shown + (hasMore ? [Words(english: "and more", chinese: "还有更多")] : [])
    }
}
