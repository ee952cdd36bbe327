import Capture
import Trace

/// The capture of a run, if there is to be one, written as it goes.
package struct DatagramCapture: ~Copyable {
    private let file: StreamedFile?
    private let began: Int64

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - path: the file; nil where nothing is to be captured.
    ///   - began: when the run began, in microseconds since 1970.
    /// - Throws: ``FileError``.
    package init(_ path: String?, began: Int64) throws {
        self.began = began
        guard let path else {
            file = nil
            return
        }
        let file = try StreamedFile(path)
        try file.append(PcapNG.file(packets: []))
        self.file = consume file
    }

    /// Adds a datagram that passed `now` after the beginning.
    ///
    /// - Throws: ``FileError``.
    package func append(_ datagram: [UInt8], at now: Instant) throws {
        switch file {
        case .some(let file):
            try file.append(PcapNG.block(PcapNG.Packet(timestamp: began + now.microseconds, frame: datagram)))
        case .none: break
        }
    }
}
