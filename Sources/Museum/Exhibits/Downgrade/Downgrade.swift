import Crypto
import Simulator
import TCPSim
import TLSSim
import Trace

/// The attacker takes suites out of a ClientHello, and two ends that do not compare verify_data do not notice it (RFC 5246 appendix F.1.3).
enum Downgrade: Exhibit {
    static let card = Card(
        "downgrade", in: .handshake, from: .inPath, to: .downgrade, unit: .handshakes, year: 1996,
        cites: [.rfc(5246, "7.4.9"), .rfc(5246, "F.1.3")], legs: [.victim, .server], words: DowngradeCard.self)

    /// The suite that the two would choose without the attacker, and the weakest suite that both speak.
    private static let suites: (strong: CipherSuite, weak: CipherSuite) = (.dheRSAAES128GCM, .rsaAES128CBCSHA)

    static func perform(_ show: Performance) throws -> Outcome {
        let victims = try Victims(show, suites.strong)
        let offered = [suites.strong, suites.weak]
        let stage = ManInTheMiddleStage(
            show,
            client: victims.client(
                says: [show.request],
                configure: {
                    $0.cipherSuites = offered
                    if !show.isDefended { $0.missingRules = .comparingFinished }
                }),
            server: victims.server(
                configure: {
                    $0.cipherSuites = offered
                    if !show.isWhole { $0.missingRules = .comparingFinished }
                }, answers: { _ in .ends([Money.answer]) }))
        let attacker = stage.attacker

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        guard let middle = stage.middle() else { return outcome }
        var (toServer, toVictim) = (RecordRelay(), RecordRelay())
        // The client's messages as the server receives them.
        var changed: [HandshakeMessage] = []
        var chosen: CipherSuite?
        // The sides that have sent application data, and the frame of the server's last data.
        var saidData: Set<Role> = []
        var data: [Int] = []
        outcome.tries = 1
        middle.relay { role, octets in
            if role == .client {
                return toServer.pass(octets) { piece, relay in
                    if case .content(.applicationData, _) = piece { saidData.insert(.client) }
                    guard case .message(let message) = piece, message.type == .clientHello,
                        var hello = try? message.parsed(ClientHello.read)
                    else {
                        if case .message(let message) = piece { changed.append(message) }
                        return relay.write(piece)
                    }
                    let all = hello.cipherSuites
                    hello.cipherSuites = [suites.weak.codePoint]
                    changed.append(hello.message)
                    outcome.say(
                        DowngradeNote.takesOut(from: all.map(CipherSuite.describe), leaves: suites.weak.description),
                        frames: [attacker.frame(.server) + 1], on: .server, cite: .rfc(5246, "F.1.3"))
                    return relay.write(hello.message)
                }
            }
            return toVictim.pass(octets) { piece, relay in
                if case .content(.applicationData, _) = piece {
                    saidData.insert(.server)
                    data = attacker.sighted(on: .server)
                }
                if case .message(let message) = piece, message.type == .serverHello,
                    let answer = try? message.parsed(ServerHello.read)
                {
                    chosen = CipherSuite.withCodePoint(answer.cipherSuite)
                    outcome.say(
                        DowngradeNote.accepted(chosen?.description ?? ""),
                        frames: attacker.sighted(message.bytes, on: .server), on: .server)
                }
                return relay.write(piece)
            }
        }
        guard let chosen else { return outcome }
        outcome.evidence = [
            ("victim", .socket(Socket(.client, 50_000))), ("chosen", .string(chosen.name)),
            ("chosen_code", .number(Int(chosen.codePoint))),
        ]
        // Both ends hash the same messages except the ClientHello. The order is: ClientHello, the server's flight, the client's answer.
        let digests = [toServer.messages, changed].map { own in
            chosen.hash.hash((own.prefix(1) + toVictim.messages + own.dropFirst()).flatMap(\.bytes))
        }
        outcome.say(
            DowngradeNote.twoTranscripts, cite: .rfc(5246, "7.4.9"),
            zip(["the client's Hash(handshake_messages)", "the server's Hash(handshake_messages)"], digests).map {
                .init($0, $1)
            })
        outcome.reached = chosen == suites.weak && saidData == [.client, .server]
        outcome.say(
            outcome.reached ? DowngradeNote.believed(chosen.description) : .refused,
            frames: outcome.reached ? data : attacker.sighted(on: .server), on: .server, cite: .rfc(5246, "7.4.9"))
        outcome.reproduce = ["VICTIM", "SERVER"].map {
            "tshark -r \($0) -Y 'tls.handshake.type==1' -T fields -e tls.handshake.ciphersuite"
        }
        return outcome
    }
}
