import TLSSim
import Trace

/// The steps of a handshake in good order, as far as one side sends them, and how far a word has come in them.
package struct GoodHandshake: Hashable, Sendable {
    /// The letters in their order.
    package let steps: [Letter]
    /// The side that takes them.
    package let role: Role
    /// The version.
    package let version: ProtocolVersion

    /// The steps of a client (RFC 5246 section 7.3, RFC 8446 section 2).
    ///
    /// - Parameter proof: what the client says where the server asks for a certificate: that it has none, or its chain and a signature.
    package init(ofClient version: ProtocolVersion, showing proof: [Letter] = []) {
        (self.role, self.version) = (.server, version)
        let exchange: [Letter] = version == .tls13 ? [] : [.clientKeyExchange]
        let change: [Letter] = version == .tls13 ? [] : [.changeCipherSpec]
        steps = [.clientHello] + proof.prefix(1) + exchange + proof.dropFirst() + change + [.finished]
    }

    /// The steps of the handshake with the client or server that the machine is of. What it asks for is read from its answer to the first letter.
    package init(with machine: MealyMachine, role: Role, _ version: ProtocolVersion) {
        switch role {
        case .server:
            let first = machine.edge(0, .clientHello)?.answer.messages ?? []
            guard first.contains(Letter.certificateRequest.name) else {
                self.init(ofClient: version)
                return
            }
            let certified = GoodHandshake(ofClient: version, showing: [.certificate, .certificateVerify])
            self = certified.isComplete(in: machine) ? certified : Self(ofClient: version, showing: [.emptyCertificate])
        case .client:
            self.init(ofServer: version)
        }
    }

    /// The steps of a server without a CertificateRequest.
    package init(ofServer version: ProtocolVersion) {
        (self.role, self.version) = (.client, version)
        steps =
            version == .tls13
            ? [.serverHello, .encryptedExtensions, .certificate, .certificateVerify, .finished]
            : [.serverHello, .certificate, .serverKeyExchange, .serverHelloDone, .changeCipherSpec, .finished]
    }

    /// How many steps are done after a letter, if `done` were done before and the connection goes on. A letter that is not the next step
    /// changes nothing.
    ///
    /// - Parameter needsCertificate: whether an empty Certificate is a step that may not be left out.
    private func progress(_ done: Int, _ letter: Letter, needsCertificate: Bool) -> Int {
        guard steps.indices.contains(done) else { return done }
        if isStep(letter, done) { return done + 1 }
        return steps[done] == .emptyCertificate && !needsCertificate && isStep(letter, done + 1) ? done + 2 : done
    }

    private func isStep(_ letter: Letter, _ place: Int) -> Bool {
        guard steps.indices.contains(place) else { return false }
        return letter == steps[place]
            || (steps[place] == .clientHello && [.clientHelloDHE, .clientHelloRSA].contains(letter))
    }

    /// The steps that a word leaves out: those that do not come in it behind the earlier ones.
    private func missing(in word: [Letter]) -> [Letter] {
        var missing: [Letter] = []
        var next = 0
        for letter in word {
            guard let place = steps.indices.dropFirst(next).first(where: { isStep(letter, $0) }) else { continue }
            missing += steps[next..<place]
            next = place + 1
        }
        return missing + steps.dropFirst(next)
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

    /// The handshake of a client without a certificate, if this one shows a certificate and the machine takes the other as well: then the
    /// server asks for a certificate and does not demand it.
    package func uncertified(in machine: MealyMachine) -> GoodHandshake? {
        guard role == .server, steps.contains(.certificate) else { return nil }
        let other = GoodHandshake(ofClient: version, showing: [.emptyCertificate])
        return other.isComplete(in: machine) ? other : nil
    }

    /// Whether the machine carries the handshake out in full.
    package func isComplete(in machine: MealyMachine) -> Bool { path(in: machine).count == steps.count + 1 }
}

/// A way to an open connection on which a step of the handshake is still due.
package struct Shortcut: Hashable, Sendable {
    /// The word. Its last letter is application data, or makes a client send some.
    package let word: [Letter]
    /// The answer to the last letter.
    package let answer: Answer
    /// The steps that were not done.
    package let missing: [Letter]
    /// Whether the peer has sent data. If not, it has taken data in silence, in the state of an open connection.
    package let isAnswered: Bool
}

extension GoodHandshake {
    /// The ways on which a machine takes application data while a step is due, shortest first, one for each state and number of steps. They are
    /// looked for in the product of the machine and the progress, because a state alone does not say by which way it was reached.
    package func shortcuts(in machine: MealyMachine) -> [Shortcut] {
        // How far a word has come in each of the good handshakes.
        struct Place: Hashable {
            let state: Int
            let done: [Int]
        }
        let goods = [self] + (uncertified(in: machine).map { [$0] } ?? [])
        let open = goods.compactMap { $0.isComplete(in: machine) ? $0.path(in: machine).last : nil }
        // A server that serves a client with an empty Certificate only asks. One that refuses it demands a certificate.
        let needsCertificate = open.isEmpty
        func progress(_ done: [Int], _ letter: Letter) -> [Int] {
            zip(goods, done).map { $0.progress($1, letter, needsCertificate: needsCertificate) }
        }
        let start = Place(state: 0, done: goods.map { _ in 0 })
        var words: [Place: [Letter]] = [start: []]
        var queue = [start]
        var found: [Shortcut] = []
        var next = 0
        while next < queue.count {
            let place = queue[next]
            next += 1
            let word = words[place] ?? []
            for (letter, edge) in zip(machine.letters, machine.states[place.state]) {
                let done = progress(place.done, letter)
                guard zip(goods, done).allSatisfy({ $1 < $0.steps.count }) else { continue }
                // A server of TLS 1.3 may send data before the client's Finished (RFC 8446 section 4.4.4).
                let sends = edge.answer.hasData && (letter == .data || role == .client)
                let takes = letter == .data && edge.answer == .silence && open.contains(place.state)
                guard sends || takes else { continue }
                found.append(
                    Shortcut(
                        word: word + [letter], answer: edge.answer, missing: missing(in: word + [letter]),
                        isAnswered: sends))
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
