import TLSSim
import Trace

/// A client that sends its octets, hands the answer to an output, and sends close_notify when the other side has done so or is silent.
package struct TLSClient: TLSApplication {
    private let octets: [UInt8]
    private let timeout: TimeSpan
    private let linger: TimeSpan
    private let output: ([UInt8]) throws -> Void
    /// Whether the keys are changed before the first data: true asks the server to do the same.
    private let keyUpdate: Bool?
    private var hasReceived = false
    /// Whether the client has sent, or will send, octets that the server can answer.
    private var awaitsAnswer: Bool

    /// A client that sends `octets`.
    ///
    /// - Parameters:
    ///   - timeout: how long the answer may take to begin.
    ///   - linger: how long the other side must then be silent for the answer to be complete.
    ///   - keyUpdate: nil to keep the keys; else they are changed before the first data, and true asks the server to do the same.
    ///   - output: takes the octets that are received.
    package init(
        sending octets: [UInt8], timeout: TimeSpan, linger: TimeSpan, keyUpdate: Bool? = nil,
        output: @escaping ([UInt8]) throws -> Void
    ) {
        self.octets = octets
        self.timeout = timeout
        self.linger = linger
        self.keyUpdate = keyUpdate
        awaitsAnswer = !octets.isEmpty
        self.output = output
    }

    /// How long the server may be silent before the client sends close_notify.
    package var patience: TimeSpan { hasReceived || !awaitsAnswer ? linger : timeout }
    /// 0: servers make no requests.
    package var requests: Int { 0 }

    /// True: the client needs the server's data to its end.
    package var awaitsGoodbye: Bool { true }

    /// Sends its octets when the handshake is complete, and hands the octets of the server to the output.
    ///
    /// - Throws: what the output throws.
    package mutating func react(to event: TLSApplicationEvent) throws -> [TLSApplicationAction] {
        switch event {
        case .established(let parameters):
            if parameters.earlyData == .accepted { awaitsAnswer = true }
            let update = keyUpdate.map { [TLSApplicationAction.updateKeys(request: $0)] } ?? []
            return update + (octets.isEmpty ? [] : [.send(octets)])
        case .received(let octets), .receivedEarly(let octets, _):
            hasReceived = true
            try output(octets)
            return []
        case .peerClosed: return []
        case .silence: return [.close]
        }
    }
}
