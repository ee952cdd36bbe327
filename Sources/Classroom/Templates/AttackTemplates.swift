import Museum
import Trace

/// Questions about attacks.
extension Template {
    static let attacks: [Template] = [
        Template(
            "attack.mitm-no-hostname", .choice, run: "attack mitm --policy no-hostname --attacker same-public-ca",
            step: "tls.application_data", cites: [.rfc(9525, "6.1")],
            english: .init(
                goal: "You know what the check of the name is for.",
                ask:
                    "An attacker stands between a client and a server, with a certificate of a known authority for the attacker's own name. The client checks the chain and not the name. How does it end?",
                hint: "Ask which check of the client could tell the attacker from the server.",
                because:
                    "The chain is good, because the attacker owns the name in it. Only the name tells the two apart.")
        ) { run, key in
            try key.right = [.choice(run.fateOfVictim)]
            key["chain-is-enough", .choice("refused")] = Words(
                english: "You expect that a valid chain means the right server. It means that an authority knows "
                    + "some owner of some name. Look at the name in the certificate.")
            key["noticed-at-finished", .choice("finished")] = Words(
                english: "The client shakes hands with the attacker, and both have the same keys and messages. Look "
                    + "at the two connections side by side.")
            key["noticed-by-the-server", .choice("server")] = Words(
                english: "To the server the attacker is a client like any other. Look at the second connection.")
            key.choices = endsOfAnInterception
        },
        Template(
            "attack.mitm-full", .choice, run: "attack mitm --policy full --attacker same-public-ca", step: "tls.alert",
            cites: [.rfc(9525, "6.1")],
            english: .init(
                goal: "You know what a full check of a certificate achieves.",
                ask:
                    "An attacker stands between a client and a server, with a certificate of a known authority for the attacker's own name. The client checks chain and name. How does it end?",
                hint:
                    "Go through what the client checks, and compare the name in the certificate with the name that was asked for.",
                because: "The name in the certificate is not the one that was asked for.")
        ) { run, key in
            try key.right = [.choice(run.fateOfVictim)]
            key["all-is-lost", .choice("intercepted")] = Words(
                english: "You expect that any certificate of a known authority will do. Look at the name in it, and "
                    + "at what this client checks.")
            key["noticed-at-finished", .choice("finished")] = Words(
                english: "The handshake does not get so far. Look at what the client does with the certificate.")
            key["noticed-by-the-server", .choice("server")] = Words(
                english: "To the server the attacker is a client like any other. Look at what the client does with "
                    + "the certificate.")
            key.choices = endsOfAnInterception
        },
        Template(
            "attack.downgrade-mark", .hex, run: "attack version-downgrade --exchange ecdhe --client checks",
            step: "tls.server_hello", cites: [.rfc(8446, "4.1.3")],
            english: .init(
                goal: "You know the sign against a downgrade.",
                ask:
                    "An attacker takes TLS 1.3 out of a ClientHello. The server speaks TLS 1.3 too, and answers with TLS 1.2. The first 24 octets of its random are shown. Which eight octets follow, in hexadecimal?",
                hint:
                    "The end of this random is not drawn. It is a word in ASCII and a number. RFC 8446 section 4.1.3 has it.",
                because: "A server that could speak TLS 1.3 and answers with TLS 1.2 says so with \"DOWNGRD\" and 01.")
        ) { run, key in
            let server = try run.journal("ecdhe-hello-checks-server").message("tls.server_hello", of: .server).random
            key.right = [.octets(Array(server.suffix(8)))]
            key["random-as-ever", .octets(Array(server.prefix(8)))] = Words(
                english: "You expect that the whole random is drawn. Its end is a sign for the client here. Look at "
                    + "RFC 8446 section 4.1.3.")
            key["older-version", .octets(Array(server.suffix(8).dropLast() + [0]))] = Words(
                english: "This is the sign of a server that answers with TLS 1.1 or older. Look at the last octet.")
            key.shown = [.octets(Words(english: "ServerHello.random[0..23]"), server.dropLast(8))]
        },
        Template(
            alert: "attack.replay", run: "attack replay", named: "on", cites: [.rfc(5246, "7.4.1.3")],
            english: .init(
                goal: "You know what the server's random is for.",
                ask:
                    "An attacker has recorded what a client sent, in TLS 1.2 with RSA key transport, and sends the same octets to the server once more. The server draws its random anew, as it should. Which alert does the server send?",
                hint:
                    "The premaster secret is the same as before. Ask what else enters the keys, and what the server tries to do with the first encrypted record.",
                because:
                    "The server's random is new, so the keys are. The first record under the old keys does not open.")
        ) { key in
            key["same-secret-same-keys", .choice(accepted)] = Words(
                english: "You expect that the same premaster secret gives the same keys. Look at the other inputs of "
                    + "the master secret.")
            key["noticed-at-the-hello", .choice("handshake_failure")] = Words(
                english: "A server does not remember the hellos that it has seen. Look at how far the handshake goes.")
            key["noticed-by-the-hash", .choice("decrypt_error")] = Words(
                english: "The hash in Finished would differ. But Finished is encrypted, and its record has to open "
                    + "first. Look at the record that carries it.")
        },
        Template(
            "attack.isn-next", .number, credit: 2, run: "--dh --isn plus64000", distinct: true, step: "tcp.syn",
            cites: [.rfc(6528, "3")],
            english: .init(
                goal: "You can predict the numbers of a generator that counts.",
                ask:
                    "A host counts its first sequence numbers up by 64,000 with each connection that it opens. It opens one with the SYN that is shown. Nothing else adds to the counter. What is the sequence number of the SYN of its next connection?",
                hint:
                    "Sequence numbers have 32 bits. Ask what the generator adds, and whether the data of the first connection enter it.",
                because: "The next connection begins 64,000 further on, modulo 2^32. So a stranger can predict it.")
        ) { run, key in
            let (syn, fin) = try (run.syn, run.fin)
            try key.right = [.number(syn.sequence.advanced(inSequenceSpaceBy: 64_000))]
            try key["same-again", .number(syn.sequence)] = Words(
                english: "You expect that each connection begins with the same number. Look at what the generator "
                    + "adds.")
            try key["goes-on", .number(fin.sequence.advanced(inSequenceSpaceBy: 1))] = Words(
                english: "You have continued the numbers of the old connection. Each connection begins with a number "
                    + "of the generator. Look at the SYN.")
            try key.shown = [
                run.shown("SYN", syn), .text(Words(english: "Sequence number of the FIN"), "\(fin.sequence)"),
            ]
        },
        Template(
            "attack.oracle-tries", .number, run: "attack bleichenbacher --defence off", needsJournals: false, step: "",
            cites: [.rfc(5246, "7.4.7.1")],
            english: .init(
                goal: "You know what it costs to read a secret from a server that says why a decryption failed.",
                ask:
                    "A server has an alert of its own for a premaster secret whose decrypted block is not well formed. An attacker has recorded a connection with RSA key transport. In each new connection the attacker sends a changed copy of the encrypted premaster secret, and gets an alert. How often each alert came is shown. With the last answer the attacker knows the premaster secret. How many connections did that take?",
                hint:
                    "Ask how many copies a connection can try, and whether an answer that says no costs a connection.",
                because:
                    "Each copy takes a connection, whatever the server answers. The private key is as unknown as before."
            )
        ) { run, key in
            let outcome = try MuseumQuestion("bleichenbacher").performed(run.seed).outcome
            let premaster = try outcome.loot.first.orThrow(.noStep("premaster"))
            let first = try outcome.figures.first { $0.name == "first" }.orThrow(.noStep("first"))
            let yes = outcome.answers.map(\.count).min() ?? 0
            let counts = outcome.answers.map { "\($0.name) \($0.count)" }
            key.right = [.number(outcome.tries)]
            key["yes-alone", .number(yes)] = Words(
                english: "You have counted the answers of one kind. Those of the other kind took a connection each "
                    + "as well. Look at both alerts.")
            key["first-is-enough", .number(Int(first.measured))] = Words(
                english: "This is the number of the first connection that was answered otherwise. From there the "
                    + "search goes on. Look at how much is open after it.")
            key["a-bit-each", .number(8 * premaster.value.count)] = Words(
                english: "You expect that each connection gives away one bit of the premaster secret. Most answers "
                    + "give away far less. Look at how often each alert came.")
            key.shown = [
                .text(Words(english: "Alerts that the server sent, and how often"), counts.joined(separator: "\n"))
            ]
        },
        Template(
            "tcp.ghost", .choice, run: "tcp ghost-syn", step: "tcp.state", cites: [.rfc(9293, "3.5")],
            english: .init(
                goal: "You know what three messages are for.",
                ask:
                    "An old SYN arrives at a server, late, of a connection that no longer exists. The server answers with a SYN,ACK. The host that gets it has no such connection. Which state does the server's TCP enter after SYN-RECEIVED?",
                hint: "Ask what the other host answers to a segment of a connection that it does not have.",
                because:
                    "The other host answers with a reset. The server's connection has not been open, so it goes back to where it was."
            )
        ) { run, key in
            try key.right = [.choice(run.state(of: .server, after: "SYN-RECEIVED"))]
            key["two-messages-open", .choice("ESTABLISHED")] = Words(
                english: "With two messages the server would be open now, for a ghost. Look at what the third "
                    + "message has to confirm.")
            key["waits-for-ever", .choice("SYN-RECEIVED")] = Words(
                english: "The server does get an answer. Look at what a host sends for a segment of no connection.")
            key["gives-up", .choice("CLOSED")] = Words(
                english: "The server's program still waits for clients. Look at the state that the connection came "
                    + "from.")
        },
    ]

    /// The choices of the two questions about an attacker between client and server.
    private static let endsOfAnInterception = [
        "intercepted": Words(english: "the attacker reads the data"),
        "refused": Words(english: "the client refuses the certificate"),
        "finished": Words(english: "Finished does not verify"), "server": Words(english: "the server notices it"),
    ]
}

extension QuestionRun {
    /// "intercepted" if application data goes over the victim's connection, else "refused".
    fileprivate var fateOfVictim: String {
        get throws(ExerciseError) {
            let isHeard = try only("victim").messages.contains { $0.message.label == "application data" }
            return isHeard ? "intercepted" : "refused"
        }
    }
}
