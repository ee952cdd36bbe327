import TLSSim
import Trace

/// What one side of a recording says in clear, up to its ChangeCipherSpec, and what comes after it.
package struct RecordedFlights: Sendable {
    /// Its handshake messages in order.
    package private(set) var messages: [HandshakeMessage] = []
    /// Everything behind ChangeCipherSpec, as it was on the wire; nil if there was none.
    package private(set) var protected: [UInt8]?
    /// The fatal alert that ended it.
    package private(set) var alert: AlertDescription?
    /// Where and why it could not be read on.
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

    /// Takes a record in clear; false if no other follows.
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
        // Application data in clear is the first flight of TLS 1.3 under keys: its records all say so.
        case .changeCipherSpec, .applicationData: return false
        }
    }
}

extension RecordLayer {
    /// How much it is fed at a time: it moves what it holds with each record it gives out.
    private static let portion = 1 << 16

    /// Reads a whole stream, for as long as what takes the records wants another one.
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
