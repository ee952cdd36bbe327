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
}
