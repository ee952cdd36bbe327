import Capture
import Trace

/// The capture of a run, which is written while the run goes on. It does nothing if no capture is wanted.
package struct DatagramCapture: ~Copyable {
    private let file: StreamedFile?
    private let began: Int64

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - path: the file; nil if no capture is wanted.
    ///   - began: when the run began, in microseconds since 1970.
    /// - Throws: ``FileError`` if the file cannot be written.
    package init(_ path: String?, began: Int64) throws {
        self.began = began
        guard let path else {
            file = nil
            return
        }
        file = try StreamedFile(path, heading: PcapNG.file(packets: []))
    }

    /// Adds a datagram that passed at `now`, the time since the beginning of the run.
    ///
    /// - Throws: ``FileError`` if the file cannot be written.
    package func append(_ datagram: [UInt8], at now: Instant) throws {
        switch file {
        case .some(let file):
            try file.append(PcapNG.block(PcapNG.Packet(timestamp: began + now.microseconds, frame: datagram)))
        case .none: break
        }
    }
}
