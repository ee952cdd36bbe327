import Foundation
import TestSupport
import Testing

@testable import LiveIO

/// send(2), which a method of the same name hides.
private let systemSend = send

/// The program while it serves, asked over sockets.
final class Served {
    let process = Process()
    let port: UInt16

    init(_ arguments: [String] = []) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: try BuiltProgram.path())
        process.arguments = ["serve"] + arguments
        process.standardOutput = output
        try process.run()
        var line = ""
        while !line.hasSuffix("/\n") {
            let piece = output.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw ToolError("serve has ended without an address: \(line)") }
            line += String(decoding: piece, as: UTF8.self)
        }
        let match = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\//))
        port = try #require(UInt16(match.1))
    }

    deinit { if process.isRunning { process.terminate() } }

    /// A connection on which these octets were sent.
    func send(_ octets: [UInt8]) throws -> Int32 {
        let descriptor = socket(AF_INET, OperatingSystem.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        var rest = octets[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        return descriptor
    }

    /// The whole answer to octets that are sent as they are.
    func ask(_ octets: [UInt8]) throws -> Answer {
        let descriptor = try send(octets)
        defer { close(descriptor) }
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            all += buffer[..<count]
        }
        return try Answer(all)
    }

    /// The answer to a request with a Host, unless `fields` has another.
    func ask(_ line: String, _ fields: [String] = [], body: [UInt8]? = nil) throws -> Answer {
        let hosts = fields.contains { $0.hasPrefix("Host") } ? [] : ["Host: 127.0.0.1:\(port)"]
        let length = body.map { ["Content-Length: \($0.count)"] } ?? []
        let head = ([line + " HTTP/1.1"] + hosts + fields.filter { $0 != "Host" } + length + ["", ""]).joined(
            separator: "\r\n")
        return try ask(Array(head.utf8) + (body ?? []))
    }

    /// The answer to a command line.
    func run(_ arguments: [String], _ fields: [String] = []) throws -> Answer {
        let body = try JSONSerialization.data(withJSONObject: ["arguments": arguments])
        return try ask("POST /api/run", ["Content-Type: application/json"] + fields, body: [UInt8](body))
    }
}

/// An answer taken apart.
struct Answer {
    let status: Int
    let head: String
    let body: [UInt8]

    init(_ octets: [UInt8]) throws {
        let end = try #require(octets.firstRange(of: Array("\r\n\r\n".utf8)), "no answer")
        head = String(decoding: octets[..<end.lowerBound], as: UTF8.self)
        body = Array(octets[end.upperBound...])
        status = try #require(Int(head.split(separator: " ")[1]))
    }

    /// The body as JSON.
    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    }

    /// The code of an error.
    var code: String? { ((try? json())?["error"] as? [String: Any])?["code"] as? String }
    /// The message of an error.
    var message: String { ((try? json())?["error"] as? [String: Any])?["message"] as? String ?? "" }
}
