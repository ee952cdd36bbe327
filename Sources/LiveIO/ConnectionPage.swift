import Render
import TCPSim
import Trace

/// A page over HTTP/1.0 about the connection that carries it.
enum ConnectionPage {
    /// The answer to a request that came over `connection`.
    static func answer(to request: RequestHead, over connection: Connection, in language: Language) -> [UInt8] {
        answer(to: request, with: text(about: connection, in: language), in: language)
    }

    /// The answer to a request, with a page that says `text`.
    static func answer(
        to request: RequestHead, with text: @autoclosure () -> String, in language: Language
    ) -> [UInt8] {
        func refusal(_ status: String, _ why: Words) -> [UInt8] {
            response(status, why.sentence(in: language) + "\n", isHead: false)
        }
        guard request.progress != .tooLong else {
            return refusal("400 Bad Request", Words(english: "The request is too long.", chinese: "请求太长。"))
        }
        let line = String(decoding: request.octets.prefix { $0 != 0x0d && $0 != 0x0a }, as: UTF8.self)
        let words = line.split(separator: " ")
        guard words.count >= 2 else {
            return refusal("400 Bad Request", Words(english: "This is no HTTP request.", chinese: "这不是 HTTP 请求。"))
        }
        switch words[0] {
        case "GET": return response("200 OK", text(), isHead: false)
        case "HEAD": return response("200 OK", text(), isHead: true)
        default:
            return refusal(
                "501 Not Implemented", Words(english: "Only GET and HEAD are supported.", chinese: "只支持 GET 和 HEAD。"))
        }
    }

    private static func response(_ status: String, _ text: String, isHead: Bool) -> [UInt8] {
        let head = [
            "HTTP/1.0 \(status)", "Server: HandshakeSim", "Content-Type: text/plain; charset=utf-8",
            "Content-Length: \(text.utf8.count)", "Connection: close", "", "",
        ]
        return Array((head.joined(separator: "\r\n") + (isHead ? "" : text)).utf8)
    }

    private static func text(about connection: Connection, in language: Language) -> String {
        let title = Words(
            english: "This page came over a TCP connection that HandshakeSim made by itself.",
            chinese: "这个页面经由 HandshakeSim 自己建立的 TCP 连接传来。")
        return page(title, ends(of: connection) + variables(of: connection) + times(of: connection), in: language)
    }

    /// A row of a table: a name and a value.
    typealias Row = (name: Words, value: Words)

    private static let none = Words(english: "none", chinese: "无")
    private static let off = Words(english: "off", chinese: "关闭")
    private static let on = Words(english: "on", chinese: "开启")

    private static func octets(_ count: Int) -> Words { Words(english: "\(count) octets", chinese: "\(count) 字节") }

    private static func ends(of connection: Connection) -> [Row] {
        [
            (
                Words(english: "Your socket", chinese: "你的套接字"),
                connection.remote.map { Words(same: $0.description) } ?? none
            ), (Words(english: "My socket", chinese: "我的套接字"), Words(same: connection.local.description)),
            (Words(english: "State", chinese: "状态"), Words(same: connection.state.rawValue)),
            (
                Words(english: "Your first number, IRS", chinese: "你的初始序号，IRS"),
                Words(same: connection.receiving.initial.description)
            ),
            (
                Words(english: "My first number, ISS", chinese: "我的初始序号，ISS"),
                Words(same: connection.sending.initial.description)
            ),
        ]
    }

    private static func variables(of connection: Connection) -> [Row] {
        let scale = connection.windowScale.map {
            Words(
                english: "yours by \($0.send), mine by \($0.receive)", chinese: "你的左移 \($0.send) 位，我的左移 \($0.receive) 位"
            )
        }
        return [
            ("SND.UNA", Words(same: connection.sending.unacknowledged.description)),
            ("SND.NXT", Words(same: connection.sending.next.description)),
            ("SND.WND", octets(Int(connection.sending.window))),
            ("RCV.NXT", Words(same: connection.receiving.next.description)),
            ("RCV.WND", octets(Int(connection.receiving.window))),
            (Words(english: "MSS I announced", chinese: "我通告的 MSS"), octets(Int(connection.configuration.mss))),
            (
                Words(english: "Most I send in a segment", chinese: "我在一个报文段中最多发送"),
                octets(Int(connection.effectiveSendMSS))
            ), (Words(english: "Window scaling", chinese: "窗口扩大"), scale ?? off),
            ("SACK", connection.usesSACK ? on : off),
            (Words(english: "Timestamps", chinese: "时间戳"), connection.usesTimestamps ? on : off),
        ]
    }

    private static func times(of connection: Connection) -> [Row] {
        let timeout = connection.retransmissionTimeout
        let unknown = Words(english: "not measured", chinese: "没有测量")
        return [
            (
                Words(english: "Round-trip time, SRTT", chinese: "往返时间，SRTT"),
                timeout.smoothed.map { "\(Instant.zero + $0) ms" } ?? unknown
            ),
            (
                Words(english: "Its variation, RTTVAR", chinese: "它的变化，RTTVAR"),
                "\(Instant.zero + timeout.variation) ms"
            ),
            (
                Words(english: "Retransmission timeout, RTO", chinese: "重传超时，RTO"),
                "\(Instant.zero + timeout.value) ms"
            ),
            (
                Words(english: "Congestion window", chinese: "拥塞窗口"),
                connection.congestion.map { octets(Int($0.window)) } ?? off
            ),
        ]
    }

    /// A title, and names and values in two columns. The values are made legible, because some of them are text from the client.
    static func page(_ title: Words, _ rows: [Row], in language: Language) -> String {
        let lines = rows.map { ($0.name.sentence(in: language), $0.value.sentence(in: language)) }
        let width = (lines.map { Text.width($0.0) }.max() ?? 0) + 2
        let table = lines.map { Text.pad($0.0, to: width) + $0.1.legible + "\n" }.joined()
        return title.sentence(in: language) + "\n\n" + table
    }
}
