import Trace

/// What a record of a live connection leaves out.
enum LiveLimit: Remark {
    /// Only one side is this program.
    case otherProgram
    /// TCP is not this program's.
    case systemTCP
    /// The record was cut.
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
