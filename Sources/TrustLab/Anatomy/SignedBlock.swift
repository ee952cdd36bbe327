import Crypto
import PKI

/// The parts of the block that RSASSA-PKCS1-v1_5 signs: 00 01 ff … ff 00 DigestInfo (RFC 8017 section 9.2).
package struct SignedBlock: Hashable, Sendable {
    /// The number of padding octets ff.
    package let padding: Int
    /// The place of DigestInfo in the block. It reaches to the end of the block.
    package let digestInfo: Range<Int>
    /// The name of the hash function in DigestInfo, or its object identifier if it has no name here.
    package let hashName: String
    /// The place of the digest in the block.
    package let digest: Range<Int>

    /// Parses a block. Nil for octets that do not have the form of a block; a verification with a wrong key gives such octets.
    package init?(_ block: [UInt8]) {
        guard block.starts(with: [0, 1]) else { return nil }
        let padding = block.dropFirst(2).prefix { $0 == 0xff }.count
        let start = padding + 3
        guard start < block.count, block[start - 1] == 0 else { return nil }
        var reader = DERReader(block)
        let parts = reader.elements(in: start..<block.count, depth: 0)
        guard reader.faults.isEmpty, parts.count == 1, let info = parts.first, info.tag == .sequence,
            info.children.count == 2, info.children[0].tag == .sequence,
            let function = info.children[0].children.first, function.tag == .objectIdentifier,
            info.children[1].tag == .octetString
        else { return nil }
        self.padding = padding
        digestInfo = start..<block.count
        hashName = ElementValue.objectIdentifier(block[function.content]).text
        digest = info.children[1].content
    }
}
