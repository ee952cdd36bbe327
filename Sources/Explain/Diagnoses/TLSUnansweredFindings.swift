import PKI
import TLSSim
import Trace

/// The findings where the other side does not speak TLS, or no ServerHello comes.
extension TLSSearch {
    /// Ports on which servers speak TLS from the first octet, by the registry of service names or by custom.
    static let portsOfTLS: Set<UInt16> = [
        443, 465, 563, 636, 853, 989, 990, 992, 993, 994, 995, 4433, 4443, 5061, 5671, 8443, 8883, 9443, 10_443,
    ]

    mutating func plainText(_ talk: TLSTalk?) {
        guard connection.isOpened, talk != nil || Self.portsOfTLS.contains(connection.server.socket.port) else {
            return
        }
        let client = line(of: .client).words
        let server = line(of: .server).words
        guard client.areText, !hasGap(.client) else { return }
        if talk != nil {
            // The only TLS is an alert with which the server answered plain text.
            guard talk?.alerts.contains(where: { !$0.isFromClient }) == true else { return }
        } else {
            let isRefusal = String(decoding: server.first.prefix(16), as: UTF8.self).hasPrefix("HTTP/1.1 400")
            // A server that has had no time to answer has not refused.
            let waited = connection.captureEnds - (connection.client.lastDataTime ?? connection.captureEnds)
            guard server.isEmpty && (waited >= 1_000_000 || end(of: .server) != nil) || isRefusal,
                client.areRequest || server.isEmpty && connection.server.octets == 0
            else { return }
        }
        add(
            .plainTextClient(client.quoted), .likely,
            blame: .likely(clientSide, Words(english: "its first octets are words", chinese: "它最初的字节是文字")),
            frames: [client.frames.first, talk?.alerts.first?.frame])
    }

    /// Adds SSL 2.0, of which only the hellos are known.
    mutating func oldVersion() {
        guard let (frame, isFromOne) = tls.oldHello else { return }
        let client = connection.side(isFromOne: isFromOne)
        let isChosen = tls.oldAnswer != nil
        add(
            .obsolete(["SSL 2.0"], isChosen: isChosen), .certain,
            blame: .certain(
                isChosen == (client == .client) ? .server : .client,
                isChosen
                    ? Words(english: "it chose the version", chinese: "版本是它选定的")
                    : Words(english: "its hello is of that version", chinese: "它的 Hello 消息就是这个版本")),
            frames: [frame, tls.oldAnswer])
    }

    /// Adds what happened to a ClientHello that no ServerHello answered.
    mutating func unanswered(_ hello: TLSTalk.SeenHello, _ talk: TLSTalk) {
        let server = line(of: .server)
        // If octets of the server are missing in the capture, the answer may be among them.
        guard server.records == 0, connection.isOpened, !hasGap(.server) else { return }
        if server.noRecord != nil || tls.prelude == nil && !server.words.isEmpty {
            return add(
                .plainTextServer(server.words.quoted), .certain,
                blame: .unknown(
                    Words(
                        english: "the packets do not tell which of the two has the wrong port",
                        chinese: "从数据包看不出是哪一方用错了端口")),
                frames: [hello.frames.first, server.words.frames.last])
        }
        let isAcknowledged = (direction(of: .client).acknowledged ?? .min) >= hello.end
        if endsFirst(.server), let end = end(of: .server), end.frame > hello.frames.last {
            // The client may have ended the connection before, in a frame that is missing.
            guard !hasGap(.client) else { return }
            let after = span(from: hello.lastTime, to: end.time)
            guard end.isReset else {
                // A FIN that crossed the ClientHello does not answer it.
                guard isAcknowledged else { return }
                return add(
                    .closedAfterClientHello(after: after), .certain,
                    blame: .likely(serverSide, Words(english: "its FIN is its only answer", chinese: "它的 FIN 是它唯一的应答")),
                    frames: [hello.frames.first, end.frame])
            }
            let reset = reset(of: .server)
            let isUsual = reset.flatMap { reset in reset.usual.map { $0.contains(reset.timeToLive) } }
            let blame: Blame =
                switch isUsual {
                case true?:
                    .likely(
                        serverSide,
                        Words(
                            english: "the reset has the time to live of its other packets",
                            chinese: "复位报文段的生存时间与它的其他数据包相同"))
                case false?:
                    .likely(
                        .path,
                        Words(
                            english: "no other packet of the server has the reset's time to live",
                            chinese: "服务器的其他数据包都没有复位报文段的生存时间"))
                case nil:
                    .unknown(
                        Words(
                            english: "no other packet of the server shows its time to live",
                            chinese: "服务器没有其他数据包能显示它的生存时间"))
                }
            return add(
                .resetAfterClientHello(after: after), .certain, blame: blame,
                frames: [hello.frames.first, end.frame])
        }
        // If the server's direction is not in the capture, an answer may have been sent all the same.
        guard direction(of: .server).segments > 0, !endsFirst(.server) else { return }
        let givesUp = end(of: .client)
        let waited = max(0, (givesUp?.time ?? connection.captureEnds) - hello.lastTime)
        // A client that closes at once has not waited for the answer.
        guard waited >= (givesUp == nil ? 3_000_000 : 1_000_000) else { return }
        add(
            .noServerHello(octets: hello.octets, waited: waited, isAcknowledged: isAcknowledged), .certain,
            blame: isAcknowledged
                ? .likely(
                    serverSide,
                    Words(english: "its TCP acknowledged the ClientHello", chinese: "它的 TCP 确认了 ClientHello"))
                : .likely(
                    .path,
                    Words(
                        english: "the handshake of TCP passed, and the ClientHello was not acknowledged",
                        chinese: "TCP 的握手通过了，而 ClientHello 没有得到确认")),
            frames: [hello.frames.first, givesUp?.frame])
    }
}
