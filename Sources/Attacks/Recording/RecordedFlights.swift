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

    /// How much a record layer is fed at a time: it moves what it holds with each record it gives out.
    static let portion = 1 << 16

    /// Reads one side's octets.
    package init(_ octets: [UInt8]) {
        var layer = RecordLayer()
        var joiner = HandshakeJoiner()
        var next = 0
        var read = 0
        do throws(TLSError) {
            while next < octets.count {
                let end = min(next + Self.portion, octets.count)
                layer.append(Array(octets[next..<end]))
                next = end
                while let record = try layer.next() {
                    read = record.stream.upperBound
                    guard try take(record, &joiner) else {
                        if record.type == .changeCipherSpec { protected = Array(octets[read...]) }
                        return
                    }
                }
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
