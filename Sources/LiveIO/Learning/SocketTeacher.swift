import Crypto
import Learning
import Trace

/// A teacher that asks a server: a question is a connection, and there is one at a time.
package final class SocketTeacher: LivePeer {
    private let addresses: [InternetAddress]
    package let name: String
    private let seed: UInt64
    private let puppet: (SeededRandomSource) -> any Puppet
    private let stop: StopSignal
    private let clock = ContinuousClock()
    /// How long answers are waited for.
    package var patience: LearningPatience
    /// The longest that the peer has taken for an answer so far, in milliseconds.
    package private(set) var slowest = 0
    package var capture: QuestionCapture?
    package private(set) var chain: [[UInt8]]?
    private var asked = 0

    /// A teacher that asks a host.
    ///
    /// - Parameters:
    ///   - name: the name of the host and port in an error.
    ///   - puppet: makes the end that sends the letters, with its random numbers.
    /// - Throws: ``FileError`` if the program may open no more descriptors.
    package init(
        _ addresses: [InternetAddress], name: String, _ patience: LearningPatience, seed: UInt64,
        puppet: @escaping (SeededRandomSource) -> any Puppet
    ) throws(FileError) {
        (self.addresses, self.name, self.patience, self.seed, self.puppet) = (addresses, name, patience, seed, puppet)
        stop = try StopSignal()
    }

    package func answers(to word: [Letter], known: [Answer], patience factor: Int) throws -> [Answer] {
        asked += 1
        let socket = try connect()
        defer { socket.discard() }
        let random = SeededRandomSource(seed: seed).fork("question \(asked)")
        var talk = PeerConversation(socket, puppet(random), as: .client, patience, isRecorded: capture != nil)
        let answers = try talk.answers(to: word, known: known, factor: factor, until: stop)
        slowest = max(slowest, talk.slowest)
        chain = talk.peerChain ?? chain
        try capture?.add(talk, question: "Question \(asked): \(word.words)")
        return answers
    }

    private func connect() throws(NetworkError) -> StreamSocket {
        let end = clock.now.advanced(by: .milliseconds(patience.connecting))
        while true {
            do throws(NetworkError) {
                return try StreamSocket.connect(to: addresses, name: name, within: patience.connecting, until: stop)
            } catch {
                guard case .cannotConnect = error, asked > 1, clock.now < end else { throw error }
                guard !OperatingSystem.isReadable(stop.descriptor, within: 50) else { throw .interrupted }
            }
        }
    }
}
