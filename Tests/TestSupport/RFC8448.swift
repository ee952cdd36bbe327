import Foundation

/// The recorded handshakes of RFC 8448, out of `Traces/rfc8448.txt`.
package struct RFC8448: Sendable {
    /// One line: its word, then what stands behind it.
    package struct Line: Sendable, CustomStringConvertible {
        /// "private", "psk", "public", "secret", "keys", "message", "record" or "content".
        package let kind: String
        /// The rest of the line, word by word.
        package let words: [String]

        /// The line as it stands in the file.
        package var description: String { ([kind] + words).joined(separator: " ") }
    }

    /// The number of the section, 3 to 7.
    package let section: Int
    /// Its lines, in the order of the RFC.
    package let lines: [Line]

    /// All lines of one kind.
    package func lines(_ kind: String) -> [Line] { lines.filter { $0.kind == kind } }

    /// The octets of a secret by its name.
    package func secret(_ name: String) -> [UInt8] {
        octets(lines("secret").first { $0.words.first == name }?.words.last)
    }

    /// The private value of a side that it draws `nth` (from 0), without its group.
    package func privateValue(_ side: String, _ nth: Int = 0) -> [UInt8] {
        let all = lines("private").filter { $0.words.first == side }
        return octets(all.dropFirst(nth).first?.words.last)
    }

    /// The messages of a name from a side.
    package func messages(_ side: String, _ name: String) -> [[UInt8]] {
        lines("message").filter { $0.words.starts(with: [side, name]) }.map { octets($0.words.last) }
    }

    /// The whole messages of both sides, in the order in which they enter the transcript.
    package var messages: [[UInt8]] { lines("message").map { octets($0.words.last) } }

    /// The records of both sides, in the order in which they were sent.
    package var records: [(side: String, octets: [UInt8])] {
        lines("record").map { ($0.words.first ?? "", octets($0.words.last)) }
    }

    /// Hexadecimal digits as octets; none for what is none.
    package func octets(_ digits: String?) -> [UInt8] {
        let digits = Array((digits ?? "").utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
        }
    }

    /// The traces of sections 3 to 7.
    package static let all: [RFC8448] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Traces/rfc8448.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var traces: [(Int, [Line])] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ").map(String.init)
            if words.first == "section" {
                traces.append((Int(words[1]) ?? 0, []))
            } else if let last = traces.indices.last {
                traces[last].1.append(Line(kind: words[0], words: Array(words.dropFirst())))
            }
        }
        return traces.map { RFC8448(section: $0.0, lines: $0.1) }
    }()

    /// The trace of a section.
    package static func section(_ number: Int) -> RFC8448 {
        all.first { $0.section == number } ?? RFC8448(section: number, lines: [])
    }
}
