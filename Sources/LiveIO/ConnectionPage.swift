import TCPSim
import Trace

/// A page over HTTP/1.0 about the connection that carries it.
enum ConnectionPage {
    /// The answer to a request that came over `connection`.
    static func answer(to request: RequestHead, over connection: Connection) -> [UInt8] {
        answer(to: request, with: text(about: connection))
    }

    /// The answer to a request, with a page that says `text`.
    static func answer(to request: RequestHead, with text: @autoclosure () -> String) -> [UInt8] {
        guard request.progress != .tooLong else {
            return response("400 Bad Request", "The request is too long.\n", isHead: false)
        }
        let line = String(decoding: request.octets.prefix { $0 != 0x0d && $0 != 0x0a }, as: UTF8.self)
        let words = line.split(separator: " ")
        guard words.count >= 2 else { return response("400 Bad Request", "This is no HTTP request.\n", isHead: false) }
        switch words[0] {
        case "GET": return response("200 OK", text(), isHead: false)
        case "HEAD": return response("200 OK", text(), isHead: true)
        default: return response("501 Not Implemented", "Only GET and HEAD are supported.\n", isHead: false)
        }
    }

    private static func response(_ status: String, _ text: String, isHead: Bool) -> [UInt8] {
        let head = [
            "HTTP/1.0 \(status)", "Server: HandshakeSim", "Content-Type: text/plain; charset=utf-8",
            "Content-Length: \(text.utf8.count)", "Connection: close", "", "",
        ]
        return Array((head.joined(separator: "\r\n") + (isHead ? "" : text)).utf8)
    }

    private static func text(about connection: Connection) -> String {
        let timeout = connection.retransmissionTimeout
        let scale = connection.windowScale.map { "yours by \($0.send), mine by \($0.receive)" }
        let rows: [(String, String)] = [
            ("Your socket", connection.remote?.description ?? "none"),
            ("My socket", connection.local.description),
            ("State", connection.state.rawValue),
            ("Your first number, IRS", connection.receiving.initial.description),
            ("My first number, ISS", connection.sending.initial.description),
            ("SND.UNA", connection.sending.unacknowledged.description),
            ("SND.NXT", connection.sending.next.description),
            ("SND.WND", "\(connection.sending.window) octets"),
            ("RCV.NXT", connection.receiving.next.description),
            ("RCV.WND", "\(connection.receiving.window) octets"),
            ("MSS I announced", "\(connection.configuration.mss) octets"),
            ("Most I send in a segment", "\(connection.effectiveSendMSS) octets"),
            ("Window scaling", scale ?? "off"),
            ("SACK", connection.usesSACK ? "on" : "off"),
            ("Timestamps", connection.usesTimestamps ? "on" : "off"),
            ("Round-trip time, SRTT", timeout.smoothed.map { "\(Instant.zero + $0) ms" } ?? "not measured"),
            ("Its variation, RTTVAR", "\(Instant.zero + timeout.variation) ms"),
            ("Retransmission timeout, RTO", "\(Instant.zero + timeout.value) ms"),
            ("Congestion window", connection.congestion.map { "\($0.window) octets" } ?? "off"),
        ]
        return "This page came over a TCP connection that HandshakeSim made by itself.\n\n" + table(rows)
    }

    /// Names and values in two columns. The values are made legible, because some of them are text from the client.
    static func table(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + $0.1.legible + "\n" }.joined()
    }
}
