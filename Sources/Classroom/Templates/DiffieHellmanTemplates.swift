import Crypto
import TLSSim
import Trace

/// Questions about Diffie-Hellman with small numbers, and about the data that a stolen key reveals.
extension Template {
    static let diffieHellman: [Template] = [
        Template(
            "dh.toy-public", .number, run: "--dh --group toy-23", step: "tls.calc.dh_Yc", cites: [.rfc(5246, "8.1.2")],
            words: DiffieHellmanWords.toyPublic
        ) { run in
            let toy = try ToyExchange(run)
            return Working(
                .number(toy.clientValue),
                slips: [
                    .number("times-not-power", toy.g * toy.x % toy.p), .number("the-exponent", toy.x),
                    .number("no-modulus", (0..<toy.x).reduce(UInt64(1)) { power, _ in power &* toy.g }),
                ], shown: [toy.numbers([("x", toy.x)])])
        },
        Template(
            "dh.toy-secret", .number, credit: 2, run: "--dh --group toy-23", step: "tls.calc.premaster_secret",
            cites: [.rfc(5246, "8.1.2")], words: DiffieHellmanWords.toySecret
        ) { run in
            let toy = try ToyExchange(run)
            let secret = try Integer(toy.serverValue).raised(to: toy.x, modulo: Integer(toy.p))
            let seats = [[("x", toy.x), ("Ys", toy.serverValue)], [("y", toy.y), ("Yc", toy.clientValue)]]
            // In a small group the secret may be one of the public values. Then the exponents are shown in its place.
            let shown = seats.first { $0[1].1 != secret } ?? [("x", toy.x), ("y", toy.y)]
            return Working(
                .number(secret),
                slips: [
                    .number("product-of-publics", toy.serverValue * toy.clientValue % toy.p),
                    .number("own-public", toy.clientValue),
                    .number("times-not-power", toy.serverValue * toy.x % toy.p),
                ], shown: [toy.numbers(shown)])
        },
        Template(
            "dh.toy-break", .number, credit: 2, run: "--dh --group toy-23", step: "tls.calc.dh_Ys",
            cites: [.rfc(5246, "8.1.2")], words: DiffieHellmanWords.toyBreak
        ) { run in
            let toy = try ToyExchange(run)
            let p = Integer(toy.p)
            let exponents = try (1..<max(2, toy.p)).filter {
                try Integer(toy.g).raised(to: $0, modulo: p) == toy.serverValue
            }
            return Working(
                .answers(exponents.map { .number($0) }),
                slips: [.number("clients-exponent", toy.x), .number("the-public-value", toy.serverValue)],
                shown: [toy.numbers([("Ys", toy.serverValue)])])
        },
        Template(
            "fs.rsa-thief", .several, credit: 2, run: "--rsa", step: "end.reach", cites: [.rfc(5246, "F.1.1.2")],
            words: DiffieHellmanWords.rsaThief
        ) { run in
            Working(
                .several(try run.loot(of: sought), of: sought.map(\.name)),
                slips: [
                    .several("randoms-protect", []),
                    .several("only-the-premaster", [Knowledge.premasterSecret.name]),
                ])
        },
        Template(
            "fs.dh-thief", .several, credit: 2, run: "--dh", step: "end.reach", cites: [.rfc(5246, "F.1.1.3")],
            words: DiffieHellmanWords.dhThief
        ) { run in
            Working(
                .several(try run.loot(of: sought), of: sought.map(\.name)),
                slips: [
                    .several("key-opens-everything", Set(sought.map(\.name))),
                    .several("only-the-data", [Knowledge.applicationData.name]),
                ])
        },
    ]

    /// The quantities of which the questions ask whether a thief can find them.
    private static let sought = [
        Knowledge.premasterSecret, Knowledge.masterSecret, Knowledge.keyBlock, Knowledge.applicationData,
    ]
}

/// The numbers of an exchange in a toy group.
private struct ToyExchange {
    let g: UInt64
    let p: UInt64
    /// The client's exponent.
    let x: UInt64
    /// The server's exponent.
    let y: UInt64
    let clientValue: UInt64
    let serverValue: UInt64

    init(_ run: QuestionRun) throws {
        g = try run.toyNumber("g", of: "tls.calc.dh_Yc")
        p = try run.toyNumber("p", of: "tls.calc.dh_Yc")
        x = try run.toyNumber("x", of: "tls.calc.dh_Yc")
        y = try run.toyNumber("x", of: "tls.calc.dh_Ys")
        clientValue = try Integer(g).raised(to: x, modulo: Integer(p))
        serverValue = try run.toyNumber("dh_Ys", of: "tls.calc.dh_Ys")
        guard p > 2 else { throw ExerciseError.noStep("a prime") }
    }

    /// The numbers p and g of the group, and more numbers with their names: a line for each.
    func numbers(_ more: [(String, UInt64)]) -> Working.Shown {
        let lines = ([("p", p), ("g", g)] + more).map { "\($0.0) = \($0.1)" }
        return .text(.quantity("Diffie-Hellman"), lines.joined(separator: "\n"))
    }
}
