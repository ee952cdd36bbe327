import Crypto
import Trace

/// The signed certificate timestamps in a certificate, in the presentation language of TLS (RFC 6962 section 3.3).
struct TimestampList {
    /// A range of octets and its meaning.
    struct Piece {
        let part: Part
        let range: Range<Int>
        /// Below the octets that hold them all.
        let depth: Int
        let value: String
        var remark = ""
    }

    /// The pieces, which cover the octets up to where they could be read.
    private(set) var parts: [Piece] = []
    /// Whether the octets do not add up.
    private(set) var isMalformed = false

    private let bytes: [UInt8]
    private var next: Int
    private let end: Int

    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        next = range.lowerBound
        end = range.upperBound
        isMalformed = !read()
    }

    private mutating func read() -> Bool {
        guard let length = number(.sctListLength, 2, depth: 1), length == end - next else { return false }
        while next < end {
            guard let length = number(.sctLength, 2, depth: 1), next + length <= end else { return false }
            let stop = next + length
            guard take(.sctVersion, 1, { ($0.first == 0 ? "0" : Hex.string($0), $0.first == 0 ? "v1" : "") }),
                take(.sctLogID, 32, { (Hex.string($0), "") }),
                take(.sctTimestamp, 8, { (TimestampList.time($0), "") }),
                let extra = number(.sctExtensions, 2, depth: 2), next + extra <= stop,
                extra == 0 || take(.sctExtensions, extra, { (Hex.string($0), "") }),
                take(.sctHash, 1, { (TimestampList.hashes[$0.first ?? 0] ?? Hex.string($0), "") }),
                take(.sctSignatureAlgorithm, 1, { (TimestampList.signatures[$0.first ?? 0] ?? Hex.string($0), "") }),
                let size = number(.sctSignatureLength, 2, depth: 2), next + size == stop,
                take(.sctSignature, size, { (Hex.string($0), "") })
            else { return false }
        }
        return true
    }

    /// The numbers of TLS 1.2's SignatureAndHashAlgorithm (RFC 5246 section 7.4.1.4.1).
    private static let hashes: [UInt8: String] = [4: "sha256", 5: "sha384", 6: "sha512"]
    private static let signatures: [UInt8: String] = [1: "rsa", 3: "ecdsa"]

    /// Milliseconds since 1970.
    private static func time(_ octets: ArraySlice<UInt8>) -> String {
        let milliseconds = octets.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let seconds = Int64(clamping: milliseconds / 1000)
        guard CivilTime.expressible.contains(seconds) else { return "\(milliseconds) ms after 1970" }
        return CivilTime.text(seconds)
    }

    private mutating func take(
        _ part: Part, _ count: Int, _ read: (ArraySlice<UInt8>) -> (String, String)
    ) -> Bool {
        guard end - next >= count else { return false }
        let range = next..<next + count
        let (value, remark) = read(bytes[range])
        parts.append(Piece(part: part, range: range, depth: 2, value: value, remark: remark))
        next += count
        return true
    }

    private mutating func number(_ part: Part, _ count: Int, depth: Int) -> Int? {
        guard end - next >= count else { return nil }
        let range = next..<next + count
        let number = bytes[range].reduce(0) { $0 << 8 | Int($1) }
        parts.append(Piece(part: part, range: range, depth: depth, value: String(number)))
        next += count
        return number
    }
}
