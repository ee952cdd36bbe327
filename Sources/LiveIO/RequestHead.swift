/// The head of an HTTP request, which arrives in pieces of any size. It ends with an empty line (RFC 1945 section 5).
///
/// Each octet is examined once, whatever the size of the pieces. So a client that sends single octets causes no more work.
struct RequestHead {
    /// The most octets that a head may have.
    static let limit = 8_192

    /// How much of a head has arrived.
    enum Progress: Hashable {
        /// The empty line has not arrived.
        case unfinished
        /// The head is whole.
        case whole
        /// The head has more than ``limit`` octets.
        case tooLong
    }

    /// The octets of the head that have arrived, and those that came in one piece with its end.
    private(set) var octets: [UInt8] = []
    /// How much of the head has arrived.
    private(set) var progress = Progress.unfinished
    /// The number of octets that have been examined.
    private(set) var examined = 0
    /// The number of octets of the current line, carriage returns not counted; nil in the first line.
    private var lineLength: Int?

    /// Adds a piece that has arrived. A piece that arrives after the end of the head is ignored.
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
