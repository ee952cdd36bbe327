/// The head of an HTTP request as it arrives, in pieces of any size: it ends with an empty line (RFC 1945 section 5).
///
/// Each octet is looked at once, however the request is cut: a client that sends it octet by octet makes no more work.
struct RequestHead {
    /// The most octets that a head may have.
    static let limit = 8_192

    /// How far it is.
    enum Progress: Hashable {
        /// The empty line is still to come.
        case unfinished
        /// It is whole.
        case whole
        /// It has more than ``limit`` octets.
        case tooLong
    }

    /// What has arrived of it, and what came in one piece with its end.
    private(set) var octets: [UInt8] = []
    /// How far it is.
    private(set) var progress = Progress.unfinished
    /// Octets that have been looked at.
    private(set) var examined = 0
    /// Octets of the line that is being read, carriage returns not counted; nil in the first line.
    private var lineLength: Int?

    /// Adds a piece that has arrived; after the end nothing is taken any more.
    mutating func append(_ piece: [UInt8]) {
        guard progress == .unfinished else { return }
        octets += piece
        while examined < octets.count, progress == .unfinished {
            read(octets[examined])
            examined += 1
        }
    }

    private mutating func read(_ octet: UInt8) {
        switch octet {
        case 0x0a:
            if lineLength == 0 { return progress = .whole }
            lineLength = 0
        case 0x0d: break
        default: lineLength = lineLength.map { $0 + 1 }
        }
        if examined >= Self.limit { progress = .tooLong }
    }
}
