import Recordings
import TLSSim
import Trace

/// What a recording shows before any attack: the hellos, and what the capture lacks.
package enum RecordingFinding: Remark, Hashable {
    case hellos(suite: RegisteredSuite, version: ProtocolVersion, extendedMasterSecret: Bool)
    case unreadable(RecordingError)
    /// Octets are missing from a direction; the number of gaps, and the offset of the first gap in the stream.
    case octetsMissing(Role, ranges: Int, from: Int)
    /// Packets were captured only in part because of the snap length; how many, and the number of the first.
    case packetsCut(Role, count: Int, first: Int)
    /// Packets have other octets than earlier packets at the same place of the stream; how many, and the number of the first.
    case packetsContradict(Role, count: Int, first: Int)

    package var english: String {
        switch self {
        case .hellos(let suite, .tls13, _):
            "The hellos are in clear: version \(ProtocolVersion.tls13), suite \(suite). Both randoms are public."
        case .hellos(let suite, let version, let extended):
            """
            The hellos are in clear: version \(version), suite \(suite), extended master secret \
            \(extended ? "agreed" : "not agreed"). Both randoms are public.
            """
        case .unreadable(let error): "No handshake can be read from this connection: \(error.english)."
        case .octetsMissing(let side, let ranges, let start):
            """
            Octets of the \(side) are missing from the capture, in \(ranges) place\(ranges == 1 ? "" : "s"); the first gap is \
            at offset \(start) of its stream. The stream is read up to there.
            """
        case .packetsCut(let side, let count, let first):
            """
            \(count) packet\(count == 1 ? "" : "s") of the \(side) \(count == 1 ? "was" : "were") captured only in part \
            (snap length); the first is packet \(first).
            """
        case .packetsContradict(let side, let count, let first):
            """
            \(count) packet\(count == 1 ? "" : "s") of the \(side) repeat\(count == 1 ? "s" : "") octets of its stream with \
            other values; the first is packet \(first). What begins first is believed.
            """
        }
    }

    package var chinese: String {
        switch self {
        case .hellos(let suite, .tls13, _):
            "两条 hello 消息是明文：版本 \(ProtocolVersion.tls13)，密码套件 \(suite)。两个随机数都是公开的。"
        case .hellos(let suite, let version, let extended):
            "两条 hello 消息是明文：版本 \(version)，密码套件 \(suite)，\(extended ? "商定了扩展主密钥" : "没有商定扩展主密钥")。"
                + "两个随机数都是公开的。"
        case .unreadable(let error): "从这个连接中读不出握手：\(error.chinese)。"
        case .octetsMissing(let side, let ranges, let start):
            "抓包文件中缺少\(Chinese.name(side))的字节，共有 \(ranges) 处；第一处在它的字节流的偏移 \(start)。字节流只读到那里。"
        case .packetsCut(let side, let count, let first):
            "\(Chinese.name(side))有 \(count) 个数据包只抓到一部分（snap length）；第一个是数据包 \(first)。"
        case .packetsContradict(let side, let count, let first):
            "\(Chinese.name(side))有 \(count) 个数据包重复了它的字节流中的字节，但值不同；第一个是数据包 \(first)。以先开始的为准。"
        }
    }
}
