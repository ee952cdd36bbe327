import TCPSim

/// What the additions to TCP do about small segments, many losses and large windows.
extension Scenario {
    static let smallSegments: [Scenario] = [
        Scenario(
            name: "nagle-delayed-ack", englishTitle: "Nagle's Rule Meets the Delayed Acknowledgment",
            chineseTitle: "Nagle 规则遇到延迟的确认",
            english: """
                A writes a request in two small pieces. The first piece goes at once. The second one has to wait until the first one is \
                acknowledged (Nagle's rule). B delays its acknowledgment, because an answer of its own could carry it. But B's program \
                cannot answer half a request. So both wait, until B's timer runs out. From line 6 on A has switched Nagle's rule off \
                (TCP_NODELAY), and nothing waits.
                """,
            chinese: """
                A 把一个请求分成两小段写出。第一段立即发出。第二段必须等到第一段得到确认（Nagle 规则）。\
                B 推迟确认，因为它自己的应答可以捎带确认。但 B 的程序无法回应半个请求。所以双方都在等，直到 B 的计时器到时。\
                从第 6 行起，A 关闭了 Nagle 规则（TCP_NODELAY），就没有什么需要等了。
                """,
            a: .iss(99), b: .iss(299),
            configure: { configuration, _ in
                configuration.nagle = true
                configuration.acknowledgmentDelay = .milliseconds(40)
            },
            before: handshake,
            lines: [
                [.show()],
                [says("GET /", .a), .pass(.a)],
                [says(" HTTP/1.1", .a), .show(a: .waits, b: .waits)],
                [.timeout(.delayedAcknowledgment, of: .b), .pass(.b)],
                [.pass(.a)],
                [.call(.nagle(false), by: .a), .timeout(.delayedAcknowledgment, of: .b), .pass(.b)],
                [says("GET /", .a), .pass(.a)],
                [says(" HTTP/1.1", .a), .pass(.a)],
            ]),
        Scenario(
            name: "sack", englishTitle: "Two Losses, and Acknowledgments That Say What Is There",
            chineseTitle: "两次丢失，以及说明什么已到达的确认",
            english: """
                A sends six segments of 100 octets. The second and the fourth are lost. An acknowledgment names one number, 200: the first \
                that is missing. The SACK option beside it also names what has arrived behind the gaps. So A sends exactly the two \
                segments again that are lost.
                """,
            chinese: """
                A 发送六个报文段，每个 100 字节。第二个和第四个丢失。确认写明一个序号 200：缺少的第一个。\
                旁边的 SACK 选项还写明空缺之后有什么已经到达。所以 A 再次发送的，正好是丢失的那两个报文段。
                """,
            a: .iss(99), b: .iss(299),
            configure: { configuration, _ in
                configuration.mss = 100
                configuration.selectiveAcknowledgment = true
                configuration.congestionControl = .init()
            },
            before: handshake,
            lines: [
                [.show()],
                [.call(.send(lines(6), push: false), by: .a), .pass(.a)],
                [.lose(.a)],
                [.pass(.a)],
                [.lose(.a)],
                [.pass(.a)],
                [.pass(.a)],
                [.settle],
            ]),
        Scenario(
            name: "window-scale", englishTitle: "A Window of More Than 65,535 Octets",
            chineseTitle: "大于 65,535 字节的窗口",
            english: """
                The window field has 16 bits. Each SYN names a shift for the window fields that its sender writes after it. A window that \
                stands on a SYN itself is not shifted. If one SYN lacks the option, no window is shifted.
                """,
            chinese: """
                窗口字段有 16 位。每个 SYN 写明一个移位数，用于它的发送方此后写的窗口字段。写在 SYN 本身上的窗口不移位。\
                只要有一个 SYN 没有这个选项，就都不移位。
                """,
            a: .iss(99), b: .iss(299),
            configure: { configuration, _ in
                configuration.receiveBuffer = 1 << 20
                configuration.windowScale = 7
            },
            lines: [
                [.call(.passiveOpen, by: .b), .show()],
                [.call(.activeOpen, by: .a), .pass(.a)],
                [.pass(.b)],
                [.pass(.a)],
                [says("abc", .a), .pass(.a)],
                [.pass(.b)],
            ]),
    ]
    /// So many lines of 100 octets. A reader of the capture that waits for the end of a line finds one in each segment.
    private static func lines(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in [UInt8](repeating: 0x41, count: 98) + [0x0d, 0x0a] }
    }
}
