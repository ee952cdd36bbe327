/// What tshark reads in captures, with every checksum verified and every sequence number followed.
///
/// A start of tshark takes longer than the reading: ask for all that is wanted at once.
package enum Tshark {
    /// A frame: the values of the fields that were asked for.
    package struct Frame: Sendable {
        private let values: [String: [String]]

        init(values: [String: [String]]) { self.values = values }

        init(names: [String], line: Substring) {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            values = Dictionary(
                zip(names, columns.map { $0.split(separator: "\u{1f}").map(String.init) }), uniquingKeysWith: { $1 })
        }

        /// The values of a field, in order; none where the frame does not have it.
        package subscript(field: String) -> [String] { values[field] ?? [] }

        /// Whether the frame has one of these fields.
        package func has(anyOf fields: [String]) -> Bool { fields.contains { !self[$0].isEmpty } }

        /// The number of the frame in its file, from 1.
        package var number: Int { self["frame.number"].first.flatMap { Int($0) } ?? 0 }

        /// Whether tshark could not make sense of it, or a checksum is wrong.
        package var isMalformed: Bool {
            !self["_ws.malformed"].isEmpty || self["ip.checksum.status"].contains("0")
                || self["tcp.checksum.status"].contains("0")
        }

        /// Whether tshark has a warning about it.
        package var isWarnedOf: Bool { self["_ws.expert.severity"].contains("6291456") }

        /// Whether tshark has found an error in it.
        package var isWrong: Bool { self["_ws.expert.severity"].contains("8388608") }

        /// Whether its TCP checksum is right.
        package var hasGoodChecksum: Bool { self["tcp.checksum.status"].contains("1") }
    }

    /// Fields that every frame has an answer for.
    private static let standard = [
        "frame.number", "_ws.malformed", "ip.checksum.status", "tcp.checksum.status", "_ws.expert.severity",
    ]

    /// Options under which nothing is resolved and everything is verified.
    package static let strict = [
        "-n", "-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE", "-o",
        "tcp.analyze_sequence_numbers:TRUE",
    ]

    /// The frames of a capture, with these fields besides the ones that ``Frame`` has names for.
    ///
    /// - Throws: ``ToolError`` where tshark is missing or refuses the file.
    package static func frames(of capture: String, _ fields: [String] = []) async throws -> [Frame] {
        try await Tool.require("tshark")
        let names = standard + fields
        let text = try await Tool.output(
            "tshark",
            ["-r", capture] + strict + ["-T", "fields", "-E", "occurrence=a", "-E", "aggregator=\u{1f}"]
                + names.flatMap { ["-e", $0] })
        return text.split(separator: "\n").map { Frame(names: names, line: $0) }
    }

    /// The frames of a capture with every field that tshark finds in them, and with the place of each.
    ///
    /// - Throws: ``ToolError`` where tshark is missing or refuses the file.
    package static func dissection(of capture: String) async throws -> [DissectedFrame] {
        try await Tool.require("tshark")
        let result = try await Tool.run("tshark", ["-r", capture] + strict + ["-T", "pdml"])
        guard result.status == 0 else { throw ToolError("tshark: status \(result.status)\n\(result.standardError)") }
        return DissectedFrame.all(inPDML: result.standardOutputBytes)
    }

    /// The frames of each of several captures in pcapng, for one start of tshark.
    ///
    /// A pcapng file may hold several, one after the other, as its sections. To tshark their conversations are one, so this is
    /// for what is right or wrong about a frame by itself.
    package static func frames(ofEach captures: [String], _ fields: [String] = []) async throws -> [[Frame]] {
        try await TemporaryDirectory.use { directory in
            var octets: [UInt8] = []
            for capture in captures { octets += try TemporaryDirectory.contents(of: capture) }
            let file = try directory.write(octets, to: "all.pcapng")
            let frames = try await frames(of: file, fields + ["frame.section_number"])
            let sections = Dictionary(grouping: frames) { $0["frame.section_number"].first.flatMap { Int($0) } ?? 0 }
            return captures.indices.map { sections[$0 + 1] ?? [] }
        }
    }
}
