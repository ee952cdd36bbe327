import Foundation
import TestSupport
import Testing

/// What other people's programs say to each other when nothing is wrong, recorded and explained.
@Suite(.enabled(if: LiveNetwork.refusal == nil, Comment(rawValue: LiveNetwork.refusal ?? "")))
struct HealthyCaptureTests {
    private struct Explanation: Decodable {
        struct Verdict: Decodable {
            let code: String
            let says: String
        }

        struct Connection: Decodable {
            struct Closing: Decodable { let how: String }
            let closing: Closing
            let tls: TLS?
        }

        struct Diagnosis: Decodable {
            let code: String
            let severity: String
            let says: String
        }

        struct TLS: Decodable {
            struct Opened: Decodable { let by: String }
            /// Nil where one direction alone cannot tell it.
            struct Handshake: Decodable { let complete: Bool? }
            let opened: Opened
            let handshake: Handshake
        }

        let verdict: Verdict
        let connections: [Connection]
        let diagnoses: [Diagnosis]
    }

    /// A capture that the script shapes.py has made.
    private struct Shape: Decodable, Sendable {
        let name: String
        let file: String
        let odd: String
        /// Whether a part of the conversation is not in the capture.
        let lacks: Bool
    }

    @Test func nothingIsWrong() async throws {
        for tool in ["unshare", "ip", "python3", "curl", "openssl"] { try await Tool.require(tool) }
        try await TemporaryDirectory.use { directory in
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "healthy.py").path
            let text = try await Tool.output("unshare", LiveNetwork.unshare + ["python3", script, directory.path])
            let names = try JSONDecoder().decode([String].self, from: Data(text.utf8))
            #expect(names.count >= 22)
            for name in names {
                let isOpen = name.hasSuffix("-open")
                let keys = isOpen ? ["--keylog", directory.path(of: name + ".keys")] : []
                let result = try await BuiltProgram.run(
                    [
                        "explain", directory.path(of: name + ".pcap"), "--ca", directory.path(of: "server.pem"),
                        "--json", "-",
                    ] + keys)
                #expect(result.status == 0, "\(name): \(result.standardOutput)")
                let explanation = try JSONDecoder().decode(Explanation.self, from: Data(result.standardOutput.utf8))
                #expect(explanation.verdict.code == "healthy", "\(name)")
                #expect(explanation.verdict.says.hasPrefix("Nothing is wrong in what this capture has"))
                #expect(explanation.connections.count == (name == "crowd" ? 20 : 1), "\(name)")
                let sessions = explanation.connections.compactMap(\.tls)
                #expect(sessions.isEmpty == ["python-plain", "large-plain", "keep-alive"].contains(name), "\(name)")
                #expect(
                    sessions.allSatisfy {
                        $0.handshake.complete == true && $0.opened.by == (isOpen ? "keylog" : "none")
                    },
                    "\(name)")
            }
        }
    }

    /// Captures of many shapes: protocols without turns, silences, offloads, cut and edited packets, tunnels, gaps. None of them shows a
    /// fault.
    @Test func nothingIsWrongInAnyShape() async throws {
        for tool in ["unshare", "ip", "python3", "curl", "openssl"] { try await Tool.require(tool) }
        // A machine under load may really lose a packet, or send one again. Such a capture is made once more.
        var again: Set<String>?
        for isLast in [false, true] where again?.isEmpty != true {
            again = try await Self.wrong(of: again, isLast: isLast)
        }
    }

    /// Makes the captures and judges those with these names; all for nil.
    ///
    /// - Returns: the captures that show nothing but a retransmission, unless it is the last time.
    private static func wrong(of names: Set<String>?, isLast: Bool) async throws -> Set<String> {
        try await TemporaryDirectory.use { directory in
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Shapes/shapes.py").path
            let text = try await Tool.output("unshare", LiveNetwork.unshare + ["python3", script, directory.path])
            let shapes = try JSONDecoder().decode([Shape].self, from: Data(text.utf8))
            #expect(shapes.count >= 400)
            return try await withThrowingTaskGroup(of: String?.self) { group in
                for shape in shapes where names?.contains(shape.name) != false {
                    group.addTask { try await Self.judge(shape, in: directory, isLast: isLast) ? nil : shape.name }
                }
                return try await group.reduce(into: []) { wrong, name in
                    if let name { wrong.insert(name) }
                }
            }
        }
    }

    /// - Returns: whether the capture was judged. One that shows nothing but a retransmission is judged the last time.
    private static func judge(_ shape: Shape, in directory: TemporaryDirectory, isLast: Bool) async throws -> Bool {
        let result = try await BuiltProgram.run(
            [
                "explain", directory.path(of: shape.file), "--ca", directory.path(of: "ca.pem"), "--json", "-",
            ])
        let explanation = try? JSONDecoder().decode(Explanation.self, from: Data(result.standardOutput.utf8))
        #expect(explanation != nil, "\(shape.name) has no explanation")
        let grave = explanation?.diagnoses.filter { ["fault", "trouble"].contains($0.severity) } ?? []
        let what = "\(shape.name): \(shape.odd). \(grave.map { "\($0.code): \($0.says)" })"
        let ofMachine = ["tcp.loss", "tcp.timeouts", "tcp.needless_retransmissions"]
        if !isLast, !grave.isEmpty, grave.allSatisfy({ ofMachine.contains($0.code) }) { return false }
        #expect(result.status == 0, "\(what)")
        guard let explanation, !shape.lacks else { return true }
        #expect(explanation.verdict.code == "healthy", "\(what)")
        #expect(!explanation.connections.isEmpty, "\(what)")
        #expect(!explanation.connections.contains { ["open", "none"].contains($0.closing.how) }, "\(what)")
        return true
    }
}
