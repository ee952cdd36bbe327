import Crypto
import TLSSim
import Trace

/// Questions about Diffie-Hellman with small numbers, and about the data that a stolen key reveals.
extension Template {
    static let diffieHellman: [Template] = [
        Template(
            "dh.toy-public", .number, run: "--dh --group toy-23", step: "tls.calc.dh_Yc", cites: [.rfc(5246, "8.1.2")],
            english: .init(
                goal: "You can compute a public value of Diffie-Hellman.",
                ask:
                    "A client has drawn the exponent x in the group that is shown. Which public value Yc does it send?",
                hint: "Raise the base to the exponent, and take the remainder. Square step by step: g^2, g^4, g^8.",
                because: "The public value is g to the power x, modulo p.")
        ) { run, key in
            let toy = try ToyExchange(run)
            key.right = [.number(toy.clientValue)]
            key["times-not-power", .number(toy.g * toy.x % toy.p)] = Words(
                english: "You have multiplied g by x. Then a division would give x away. Look at the operation in "
                    + "the formula.")
            key["the-exponent", .number(toy.x)] = Words(
                english: "This is the exponent. It is the secret, and it is never sent. Look at what stands in "
                    + "ClientKeyExchange.")
            key["no-modulus", .number((0..<toy.x).reduce(UInt64(1)) { power, _ in power &* toy.g })] = Words(
                english: "This is the whole power. The group counts modulo p. Look at the remainder of the division "
                    + "by p.")
            key.shown = [toy.numbers([("x", toy.x)])]
        },
        Template(
            "dh.toy-secret", .number, credit: 2, run: "--dh --group toy-23", step: "tls.calc.premaster_secret",
            cites: [.rfc(5246, "8.1.2")],
            english: .init(
                goal: "You can compute the secret that both sides come to.",
                ask:
                    "Here are the group and two numbers of an exchange. x is the client's exponent and y the server's, Yc is the client's public value and Ys the server's. Which secret do the two sides come to?",
                hint: "Each side raises what the other has sent to its own exponent.",
                because: "The secret is the other side's public value to the power of one's own exponent, modulo p.")
        ) { run, key in
            let toy = try ToyExchange(run)
            let secret = try Integer(toy.serverValue).raised(to: toy.x, modulo: Integer(toy.p))
            let seats = [[("x", toy.x), ("Ys", toy.serverValue)], [("y", toy.y), ("Yc", toy.clientValue)]]
            // In a small group the secret may be one of the public values. Then the exponents are shown in its place.
            let shown = seats.first { $0[1].1 != secret } ?? [("x", toy.x), ("y", toy.y)]
            key.right = [.number(secret)]
            key["product-of-publics", .number(toy.serverValue * toy.clientValue % toy.p)] = Words(
                english: "You have multiplied the public values. Then each listener could do it. Look at what only "
                    + "the client has.")
            key["own-public", .number(toy.clientValue)] = Words(
                english: "This is the client's own public value, which has been sent. Look at what the client does "
                    + "with the server's value.")
            key["times-not-power", .number(toy.serverValue * toy.x % toy.p)] = Words(
                english: "You have multiplied where the formula has a power. Look at the operation.")
            key.shown = [toy.numbers(shown)]
        },
        Template(
            "dh.toy-break", .number, credit: 2, run: "--dh --group toy-23", step: "tls.calc.dh_Ys",
            cites: [.rfc(5246, "8.1.2")],
            english: .init(
                goal: "You know what a small group gives away.",
                ask:
                    "An attacker has overheard the server's public value Ys in the group that is shown. Which exponent has the server drawn? Try all of them.",
                hint: "Compute g^1, g^2, g^3 and so on modulo p, until you meet the public value.",
                because:
                    "In a small group all powers are tried in a moment. In a group of 2,048 bits the same search never ends."
            )
        ) { run, key in
            let toy = try ToyExchange(run)
            let p = Integer(toy.p)
            let exponents = try (1..<max(2, toy.p)).filter {
                try Integer(toy.g).raised(to: $0, modulo: p) == toy.serverValue
            }
            key.right = exponents.map { .number($0) }
            key["clients-exponent", .number(toy.x)] = Words(
                english: "This is the exponent of the client. Look at whose public value is shown.")
            key["the-public-value", .number(toy.serverValue)] = Words(
                english: "This is the public value itself. Look for the exponent that leads to it.")
            key.shown = [toy.numbers([("Ys", toy.serverValue)])]
        },
        Template(
            "fs.rsa-thief", .several, credit: 2, run: "--rsa", step: "end.reach", cites: [.rfc(5246, "F.1.1.2")],
            english: .init(
                goal: "You know what RSA key transport loses with the server's key.",
                ask:
                    "A thief has recorded a connection with RSA key transport. Later the thief steals the server's private key. Which of these can the thief find?",
                hint:
                    "Begin with what the key decrypts, and ask what can be computed from there with what was sent in clear.",
                because:
                    "The key decrypts the premaster secret. With the randoms, which are in clear, all the rest follows."
            )
        ) { run, key in
            key.right = [.letters(try run.loot(of: sought))]
            key.offered = sought.map(\.name)
            key["randoms-protect", .letters([])] = Words(
                english: "You expect that the randoms protect the keys. They were sent in clear, so the recording "
                    + "has them. Look at what the key decrypts.")
            key["only-the-premaster", .letters([Knowledge.premasterSecret.name])] = Words(
                english: "From the premaster secret and the randoms the PRF makes all the rest. Look at which inputs "
                    + "of the PRF the thief lacks.")
        },
        Template(
            "fs.dh-thief", .several, credit: 2, run: "--dh", step: "end.reach", cites: [.rfc(5246, "F.1.1.3")],
            english: .init(
                goal: "You know what forward secrecy means.",
                ask:
                    "A thief has recorded a connection with ephemeral Diffie-Hellman. Later the thief steals the server's private key. Which of these can the thief find?",
                hint: "Ask what the server's key does in this key exchange.",
                because:
                    "The server's key signs, and decrypts nothing. The exponents are gone when the connection is over.")
        ) { run, key in
            key.right = [.letters(try run.loot(of: sought))]
            key.offered = sought.map(\.name)
            key["key-opens-everything", .letters(Set(sought.map(\.name)))] = Words(
                english: "You expect that the private key opens what was recorded. In this exchange it signs. Look "
                    + "at what ServerKeyExchange does with it.")
            key["only-the-data", .letters([Knowledge.applicationData.name])] = Words(
                english: "The data are encrypted under keys that follow from the exponents. Look at which exponent "
                    + "the thief has.")
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
    func numbers(_ more: [(String, UInt64)]) -> Solution.Shown {
        let lines = ([("p", p), ("g", g)] + more).map { "\($0.0) = \($0.1)" }
        return .text(Words(english: "Diffie-Hellman"), lines.joined(separator: "\n"))
    }
}
