import Trace

/// The parts of a live connection that its journal leaves out.
enum LiveLimit: Remark {
    case otherProgram
    case systemTCP
    case abridged

    var english: String {
        switch self {
        case .otherProgram:
            "The other side is another program. This record shows what it sends, but not what it computes."
        case .systemTCP: "TCP is the operating system's. Its segments are not seen."
        case .abridged: "The connection is long, and only its beginning is recorded."
        }
    }

    var chinese: String {
        switch self {
        case .otherProgram: "对方是另一个程序。这份记录显示它发送的内容，不显示它计算的内容。"
        case .systemTCP: "TCP 由操作系统提供，看不到它的报文段。"
        case .abridged: "这个连接很长，只录下了开头。"
        }
    }
}
