import TLSSim

/// The steps of a handshake in good order, as far as one side sends them, and how far a word has come in them.
package struct GoodHandshake: Hashable, Sendable {
    /// The letters in their order.
    package let steps: [Letter]
    /// The version.
    package let version: ProtocolVersion

    /// The steps of a client (RFC 5246 section 7.3, RFC 8446 section 2).
    ///
    /// - Parameter showsCertificate: whether the server asks for a certificate. The client has none, and says so.
    package init(ofClient version: ProtocolVersion, showsCertificate: Bool) {
        self.version = version
        let certificate: [Letter] = showsCertificate ? [.emptyCertificate] : []
        steps =
            version == .tls13
            ? [.clientHello] + certificate + [.finished]
            : [.clientHello] + certificate + [.clientKeyExchange, .changeCipherSpec, .finished]
    }

    /// The steps of the handshake with the client or server that the machine is of. What it asks for is read from its answer to the first letter.
    package init(with machine: MealyMachine, role: LearnedRole, _ version: ProtocolVersion) {
        switch role {
        case .server:
            let first = machine.edge(0, .clientHello)?.answer.messages ?? []
            self.init(ofClient: version, showsCertificate: first.contains(Letter.certificateRequest.name))
        case .client:
            self.init(ofServer: version)
        }
    }

    /// The steps of a server without a CertificateRequest.
    package init(ofServer version: ProtocolVersion) {
        self.version = version
        steps =
            version == .tls13
            ? [.serverHello, .encryptedExtensions, .certificate, .certificateVerify, .finished]
            : [.serverHello, .certificate, .serverKeyExchange, .serverHelloDone, .changeCipherSpec, .finished]
    }

    /// How many steps are done after a letter, if `done` were done before and the connection goes on. A letter that is not the next step
    /// changes nothing.
    func progress(_ done: Int, _ letter: Letter) -> Int {
        guard steps.indices.contains(done) else { return done }
        let isNext = letter == steps[done] || (steps[done] == .clientHello && letter.isClientHello)
        return isNext && letter != .clientHelloWithoutShare ? done + 1 : done
    }

    /// The states that the good handshake passes in a machine, from the start to the open connection; up to the end where the machine ends
    /// it.
    package func path(in machine: MealyMachine) -> [Int] {
        var path = [0]
        for letter in steps {
            guard let edge = machine.edge(path.last ?? 0, letter), !edge.answer.isClosed else { break }
            path.append(edge.target)
        }
        return path
    }

    /// Whether the machine carries the handshake out in full.
    package func isComplete(in machine: MealyMachine) -> Bool { path(in: machine).count == steps.count + 1 }
}

/// Which side is learned.
package enum LearnedRole: String, Hashable, Sendable, CaseIterable {
    /// A server.
    case server
    /// A client.
    case client
}

/// A way to an open connection on which a step of the handshake is still due.
package struct Shortcut: Hashable, Sendable {
    /// The word. Its last letter is application data.
    package let word: [Letter]
    /// The answer to the data.
    package let answer: Answer
    /// The steps that were not done.
    package let missing: [Letter]
    /// Whether the data was answered with data. If not, it was taken in silence, in the state of an open connection.
    package let isAnswered: Bool
}

extension GoodHandshake {
    /// The ways on which a machine takes application data while a step is due, shortest first, one for each state and number of steps. They are
    /// looked for in the product of the machine and the progress, because a state alone does not say by which way it was reached.
    package func shortcuts(in machine: MealyMachine) -> [Shortcut] {
        struct Place: Hashable {
            let state: Int
            let done: Int
        }
        let path = path(in: machine)
        let open = path.count == steps.count + 1 ? path.last : nil
        var words: [Place: [Letter]] = [Place(state: 0, done: 0): []]
        var queue = [Place(state: 0, done: 0)]
        var found: [Shortcut] = []
        var next = 0
        while next < queue.count {
            let place = queue[next]
            next += 1
            let word = words[place] ?? []
            if place.done < steps.count, let edge = machine.edge(place.state, .data) {
                let isSilent = edge.answer == .silence && place.state == open
                if edge.answer.hasData || isSilent {
                    found.append(
                        Shortcut(
                            word: word + [.data], answer: edge.answer, missing: Array(steps.dropFirst(place.done)),
                            isAnswered: edge.answer.hasData))
                }
            }
            for (letter, edge) in zip(machine.letters, machine.states[place.state]) where !edge.answer.isClosed {
                let target = Place(state: edge.target, done: progress(place.done, letter))
                guard words[target] == nil else { continue }
                words[target] = word + [letter]
                queue.append(target)
            }
        }
        return found
    }
}
