import Crypto
import Trace

/// The signed certificate timestamps in a certificate, in the presentation language of TLS (RFC 6962 section 3.3).
struct TimestampList {
    /// A range of octets and its meaning.
    struct Piece {
        let part: Part
        let range: Range<Int>
        /// The number of levels below the element that holds the list.
        let depth: Int
        let value: String
        var remark = ""
    }

    /// The pieces. They cover the octets as far as these could be read.
    private(set) var parts: [Piece] = []
    /// Whether a length in the list does not fit the octets.
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
        guard let length = number(.sctListLength, depth: 1), length == end - next else { return false }
        while next < end {
            guard let length = number(.sctLength, depth: 1), next + length <= end else { return false }
            let stop = next + length
            guard take(.sctVersion, octets: 1, as: { $0.first == 0 ? ("0", "v1") : (Hex.string($0), "") }),
                take(.sctLogID, octets: 32),
                take(.sctTimestamp, octets: 8, as: { (TimestampList.time($0), "") }),
                let extra = number(.sctExtensions, depth: 2), next + extra <= stop,
                extra == 0 || take(.sctExtensions, octets: extra),
                take(.sctHash, octets: 1, as: { (TimestampList.hashes[$0.first ?? 0] ?? Hex.string($0), "") }),
                take(
                    .sctSignatureAlgorithm, octets: 1,
                    as: { (TimestampList.signatures[$0.first ?? 0] ?? Hex.string($0), "") }),
                let size = number(.sctSignatureLength, depth: 2), next + size == stop,
                take(.sctSignature, octets: size)
            else { return false }
        }
        return true
    }

    /// The numbers of TLS 1.2's SignatureAndHashAlgorithm (RFC 5246 section 7.4.1.4.1).
    private static let hashes: [UInt8: String] = [4: "sha256", 5: "sha384", 6: "sha512"]
    private static let signatures: [UInt8: String] = [1: "rsa", 3: "ecdsa"]

    /// The moment of a timestamp, which counts milliseconds since 1970.
    private static func time(_ octets: ArraySlice<UInt8>) -> String {
        let milliseconds = octets.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let seconds = Int64(clamping: milliseconds / 1000)
        guard CivilTime.expressible.contains(seconds) else { return "\(milliseconds) ms after 1970" }
        return CivilTime.text(seconds)
    }

    /// Takes the next octets as a piece.
    ///
    /// - Parameter read: makes the value and the remark of the octets.
    /// - Returns: whether there are so many octets.
    private mutating func take(
        _ part: Part, octets count: Int, as read: (ArraySlice<UInt8>) -> (String, String) = { (Hex.string($0), "") }
    ) -> Bool {
        guard end - next >= count else { return false }
        let range = next..<next + count
        let (value, remark) = read(bytes[range])
        parts.append(Piece(part: part, range: range, depth: 2, value: value, remark: remark))
        next += count
        return true
    }

    /// Takes the next two octets as a number; nil if there are fewer.
    private mutating func number(_ part: Part, depth: Int) -> Int? {
        guard end - next >= 2 else { return nil }
        let range = next..<next + 2
        let number = bytes[range].reduce(0) { $0 << 8 | Int($1) }
        parts.append(Piece(part: part, range: range, depth: depth, value: String(number)))
        next += 2
        return number
    }
}
