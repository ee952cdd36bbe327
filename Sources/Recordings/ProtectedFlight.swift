import TLSSim
import Trace

/// The records that one side sent under the keys of TLS 1.2, decrypted: Finished, then application data (RFC 5246 section 7.3).
package struct ProtectedFlight: Hashable, Sendable {
    /// The first handshake message under the keys, with its framing. It should be Finished.
    package private(set) var finished: HandshakeMessage?
    /// The application data.
    package private(set) var data: [UInt8] = []
    /// The number of records that were decrypted.
    package private(set) var records = 0
    /// Whether the flight ended with close_notify.
    package private(set) var isComplete = false
    /// Why the flight was not read to its end; nil if it was.
    package private(set) var stop: StopReason?

    /// Decrypts the records after a ChangeCipherSpec, up to the first record that cannot be decrypted.
    package init(_ octets: [UInt8], _ protection: RecordProtection) {
        var layer = RecordLayer()
        var joiner = HandshakeJoiner()
        layer.agree(on: .tls12)
        layer.startReading(with: protection)
        var isOver = false
        do throws(TLSError) {
            try layer.read(octets) { record throws(TLSError) in
                records += 1
                isOver = try !take(record, &joiner)
                return !isOver
            }
            if !isOver, let missing = layer.missing { stop = .endsInsideRecord(missing: missing) }
        } catch {
            stop = .record(error)
        }
    }

    /// Takes a decrypted record. Returns false if no further record is to be read.
    private mutating func take(_ record: Record, _ joiner: inout HandshakeJoiner) throws(TLSError) -> Bool {
        switch record.type {
        case .applicationData:
            data.append(contentsOf: record.plaintext)
            return true
        case .alert:
            guard record.plaintext.count == 2 else { return true }
            let name = AlertDescription(rawValue: record.plaintext[1])
            isComplete = name == .closeNotify
            if !isComplete, record.plaintext[0] == AlertLevel.fatal.rawValue { stop = .alert(name) }
            return !isComplete && stop == nil
        case .handshake:
            joiner.append(record.plaintext)
            while let message = try joiner.next() {
                if finished == nil {
                    finished = message
                } else if message.type != .helloRequest {
                    stop = .renegotiation
                    return false
                }
            }
            return true
        case .changeCipherSpec:
            stop = .renegotiation
            return false
        }
    }

    /// Why decryption of a direction stopped before its end.
    package enum StopReason: Hashable, Wording {
        case record(TLSError)
        /// The recording ends inside a record; the number of octets that are missing from it.
        case endsInsideRecord(missing: Int)
        case renegotiation
        case alert(AlertDescription)

        package var english: String {
            switch self {
            case .record(let error): "the next record cannot be opened: \(error)"
            case .endsInsideRecord(let missing):
                "the recording ends inside the next record, \(counted(missing, "octet")) short"
            case .renegotiation: "new keys are negotiated there, which is not followed here"
            case .alert(let name): "the connection ends there with the fatal alert \(name)"
            }
        }

        package var chinese: String {
            switch self {
            case .record(let error): "下一条记录无法打开：\(error.chinese)"
            case .endsInsideRecord(let missing): "录下的流量在下一条记录中间结束，缺 \(missing) 字节"
            case .renegotiation: "那里开始协商新的密钥，这里不再跟进"
            case .alert(let name): "连接在那里以致命警报 \(name) 结束"
            }
        }
    }
}
