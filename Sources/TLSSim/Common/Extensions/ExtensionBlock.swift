import Trace

/// The block of extensions at the end of a hello, and in messages of TLS 1.3.
enum ExtensionBlock {
    static let rule = Citation.rfc(5246, "7.4.1.4")
    static let typeName = "tls.handshake.extension.type"

    /// Reads or writes the block. A hello without extensions has no block (RFC 5246 section 7.4.1.2).
    ///
    /// - Throws: the coder's failure if an extension cannot be read, or if two extensions have the same type (RFC 5246 section 7.4.1.4,
    ///   RFC 8446 section 4.2).
    static func code<C: Coder>(
        _ extensions: inout [HelloExtension], in place: ExtensionPlace, with coder: inout C
    ) throws(C.Failure) {
        if place.mayLackBlock, !coder.continues(ifWriting: !extensions.isEmpty) { return }
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

/// The types of the extensions read so far in a block. Almost all types are below 64; these are bits of an integer, which is faster than
/// a set that grows several times in each hello.
private struct SeenTypes {
    private var low: UInt64 = 0
    private var others: Set<UInt16> = []

    /// Adds a type. Returns false if the type was there before.
    mutating func insert(_ type: UInt16) -> Bool {
        guard type < UInt64.bitWidth else { return others.insert(type).inserted }
        let bit: UInt64 = 1 << UInt64(type)
        defer { low |= bit }
        return low & bit == 0
    }
}
