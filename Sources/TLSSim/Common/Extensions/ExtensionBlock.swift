import Trace

/// The block of extensions at the end of a hello, and in the messages that came with TLS 1.3.
enum ExtensionBlock {
    static let rule = Citation.rfc(5246, "7.4.1.4")
    static let typeName = "tls.handshake.extension.type"

    /// Goes through the block, which hellos leave out when there are no extensions (RFC 5246 section 7.4.1.2). Two extensions of
    /// one type are an error (section 7.4.1.4, RFC 8446 section 4.2).
    static func code<C: Coder>(
        _ extensions: inout [HelloExtension], in place: ExtensionPlace, with coder: inout C
    ) throws(C.Failure) {
        if place.mayLackBlock {
            guard coder.continues(ifWriting: !extensions.isEmpty) else { return }
        }
        try coder.vector("tls.handshake.extensions", .octets(2), cite: rule) { list throws(C.Failure) in
            var seen = SeenTypes()
            try list.list(&extensions, of: .other(type: 0, body: [])) { (item, coder) throws(C.Failure) in
                let start = coder.offset
                try item.code(in: place, with: &coder)
                try coder.require(
                    seen.insert(item.type), typeName, at: start,
                    "extension \(HelloExtension.describe(item.type)) stands twice", cite: rule)
            }
        }
    }
}

/// The types of extensions that have come in a hello. Those below 64, which are nearly all that there are, need no set: it would grow
/// several times in each hello.
private struct SeenTypes {
    private var low: UInt64 = 0
    private var others: Set<UInt16> = []

    /// Adds a type; false if it has come before.
    mutating func insert(_ type: UInt16) -> Bool {
        guard type < UInt64.bitWidth else { return others.insert(type).inserted }
        let bit: UInt64 = 1 << UInt64(type)
        defer { low |= bit }
        return low & bit == 0
    }
}
