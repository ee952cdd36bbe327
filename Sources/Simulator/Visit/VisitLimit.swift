import Crypto
import Trace

/// What a visit leaves out or simplifies.
enum VisitLimit: Remark {
    case perfectWire
    case failingWire
    case promptAcknowledgments
    case seeded
    case absences(resumption: Bool, clientCertificates: Bool, applicationProtocols: Bool)
    case lateClose(of: Role)
    case randomsWithoutClock
    case noExtendedMasterSecret
    case earlierVisit
    case tls13(Visit.TLS13Options)
    /// The group is a toy, for that reason; nil if no special reason is known.
    case toyGroup(FiniteFieldGroup.Weakness?)

    /// The limits of a visit, in the order in which they are told.
    ///
    /// - Parameter isServed: whether the server has answered.
    static func limits(of options: Visit.Options, isServed: Bool) -> [VisitLimit] {
        var limits: [VisitLimit] = [
            options.wire.isPerfect ? .perfectWire : .failingWire, .promptAcknowledgments, .seeded,
            .absences(
                resumption: options.resumption == nil && options.tls13?.resumes != true,
                clientCertificates: options.clientCertificate == nil,
                applicationProtocols: options.applicationProtocols.isEmpty),
        ]
        if let tls13 = options.tls13 {
            if tls13.resumes { limits.append(.earlierVisit) }
            return limits + [.tls13(tls13)]
        }
        let isCut = options.isTruncated || options.attacker?.endsConnection == true
        if isServed, !isCut { limits.append(.lateClose(of: options.closesFirst.peer)) }
        limits.append(.randomsWithoutClock)
        if !options.extendedMasterSecret { limits.append(.noExtendedMasterSecret) }
        if options.resumption != nil { limits.append(.earlierVisit) }
        if options.group.isToy, options.suite.keyExchange == .dheRSA {
            limits.append(.toyGroup(options.group.weakness))
        }
        return limits
    }

    var english: String {
        switch self {
        case .perfectWire:
            """
            The wire is perfect: it loses, repeats, reorders and damages nothing. Computing takes no virtual time.
            """
        case .failingWire:
            """
            The wire fails only by the rates and rules given; the seed decides when. Computing takes no virtual time.
            """
        case .promptAcknowledgments:
            "Every segment with data is acknowledged at once. Real systems often wait for a second segment."
        case .seeded:
            """
            The randoms, the keys and the secret behind the sequence numbers come from the seed, so the run can be repeated. A real \
            endpoint draws them from the operating system, and they cannot be drawn again.
            """
        case .absences(let resumption, let clientCertificates, let applicationProtocols):
            Self.absences(
                (resumption ? ["session resumption"] : []) + (clientCertificates ? ["client certificates"] : [])
                    + ["revocation"] + (applicationProtocols ? ["ALPN"] : []))
        case .lateClose(let role):
            """
            In TLS 1.2 a side answers close_notify at once and discards unsent data (RFC 5246 section 7.2.1). Here the \(role)'s \
            application takes 5 ms to close. So the \(role)'s close_notify and FIN come after the ACK of the \(role.peer)'s FIN.
            """
        case .randomsWithoutClock:
            """
            In RFC 5246 the first four octets of each random are the clock. Here all 32 octets are random, as in most endpoints \
            today.
            """
        case .noExtendedMasterSecret:
            """
            The extended master secret (RFC 7627) is off. So this run uses RFC 5246's own formula: premaster secret and two randoms. \
            Today's endpoints use the extended master secret; --ems switches it on.
            """
        case .earlierVisit:
            """
            The first visit, in which the session was made, is not shown. It was a full handshake of the same suite, one minute \
            earlier, over a perfect wire. The table does not say who recorded that visit, or what leaks from the memories of the two \
            sides.
            """
        case .tls13(let tls13):
            """
            \(Self.absences(of: tls13)) RFC 9846 replaces RFC 8446, which this program cites. RFC 9846 has the same version number, makes some \
            requirements stricter, numbers section 4 anew, and says main secret for master secret.
            """
        case .toyGroup(let weakness): "The group is a toy: \(weakness?.english ?? "anyone can take logarithms in it.")"
        }
    }

    var chinese: String {
        switch self {
        case .perfectWire:
            """
            线路是完美的：不丢失，不重复，不乱序，不损坏。计算不占用虚拟时间。
            """
        case .failingWire:
            """
            线路只按给定的比率和规则出错，何时出错由种子决定。计算不占用虚拟时间。
            """
        case .promptAcknowledgments:
            "每个带数据的报文段都立即得到确认。真实的系统常常先等第二个报文段。"
        case .seeded:
            """
            随机数、密钥和序号背后的秘密都来自种子，所以这次运行可以重复。真实的实现从操作系统取得它们，\
            不能再次取得同样的值。
            """
        case .absences(let resumption, let clientCertificates, let applicationProtocols):
            Self.chineseAbsences(
                (resumption ? ["会话恢复"] : []) + (clientCertificates ? ["客户端证书"] : [])
                    + ["吊销"] + (applicationProtocols ? ["ALPN"] : []))
        case .lateClose(let role):
            """
            在 TLS 1.2 中，一方收到 close_notify 就立即回应，并丢弃未发送的数据（RFC 5246 7.2.1 节）。\
            这里，\(Chinese.name(role))的应用程序要过 5 ms 才关闭。所以\(Chinese.name(role))的 close_notify 和 FIN \
            排在对\(Chinese.name(role.peer)) FIN 的 ACK 之后。
            """
        case .randomsWithoutClock:
            """
            在 RFC 5246 中，每个随机数的前四个字节是时钟。这里 32 字节全都是随机的，今天的大多数实现也是这样。
            """
        case .noExtendedMasterSecret:
            """
            没有使用扩展主密钥（RFC 7627）。所以这次运行用的是 RFC 5246 自己的公式：预主密钥和两个随机数。\
            今天的实现都使用扩展主密钥；--ems 可以启用它。
            """
        case .earlierVisit:
            """
            建立会话的第一次访问没有显示。那是同一密码套件的一次完整握手，早一分钟，线路是完美的。\
            表中没有说谁录下了那次访问，也没有说双方的内存会泄露什么。
            """
        case .tls13(let tls13):
            """
            \(Self.chineseAbsences(of: tls13))RFC 9846 取代本程序引用的 RFC 8446。RFC 9846 的版本号相同，\
            有些要求更严格，第 4 节重新编号，主密钥的英文由 master secret 改为 main secret。
            """
        case .toyGroup(let weakness): "这个群是玩具：\(weakness?.chinese ?? "谁都能在其中求对数。")"
        }
    }

    private static func absences(of tls13: Visit.TLS13Options) -> String {
        let others =
            (tls13.updatesKeys ? [] : ["KeyUpdate"]) + (tls13.paddingMultiple > 1 ? [] : ["padding of records"])
        let early = tls13.sendsEarlyData ? [] : ["early data"]
        guard !(early + others).isEmpty else { return "Cookies do not occur here." }
        return absences(early + ["cookies"] + others)
    }

    private static func chineseAbsences(of tls13: Visit.TLS13Options) -> String {
        let others = (tls13.updatesKeys ? [] : ["KeyUpdate"]) + (tls13.paddingMultiple > 1 ? [] : ["记录的填充"])
        let early = tls13.sendsEarlyData ? [] : ["早期数据"]
        guard !(early + others).isEmpty else { return "这里不出现 cookie。" }
        return chineseAbsences(early + ["cookie"] + others)
    }

    private static func absences(_ absent: [String]) -> String {
        let list = listed(absent)
        return list.prefix(1).uppercased() + list.dropFirst() + (absent.count == 1 ? " does" : " do")
            + " not occur here."
    }

    private static func chineseAbsences(_ absent: [String]) -> String {
        spaced("这里不出现", listedInChinese(absent)) + "。"
    }
}
