import Trace

/// The block of extensions at the end of a hello.
enum ExtensionBlock {
    static let rule = Citation.rfc(5246, "7.4.1.4")
    static let typeName = "tls.handshake.extension.type"

    /// Goes through the block, which is left out when there are no extensions (RFC 5246 section 7.4.1.2). Two extensions of one
    /// type are an error (section 7.4.1.4).
    static func code<C: Coder>(
        _ extensions: inout [HelloExtension], in sender: Role, with coder: inout C
    ) throws(C.Failure) {
        guard coder.continues(ifWriting: !extensions.isEmpty) else { return }
        try coder.vector("tls.handshake.extensions", .octets(2), cite: rule) { list throws(C.Failure) in
            var seen: Set<UInt16> = []
            try list.list(&extensions, of: .other(type: 0, body: [])) { (item, coder) throws(C.Failure) in
                let start = coder.offset
                try item.code(in: sender, with: &coder)
                try coder.require(
                    seen.insert(item.type).inserted, typeName, at: start,
                    "extension \(HelloExtension.describe(item.type)) stands twice", cite: rule)
            }
        }
    }
}
