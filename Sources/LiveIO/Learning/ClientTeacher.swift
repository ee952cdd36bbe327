import Crypto
import Learning
import Trace

/// A teacher that asks a client: for each question it starts the client's program, which connects to a port of this one.
package final class ClientTeacher: LivePeer {
    /// Why a client cannot be asked.
    package enum Fault: Error, Hashable, CustomStringConvertible {
        /// There is no such program.
        case noProgram(String)
        /// The program cannot be started.
        case cannotStart(String)
        /// It has not connected in so many milliseconds.
        case doesNotConnect(String, milliseconds: Int)

        package var description: String {
            switch self {
            case .noProgram(let name): "there is no program \(name.quotable)"
            case .cannotStart(let name): "\(name.quotable) cannot be started"
            case .doesNotConnect(let name, let milliseconds):
                "\(name.quotable) has not connected within \(milliseconds) ms"
            }
        }
    }

    private let listener: ListeningSocket
    private let program: String
    private let arguments: [String]
    private let seed: UInt64
    private let puppet: (SeededRandomSource) -> any Puppet
    private let stop: StopSignal
    /// How long answers are waited for.
    package var patience: LearningPatience
    /// The longest that the client has taken for an answer so far, in milliseconds.
    package private(set) var slowest = 0
    package var capture: QuestionCapture?
    package private(set) var chain: [[UInt8]]?
    private var asked = 0

    /// The name of the program.
    package var name: String { program }

    /// A teacher that asks the client that a command starts.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments; at least one word. "{port}" in an argument stands for the port.
    ///   - puppet: makes the end that sends the letters, with its random numbers.
    /// - Throws: ``Fault/noProgram(_:)``; ``FileError`` if the program may open no more descriptors.
    package init(
        _ listener: ListeningSocket, command: [String], _ patience: LearningPatience, seed: UInt64,
        puppet: @escaping (SeededRandomSource) -> any Puppet
    ) throws {
        let name = command.first ?? ""
        guard let path = name.contains("/") ? name : Machine.program(name) else { throw Fault.noProgram(name) }
        program = path
        let port = String(listener.local.port)
        arguments = command.dropFirst().map { $0.replacing("{port}", with: port) }
        (self.listener, self.patience, self.seed, self.puppet) = (listener, patience, seed, puppet)
        stop = try StopSignal()
    }

    package func answers(to word: [Letter], known: [Answer], patience factor: Int) throws -> [Answer] {
        asked += 1
        // A connection that is left of an earlier question is not the one that is awaited.
        while case .connection(let old) = listener.accept() { old.discard() }
        guard let process = OperatingSystem.start(program, arguments) else { throw Fault.cannotStart(program) }
        defer {
            kill(process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        let socket = try accept()
        defer { socket.discard() }
        let random = SeededRandomSource(seed: seed).fork("question \(asked)")
        var talk = PeerConversation(socket, puppet(random), as: .server, patience, isRecorded: capture != nil)
        try talk.awaitGreeting(until: stop)
        let answers = try talk.answers(to: word, known: known, factor: factor, until: stop)
        slowest = max(slowest, talk.slowest)
        chain = talk.peerChain ?? chain
        try capture?.add(talk, question: "Question \(asked): \(word.words)")
        return answers
    }

    private func accept() throws -> StreamSocket {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: .milliseconds(patience.connecting))
        while clock.now < end {
            if case .connection(let socket) = listener.accept() { return socket }
            var waiting = [listener.descriptor, stop.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = poll(&waiting, 2, 100)
            if waiting[1].revents != 0 { throw NetworkError.interrupted }
        }
        throw Fault.doesNotConnect(program, milliseconds: patience.connecting)
    }
}
