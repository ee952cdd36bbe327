import TLSSim
import Trace

/// A client that sends what it has, hands on what it gets, and says goodbye when the other side has or has nothing more to say.
package struct TLSClient: TLSApplication {
    private let octets: [UInt8]
    private let timeout: TimeSpan
    private let linger: TimeSpan
    private let output: ([UInt8]) throws -> Void
    /// Whether the keys are changed before the first data: true asks the server to do the same.
    private let keyUpdate: Bool?
    private var hasReceived = false
    /// Whether something was sent that can be answered.
    private var awaitsAnswer: Bool

    /// A client that sends `octets`.
    ///
    /// - Parameters:
    ///   - timeout: how long the answer may take to begin.
    ///   - linger: how long the other side has to be silent after that for its answer to be over.
    ///   - keyUpdate: whether to change the keys before the first data, and whether to ask the server to do the same.
    ///   - output: takes what is received.
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

    /// How long silence may last before the client says goodbye.
    package var patience: TimeSpan { hasReceived || !awaitsAnswer ? linger : timeout }
    /// 0: servers make no requests.
    package var requests: Int { 0 }

    /// What the server sends counts to its end.
    package var awaitsGoodbye: Bool { true }

    /// Sends all it has as soon as it can, and hands on what it gets.
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
