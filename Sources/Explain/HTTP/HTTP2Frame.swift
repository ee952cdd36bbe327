import Trace

/// A frame of HTTP/2, by its header and its first octets (RFC 9113 section 4.1).
struct HTTP2Frame: Sendable {
    /// The length of a frame's header, in octets.
    static let header = 9
    /// The number of octets of a payload that are looked at.
    static let looked = 32
    /// What a client sends before its first frame (RFC 9113 section 3.4).
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// The length of the payload, in octets.
    let length: Int
    private let type: UInt8
    private let flags: UInt8
    /// The number of the stream; 0 for the connection as a whole.
    let stream: Int

    /// The frame whose header these octets begin with; nil if they are fewer.
    init?(_ octets: ArraySlice<UInt8>) {
        let head = Array(octets.prefix(Self.header))
        guard head.count == Self.header else { return nil }
        length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        (type, flags) = (head[3], head[4])
        stream = Int(head[5] & 0x7f) << 24 | Int(head[6]) << 16 | Int(head[7]) << 8 | Int(head[8])
    }

    /// Whether octets begin with SETTINGS that are not empty: with this frame a server begins (RFC 9113 sections 3.4 and 6.5). Nil if
    /// there are too few octets to tell.
    static func isServersBeginning(_ octets: ArraySlice<UInt8>) -> Bool? {
        let expected: [UInt8?] = [0, 0, nil, 4, 0, 0, 0, 0, 0, 0]
        guard zip(octets, expected).allSatisfy({ $1 == nil || $0 == $1 }) else { return false }
        guard octets.count >= 11, let frame = HTTP2Frame(octets) else { return nil }
        // The first identifier is one of those that are registered.
        return frame.length > 0 && frame.length % 6 == 0 && (1...16).contains(octets[octets.startIndex + 10])
    }

    /// Whether a list of the requests and answers has it: it begins one, or ends a stream or the connection before its time.
    var isListed: Bool { [0x1, 0x3, 0x5, 0x7].contains(type) }

    private var hasStream: Bool { type != 0x4 && type != 0x6 && type != 0x7 }

    /// What the frame is, in words.
    ///
    /// - Parameter payload: the first octets of its payload.
    func words(_ payload: ArraySlice<UInt8>) -> Words {
        let isAcknowledgment = flags & 1 == 1 && (type == 0x4 || type == 0x6)
        var parts = [isAcknowledgment ? name.behind(Words(english: "acknowledgment", chinese: "确认")) : name]
        if hasStream || stream != 0 { parts.append(Words(english: "stream \(stream)", chinese: "流 \(stream)")) }
        // Header blocks are compressed with what was sent before (HPACK, RFC 7541).
        let isCompressed = [0x1, 0x5, 0x9].contains(type)
        parts.append(
            Words(
                english: counted(length, "octet") + (isCompressed ? " of HPACK" : ""),
                chinese: "\(length) 字节" + (isCompressed ? " HPACK" : "")))
        switch type {
        case 0x0, 0x1:
            if flags & 1 == 1 {
                parts.append(Words(english: "the last of its side", chinese: "这一方的最后一帧"))
            }
        case 0x3: parts.append(Self.error(payload))
        case 0x7: parts.append(Self.error(payload.dropFirst(4)))
        default: break
        }
        let known = type == 0x1 ? fields(payload) : []
        let list = parts.joined(separator: Words(english: ", ", chinese: "，"))
        let names = Words(same: known.joined(separator: " "))
        return known.isEmpty ? list : list + Words(english: ": ", chinese: "：") + names
    }

    /// The name of the type (RFC 9113 section 6; RFC 7838, RFC 8336, RFC 9218).
    private var name: Words {
        switch type {
        case 0x0: "DATA"
        case 0x1: "HEADERS"
        case 0x2: "PRIORITY"
        case 0x3: "RST_STREAM"
        case 0x4: "SETTINGS"
        case 0x5: "PUSH_PROMISE"
        case 0x6: "PING"
        case 0x7: "GOAWAY"
        case 0x8: "WINDOW_UPDATE"
        case 0x9: "CONTINUATION"
        case 0xa: "ALTSVC"
        case 0xc: "ORIGIN"
        case 0x10: "PRIORITY_UPDATE"
        default: Words(english: "a frame of type \(type)", chinese: "类型 \(type) 的帧")
        }
    }

    private static let errors = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
        "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    /// The name of an error code (RFC 9113 section 7).
    private static func error(_ octets: ArraySlice<UInt8>) -> Words {
        guard octets.count >= 4 else { return Words(english: "no error code", chinese: "没有错误码") }
        let code = octets.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return code < errors.count
            ? Words(same: errors[code]) : Words(english: "error code \(code)", chinese: "错误码 \(code)")
    }

    /// The fields at the beginning of a header block that are only numbers of the static table (RFC 7541 section 6.1 and appendix A). The
    /// rest of the block is compressed with what was sent before, and is not read.
    private func fields(_ payload: ArraySlice<UInt8>) -> [String] {
        let table = [
            2: "GET", 3: "POST", 4: "/", 5: "/index.html", 6: "http", 7: "https", 8: "200", 9: "204", 10: "206",
            11: "304", 12: "400", 13: "404", 14: "500",
        ]
        // Before the block stand the length of the padding and the priority, where the flags say so (RFC 9113 section 6.2).
        let block = payload.dropFirst((flags & 0x8 == 0 ? 0 : 1) + (flags & 0x20 == 0 ? 0 : 5))
        // An update of the table's size of at most 30 has one octet, and may come first (RFC 7541 section 6.3).
        return block.drop { $0 & 0xe0 == 0x20 && $0 != 0x3f }.prefix { $0 & 0x80 != 0 }
            .prefix { table[Int($0 & 0x7f)] != nil }.compactMap { table[Int($0 & 0x7f)] }
    }
}
