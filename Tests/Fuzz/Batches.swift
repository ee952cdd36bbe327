import Chance
import Crypto
import JSONLines
import PKI
import Trace
import TrustLab

extension Target {
    /// What answers a line with lines: there is always an answer, and it is JSON.
    static func batches(_ specimens: Specimens) -> [Target] {
        let replayLines = replayLines(specimens)
        return [
            Target("evaluate batch", texts: specimens.evidence.map(evaluateRequest)) { line, random in
                try answered(EvaluateBatch.answer(line, withFindings: random.next() % 2 == 0))
            },
            Target("pin batch", texts: specimens.evidence.map(pinRequest)) { line, random in
                try answered(PinBatch.answer(line, withSteps: random.next() % 2 == 0))
            },
            Target("crypto check", texts: cryptoRequests) { line, _ in
                var check = CryptoCheck(blindedBy: SeededRandomSource(seed: 1))
                try answered(check.answer(line: line.utf8))
            },
            Target("tls13 replay", texts: replayLines) { line, random in
                var replay = TLS13Replay()
                try drive(replayLines, with: line, &random) { replay.handle(line: $0.utf8) }
            },
            Target("tcp drive", texts: driveLines) { line, random in
                var host = TCPDrive()
                try drive(driveLines, with: line, &random) { host.handle(line: $0.utf8) }
            },
        ]
    }

    /// Gives a program that is driven line by line its lines, and one more somewhere among them. Each is answered up to "done".
    private static func drive(
        _ lines: [String], with line: String, _ random: inout SplitMix64, _ handle: (String) -> [String]
    ) throws {
        var lines = lines
        lines.insert(line, at: random.place(in: lines.count + 1))
        for line in lines {
            let answers = handle(line)
            for answer in answers { try answered(answer) }
            guard answers.last?.hasPrefix(#"{"ev":"done""#) == true else { throw Broken("the last line is not done") }
        }
    }

    private static func answered(_ line: String) throws {
        guard (try? JSON(line.utf8)) != nil, !line.contains("\n") else {
            throw Broken("the answer is no line of JSON: \(line)")
        }
    }

    private static func pems(_ certificates: [[UInt8]]) -> JSON {
        .array(certificates.map { .string(CertificatePEM.encode([$0])) })
    }

    private static func evaluateRequest(_ evidence: TrustEvidence) -> String {
        JSON.members(
            ("id", .string("1")), ("trusted_certs", pems(evidence.systemAnchors)),
            ("untrusted_intermediates", pems(Array(evidence.chain.dropFirst()))),
            ("peer_certificate", .string(CertificatePEM.encode([evidence.chain[0]]))),
            ("peer_name", .members(("kind", .string("DNS")), ("value", .string("www.example.com")))),
            ("validation_time", .string("2026-03-01T12:00:00Z")), ("eku", .array([])), ("max_chain_depth", .null)
        ).line
    }

    private static func pinRequest(_ evidence: TrustEvidence) -> String {
        JSON.members(
            ("id", .string("1")), ("pinningMode", .string("publicKey")),
            ("pinnedCertificates", pems([evidence.chain[0]])),
            ("chain", pems(evidence.chain)), ("systemAnchors", pems(evidence.systemAnchors)),
            ("domain", .string("www.example.com")), ("validationTime", .string("2026-03-01T12:00:00Z"))
        ).line
    }

    private static let cryptoRequests = [
        #"{"id":1,"op":"modexp","b":"3","e":"5","m":"7"}"#,
        #"{"id":2,"op":"hash","alg":"sha256","data":"616263"}"#,
        #"{"id":3,"op":"x25519","k":"77076d0a7318a57d3c16c17251b26645","u":"09"}"#,
        #"{"id":4,"op":"hkdf_expand_label","hash":"sha256","secret":"5a","label":"derived","context":"00","len":32}"#,
        #"{"id":5,"op":"mlkem768_encapsulate","ek":"\#(fives(1184))"}"#,
        #"{"id":6,"op":"mlkem768_decapsulate","seed":"\#(fives(64))","ct":"\#(fives(1088))"}"#,
        #"{"id":7,"op":"x25519mlkem768_secret","seed":"\#(fives(64))","private":"\#(fives(32))","answer":"\#(fives(1120))"}"#,
    ]

    /// Octets 55: as numbers of twelve bits they are 1365, which is less than 3329.
    private static func fives(_ count: Int) -> String { String(repeating: "55", count: count) }

    /// The first records of both sides.
    private static func replayLines(_ specimens: Specimens) -> [String] {
        let sides = specimens.tls13Conversations.flatMap { [("client", $0.client), ("server", $0.server)] }
        return [#"{"op":"start"}"#, #"{"op":"private","group":"x25519","value":"\#(fives(32))"}"#]
            + sides.map { side, octets in
                let length = octets.count < 5 ? 0 : 5 + Int(octets[3]) << 8 + Int(octets[4])
                return #"{"op":"record","from":"\#(side)","octets":"\#(Hex.string(octets.prefix(length)))"}"#
            }
    }

    private static let driveLines = [
        #"{"op":"config","at":0,"local":"192.168.0.1","sack":true,"ts":true,"wscale":7}"#,
        #"{"op":"listen","at":0,"sock":3,"port":8080,"backlog":1}"#,
        #"{"op":"connect","at":10,"sock":4,"port":0,"to":"192.0.2.1:80"}"#,
        #"{"op":"packet","at":20,"ip":"45000028000100004006f6d8c0000201c0a800019c411f900000000000000000500200000000"}"#,
        #"{"op":"write","at":30,"sock":4,"data":"68656c6c6f"}"#, #"{"op":"status","at":40,"sock":4}"#,
        #"{"op":"read","at":50,"sock":4,"n":10}"#, #"{"op":"close","at":60,"sock":4}"#,
        #"{"op":"advance","at":200000000}"#,
    ]
}
