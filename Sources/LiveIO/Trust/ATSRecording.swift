import Explain
import PKI
import Recordings
import TLSSim
import Trace
import TrustLab

/// A recorded handshake, for an examination by the rules of App Transport Security. It may have succeeded or failed.
package struct ATSRecording: Sendable {
    /// The contact with the server that the recording shows.
    package let contact: RecordedContact
    /// A sentence that says which connection of the recording it is.
    package let remark: Words
    /// The address of the server.
    package let place: Endpoint

    /// The most octets of a capture file.
    private static let longestCapture = 1 << 30

    /// The handshake in a capture file.
    ///
    /// - Parameter number: the number of the TCP connection, from 1. Nil for the first connection on which the server agreed on
    ///   something, or else the first on which the recording shows what the server did.
    /// - Throws: ``FileError``, or ``CertificateFiles/Failure`` for a file without a handshake that can be read.
    package static func read(_ path: String, connection number: Int?) throws -> ATSRecording {
        func failure(_ why: String) -> CertificateFiles.Failure { CertificateFiles.Failure(path: path, why: why) }
        let capture: Reassembler
        do {
            capture = try Reassembler(try InputFile.read(path, limit: longestCapture))
        } catch let error as FileError { throw error } catch { throw failure("\(error)") }
        let connections = capture.connections
        guard !connections.isEmpty else { throw failure("no TCP segment in \(counted(capture.frames, "packet"))") }
        if let number, !(1...connections.count).contains(number) {
            throw failure("there are connections 1 to \(connections.count), and no connection \(number)")
        }
        var reason: RecordingError?
        var second: ATSRecording?
        for (index, connection) in connections.enumerated() where number == nil || number == index + 1 {
            do throws(RecordingError) {
                let found = ATSRecording(
                    try RecordedContact(connection), with: connection.server.sender, number: index + 1,
                    of: connections.count)
                if case .agreed = found.contact.seen { return found }
                second = second ?? found
            } catch {
                reason = reason ?? error
            }
        }
        if let second { return second }
        throw failure(reason.map { "no handshake can be read: \($0)" } ?? "no TLS in it")
    }

    private init(_ contact: RecordedContact, with place: Endpoint, number: Int, of count: Int) {
        (self.contact, self.place) = (contact, place)
        remark = Words(
            english: "From connection \(number) of \(count) in the recording.",
            chinese: "来自录下的流量中的第 \(number) 个连接，共 \(count) 个。")
    }
}

extension Examination {
    /// An examination of a recorded connection.
    ///
    /// - Parameter evidence: the device and the app. Its chain is used if the recording has no certificates, because the server sends
    ///   them encrypted. Its OCSP response is used if the recording has none.
    package init(of host: ATSHost, _ recording: ATSRecording, evidence: TrustEvidence) {
        self.init(of: host, recording.contact, evidence: evidence)
        remarks = [recording.remark]
    }

    /// An examination of what an observer has learned from a recording.
    package init(of host: ATSHost, _ contact: RecordedContact, evidence: TrustEvidence) {
        var evidence = evidence
        switch contact.seen {
        case .nothing(let problem): self.init(of: host, sight: .nothing(problem), evidence: evidence)
        case .agreed(var seen, let beside, let isResumed):
            evidence.take(beside)
            if seen.chain.isEmpty { seen.chain = evidence.chain } else { evidence.chain = seen.chain }
            if !seen.chain.isEmpty { seen.evaluation = evidence.evaluation() }
            self.init(of: host, sight: .recording(seen), evidence: evidence)
            self.isResumed = isResumed
        }
    }
}
