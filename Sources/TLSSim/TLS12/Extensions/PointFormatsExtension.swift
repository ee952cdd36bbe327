import Trace

/// ec_point_formats: the point formats that the sender can parse. Only 0, uncompressed, is still allowed (RFC 8422 section 5.1.2).
enum PointFormatsExtension {
    /// The format of all points on the curves of NIST: the octet 04, then x and y.
    static let uncompressed: UInt8 = 0

    private static let rule = Citation.rfc(8422, "5.1.2")

    static func code<C: Coder>(_ formats: inout [UInt8], with coder: inout C) throws(C.Failure) {
        try coder.vector(
            "tls.handshake.extensions_ec_point_formats", .octets(1, allowed: 1...255), cite: rule
        ) { list throws(C.Failure) in
            try list.integers("tls.handshake.extensions_ec_point_format", &formats, cite: rule) {
                $0 == uncompressed ? "0 uncompressed" : String($0)
            }
        }
    }
}

extension [HelloExtension] {
    /// Whether there is a list of point formats without the uncompressed one.
    var lackUncompressedPoints: Bool {
        contains {
            guard case .ecPointFormats(let formats) = $0 else { return false }
            return !formats.contains(PointFormatsExtension.uncompressed)
        }
    }

    /// Whether the supported groups contain a curve of RFC 8422.
    var nameCurves: Bool {
        contains {
            guard case .supportedGroups(let groups) = $0 else { return false }
            return groups.contains(where: \.isCurve)
        }
    }
}
