import TLSSim
import Trace

/// The octets of one side of a recording: its handshake messages in clear up to ChangeCipherSpec, and the octets after that.
package struct RecordedFlights: Sendable {
    /// The handshake messages in clear, in their order.
    package private(set) var messages: [HandshakeMessage] = []
    /// The octets after ChangeCipherSpec, as they were on the wire; nil if there is no ChangeCipherSpec.
    package private(set) var protected: [UInt8]?
    /// The fatal alert in clear that ended the flights; nil if there is none.
    package private(set) var alert: AlertDescription?
    /// The offset of the first record that cannot be read, and the error; nil if there is none.
    package private(set) var failure: (offset: Int, error: TLSError)?

    /// Reads one side's octets.
    package init(_ octets: [UInt8]) {
        var layer = RecordLayer()
        var joiner = HandshakeJoiner()
        var read = 0
        do throws(TLSError) {
            try layer.read(octets) { record throws(TLSError) in
                read = record.stream.upperBound
                if record.type == .changeCipherSpec { protected = Array(octets[read...]) }
                return try take(record, &joiner)
            }
        } catch {
            failure = (read, error)
        }
    }

    /// Takes a record in clear. Returns false if no further record is to be read.
    private mutating func take(_ record: Record, _ joiner: inout HandshakeJoiner) throws(TLSError) -> Bool {
        switch record.type {
        case .handshake:
            joiner.append(record.plaintext)
            while let message = try joiner.next() { messages.append(message) }
            return true
        case .alert:
            guard record.plaintext.count == 2, record.plaintext[0] == AlertLevel.fatal.rawValue else { return true }
            alert = AlertDescription(rawValue: record.plaintext[1])
            return false
        // Encrypted records of TLS 1.3 have the type application_data (RFC 8446 section 5.2).
        case .changeCipherSpec, .applicationData: return false
        }
    }
}

extension RecordLayer {
    /// The number of octets that are added at one time. The layer moves its buffered octets with each record that it returns, so a large
    /// buffer would make it slow.
    private static let portion = 1 << 16

    /// Reads the records of a whole stream, until `take` returns false.
    mutating func read(
        _ octets: [UInt8], _ take: (Record) throws(TLSError) -> Bool
    ) throws(TLSError) {
        for start in stride(from: 0, to: octets.count, by: Self.portion) {
            append(Array(octets[start..<min(start + Self.portion, octets.count)]))
            while let record = try next() {
                guard try take(record) else { return }
            }
        }
    }
}
