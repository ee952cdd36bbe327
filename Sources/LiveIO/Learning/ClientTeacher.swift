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

    /// A port, and the client that was started to connect to it; nil if none was.
    private struct Place {
        let listener: ListeningSocket
        let arguments: [String]
        var client: pid_t?
    }

    /// The questions take the places in turn. Where there are two, the next client starts while one is asked: to start it takes longer than an
    /// answer.
    private var places: [Place]
    private let program: String
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
    ///   - listeners: one or two ports. With two, two clients are there at a time.
    ///   - command: the program and its arguments; at least one word. "{port}" in an argument stands for the port.
    ///   - puppet: makes the end that sends the letters, with its random numbers.
    /// - Throws: ``Fault/noProgram(_:)``; ``FileError`` if the program may open no more descriptors.
    package init(
        _ listeners: [ListeningSocket], command: [String], _ patience: LearningPatience, seed: UInt64,
        puppet: @escaping (SeededRandomSource) -> any Puppet
    ) throws {
        let name = command.first ?? ""
        guard let path = name.contains("/") ? name : Machine.program(name) else { throw Fault.noProgram(name) }
        program = path
        places = listeners.map { listener in
            let port = String(listener.local.port)
            return Place(listener: listener, arguments: command.dropFirst().map { $0.replacing("{port}", with: port) })
        }
        (self.patience, self.seed, self.puppet) = (patience, seed, puppet)
        stop = try StopSignal()
    }

    deinit {
        for place in places { Self.end(place.client) }
    }

    package func answers(to word: [Letter], known: [Answer], patience factor: Int) throws -> [Answer] {
        let place = asked % places.count
        asked += 1
        try start(place)
        try start(asked % places.count)
        defer {
            Self.end(places[place].client)
            places[place].client = nil
        }
        let socket = try accept(places[place].listener)
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

    /// Starts the client of a place, if it is not there yet.
    private func start(_ place: Int) throws {
        guard places[place].client == nil else { return }
        // A connection that is left of an earlier question is not the one that is awaited.
        while case .connection(let old) = places[place].listener.accept() { old.discard() }
        guard let client = OperatingSystem.start(program, places[place].arguments) else {
            throw Fault.cannotStart(program)
        }
        places[place].client = client
    }

    private static func end(_ client: pid_t?) {
        guard let client else { return }
        kill(client, SIGKILL)
        var status: Int32 = 0
        while waitpid(client, &status, 0) < 0, errno == EINTR {}
    }

    private func accept(_ listener: ListeningSocket) throws -> StreamSocket {
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
