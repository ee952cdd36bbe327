import Capture
import Foundation
import Simulator
import Testing

/// A capture near to the condition of a code, in which the code must not stand.
struct AbsentCode: Sendable, CustomTestStringConvertible {
    /// How the capture is made.
    enum Source: Sendable {
        case script(String)
        /// A file: the octets of a script's file, and what is behind them.
        case file(@Sendable () -> [UInt8])
        /// The recording of a visit, without these frames.
        case visit(Visit.Options, without: Set<Int>)
    }

    let code: String
    /// Why the code is false here.
    let why: String
    let source: Source
    var testDescription: String { "\(code): \(why)" }

    init(_ code: String, _ why: String, _ script: String) {
        (self.code, self.why, source) = (code, why, .script(script))
    }

    init(_ code: String, _ why: String, file: @escaping @Sendable () -> [UInt8]) {
        (self.code, self.why, source) = (code, why, .file(file))
    }

    init(_ code: String, _ why: String, visit: Visit.Options, without: Set<Int> = []) {
        (self.code, self.why, source) = (code, why, .visit(visit, without: without))
    }

    static let all = absentOfCapture + absentOfOpening + absentOfData + absentOfEnds + absentOfTLS

    /// The codes of the program: the first arguments of the catalogue's entries.
    static func catalogue() throws -> Set<String> {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Explain/Diagnoses")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return Set(
            try files.flatMap { file in
                try String(contentsOf: file, encoding: .utf8).matches(of: /DiagnosisEntry\(\s*"([a-z_.]+)"/).map {
                    String($0.1)
                }
            })
    }

    /// The words of a script for these octets of data.
    static func data(_ octets: [UInt8]...) -> String {
        let all = octets.flatMap(\.self)
        return "len \(all.count) head \(all.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())"
    }

    static func text(_ text: String) -> String { data(Array(text.utf8)) }

    static func record(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        [type, 3, 3, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }

    static func message(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        record(22, [type, 0, UInt8(content.count >> 8), UInt8(content.count & 255)] + content)
    }

    static func alert(_ level: UInt8, _ name: UInt8) -> [UInt8] { record(21, [level, name]) }

    private static let random = [UInt8](repeating: 7, count: 32)
    /// A ClientHello of TLS 1.2 without extensions.
    static let hello = message(1, [3, 3] + random + [0, 0, 4, 0xc0, 0x2f, 0xc0, 0x30, 1, 0])
    /// Its answer.
    static let serverHello = message(2, [3, 3] + random + [0, 0xc0, 0x2f, 0])
    /// The end of the server's flight.
    static let helloDone = message(14, [])
}

extension CaptureScript {
    /// The file of a script, and an ICMP message that quotes its first packet.
    static func file(_ script: String, report: [UInt8]) -> [UInt8] {
        var packets = CaptureScript(script).packets
        let quoted = packets.first?.frame.prefix(28) ?? []
        packets.append(
            PcapNG.Packet(timestamp: 500, frame: PcapFile.datagram(1, report + [0, 0, 0, 0, 5, 0] + quoted)))
        return PcapNG.file(packets: packets)
    }
}
