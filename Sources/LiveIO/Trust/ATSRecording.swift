import Attacks
import Capture
import PKI
import TLSSim
import Trace
import TrustLab

/// A recorded handshake as App Transport Security looks at it.
public struct ATSRecording: Sendable {
    /// What was agreed on, not judged yet.
    public let connection: ATSConnection
    /// The name in the client's server_name; nil where it sent none.
    public let serverName: String?
    /// Where it was found.
    public let remark: String

    private static let longestCapture = 1 << 30

    /// The handshake in a capture file.
    ///
    /// - Parameter number: which TCP connection, from 1; nil for the first in which a handshake can be read.
    ///
    /// - Throws: ``FileError``, or ``CertificateFiles/Failure`` for a file without a handshake that can be read.
    public static func read(_ path: String, connection number: Int?) throws -> ATSRecording {
        func failure(_ why: String) -> CertificateFiles.Failure { CertificateFiles.Failure(path: path, why: why) }
        let file: CaptureFile
        do {
            file = try CaptureFile(bytes: try InputFile.read(path, limit: longestCapture))
        } catch let error as FileError { throw error } catch { throw failure("\(error)") }
        let connections = Reassembler(file).connections
        guard !connections.isEmpty else { throw failure("no TCP segment in \(counted(file.packets.count, "packet"))") }
        if let number, !(1...connections.count).contains(number) {
            throw failure("there are connections 1 to \(connections.count), and no connection \(number)")
        }
        var reason: RecordingError?
        for (index, connection) in connections.enumerated() where number == nil || number == index + 1 {
            do {
                return ATSRecording(try RecordedHandshake(connection), index + 1, of: connections.count)
            } catch {
                reason = reason ?? error
            }
        }
        throw failure(reason.map { "no handshake can be read: \($0)" } ?? "no TLS in it")
    }

    private init(_ handshake: RecordedHandshake, _ number: Int, of count: Int) {
        connection = ATSConnection(
            version: ProtocolVersion.all.first { $0 == handshake.version }, suite: handshake.suite,
            chain: handshake.certificates)
        var name: String?
        for case .serverName(let host?) in handshake.clientHello.extensions { name = host }
        serverName = name
        remark = "From connection \(number) of \(count) in the recording."
    }
}
