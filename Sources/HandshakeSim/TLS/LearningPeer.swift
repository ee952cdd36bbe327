import ArgumentParser
import Crypto
import Learning
import LiveIO
import PKI
import Render
import TLSSim
import Trace

/// How the peer of `learn` is reached and asked.
extension LearnCommand {
    /// The machine in the file of `--compare`; nil without one.
    func earlierMachine() throws -> MealyMachine? {
        guard let path = compare?.text, path != MachineReport.Subject.own else { return nil }
        let octets = try InputFile.read(path, limit: MachineFile.limit)
        do {
            let file = try MachineFile(octets)
            guard file.subject.role == role, try file.subject.version == version else {
                throw ValidationError("--compare \(path.quotable): it is the machine of a \(file.subject.name).")
            }
            return file.machine
        } catch let fault as MachineFile.Fault {
            switch fault {
            case .syntax(let error): throw ValidationError("--compare \(path.quotable): \(error)")
            case .schema: throw ValidationError("--compare \(path.quotable): it is not a file of learn --json.")
            case .member(let name): throw ValidationError("--compare \(path.quotable): \(name) is missing or wrong.")
            }
        }
    }

    func peer(_ version: ProtocolVersion) throws -> any LivePeer {
        let patience = LearningPatience(quiet: timeout ?? LearningPatience.measuring)
        switch role {
        case .server:
            let place = try Endpoint(argument: target ?? "")
            let addresses = try InternetAddress.resolve(place.address, port: place.port)
            let isAddress = addresses.contains { $0.host == place.address }
            let name = host ?? (isAddress || place.address == "localhost" ? nil : place.address)
            let identity = try cert == nil ? nil : identity()
            return try SocketTeacher(addresses, name: place.description, patience, seed: seed) { random in
                if version == .tls13 { return TLS13ClientPuppet(host: name, identity: identity, random: random) }
                return TLS12ClientPuppet(host: name, identity: identity, random: random)
            }
        case .client:
            let identity = try identity()
            guard let address = try InternetAddress.resolve("127.0.0.1", port: listen ?? 0).first else {
                throw ExitCode.failure
            }
            let listeners = try (0..<(listen == nil ? 2 : 1)).map { _ in try ListeningSocket(address) }
            return try ClientTeacher(listeners, command: command, patience, seed: seed) { random in
                if version == .tls13 { return TLS13ServerPuppet(identity, random: random) }
                return TLS12ServerPuppet(identity, random: random)
            }
        }
    }

    /// The puppet's certificate and key.
    private func identity() throws -> Identity {
        if let cert, let key { return try CertificateFiles.identity(certificates: cert.path, key: key.path) }
        let now = WallClock.microseconds / 1_000_000
        return try LessonPKI.make(hostName: OwnEndpoint.host, at: now, seed: seed).identity
    }

    /// Measures how fast the peer is, if no time was given, and says what will be asked of it.
    func prepare(_ peer: any LivePeer, _ version: ProtocolVersion) throws {
        let good = role == .server ? GoodHandshake(ofClient: version) : GoodHandshake(ofServer: version)
        for number in 1...(timeout == nil ? 3 : 1) {
            _ = try peer.answers(to: good.steps + [.data], known: [], patience: number == 1 ? 1 : 4)
            if timeout == nil { peer.patience = .fitting(slowest: peer.slowest) }
        }
        let patience = peer.patience
        let way = role == .server ? "one connection at a time" : "one start of the command for each question"
        StreamedFile.warn(
            """
            learn: asks \(peer.name), \(way), at most \(limit). An answer is over after \(patience.quiet) ms without an octet, after \
            \(patience.longest / 1_000) s, or after \(patience.most >> 20) MiB. The slowest answer of a handshake took \(peer.slowest) ms.

            """)
    }

    func learn(_ letters: [Letter], from teacher: any Teacher) throws -> LearnedMachine {
        func learn(_ teacher: some Teacher) throws -> LearnedMachine {
            let progress = ProgressLine("learn \((teacher as? any LivePeer)?.name ?? "the own \(role)")")
            defer { progress.end() }
            var learner = Learner(letters, from: teacher, settings) { costs, states in
                progress.tell("\(counted(costs.questions, "question")), \(counted(states, "state"))")
            }
            return try learner.learn()
        }
        do {
            return try learn(teacher)
        } catch let error as LearningError {
            throw fail(error)
        }
    }

    /// Says why there is no machine.
    private func fail(_ error: LearningError) -> ExitCode {
        switch error {
        case .limit(let questions):
            StreamedFile.warn("learn: not finished after \(counted(questions, "question")): --limit.\n")
        case .restless(let corrections):
            StreamedFile.warn(
                "learn: \(counted(corrections, "kept answer")) had to be corrected, and there is no end. A longer --timeout may help.\n"
            )
        case .notAMachine(let word, let answers):
            let list = answers.map {
                "  \(counted($0.count, "time")): \($0.answers.map(\.text).joined(separator: " | "))\n"
            }
            StreamedFile.warn(
                "learn: this is not a machine. The same messages get several answers; a longer --timeout may help.\n"
                    + "  \(word.words)\n\(list.joined())")
        }
        return ExitCode(4)
    }
}
