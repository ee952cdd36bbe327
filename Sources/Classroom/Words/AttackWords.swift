/// The sentences of the questions about attacks.
enum AttackWords: QuestionTopic {
    case noHostname, fullCheck, downgradeMark, nextISN, ghost, replay, oracleTries

    /// The choices of the two questions about an attacker between client and server.
    private static let endsOfAnInterception = [
        "intercepted": "the attacker reads the data", "refused": "the client refuses the certificate",
        "finished": "Finished does not verify", "server": "the server notices it",
    ]

    var english: QuestionWords {
        switch self {
        case .noHostname:
            QuestionWords(
                english: "You know what the check of the name is for.",
                ask:
                    "An attacker stands between a client and a server, with a certificate of a known authority for the attacker's own name. The client checks the chain and not the name. How does it end?",
                hint: "Ask which check of the client could tell the attacker from the server.",
                because:
                    "The chain is good, because the attacker owns the name in it. Only the name tells the two apart.",
                slips: [
                    "chain-is-enough":
                        "You expect that a valid chain means the right server. It means that an authority knows some owner of some name. Look at the name in the certificate.",
                    "noticed-at-finished":
                        "The client shakes hands with the attacker, and both have the same keys and messages. Look at the two connections side by side.",
                    "noticed-by-the-server":
                        "To the server the attacker is a client like any other. Look at the second connection.",
                ],
                choices: Self.endsOfAnInterception)
        case .fullCheck:
            QuestionWords(
                english: "You know what a full check of a certificate achieves.",
                ask:
                    "An attacker stands between a client and a server, with a certificate of a known authority for the attacker's own name. The client checks chain and name. How does it end?",
                hint:
                    "Go through what the client checks, and compare the name in the certificate with the name that was asked for.",
                because: "The name in the certificate is not the one that was asked for.",
                slips: [
                    "all-is-lost":
                        "You expect that any certificate of a known authority will do. Look at the name in it, and at what this client checks.",
                    "noticed-at-finished":
                        "The handshake does not get so far. Look at what the client does with the certificate.",
                    "noticed-by-the-server":
                        "To the server the attacker is a client like any other. Look at what the client does with the certificate.",
                ],
                choices: Self.endsOfAnInterception)
        case .downgradeMark:
            QuestionWords(
                english: "You know the sign against a downgrade.",
                ask:
                    "An attacker takes TLS 1.3 out of a ClientHello. The server speaks TLS 1.3 too, and answers with TLS 1.2. The first 24 octets of its random are shown. Which eight octets follow, in hexadecimal?",
                hint:
                    "The end of this random is not drawn. It is a word in ASCII and a number. RFC 8446 section 4.1.3 has it.",
                because: "A server that could speak TLS 1.3 and answers with TLS 1.2 says so with \"DOWNGRD\" and 01.",
                slips: [
                    "random-as-ever":
                        "You expect that the whole random is drawn. Its end is a sign for the client here. Look at RFC 8446 section 4.1.3.",
                    "older-version":
                        "This is the sign of a server that answers with TLS 1.1 or older. Look at the last octet.",
                ])
        case .nextISN:
            QuestionWords(
                english: "You can predict the numbers of a generator that counts.",
                ask:
                    "A host counts its first sequence numbers up by 64,000 with each connection that it opens. It opens one with the SYN that is shown. Nothing else adds to the counter. What is the sequence number of the SYN of its next connection?",
                hint:
                    "Sequence numbers have 32 bits. Ask what the generator adds, and whether the data of the first connection enter it.",
                because: "The next connection begins 64,000 further on, modulo 2^32. So a stranger can predict it.",
                slips: [
                    "same-again":
                        "You expect that each connection begins with the same number. Look at what the generator adds.",
                    "goes-on":
                        "You have continued the numbers of the old connection. Each connection begins with a number of the generator. Look at the SYN.",
                ])
        case .oracleTries:
            QuestionWords(
                english: "You know what it costs to read a secret from a server that says why a decryption failed.",
                ask:
                    "A server has an alert of its own for a premaster secret whose decrypted block is not well formed. An attacker has recorded a connection with RSA key transport. In each new connection the attacker sends a changed copy of the encrypted premaster secret, and gets an alert. How often each alert came is shown. With the last answer the attacker knows the premaster secret. How many connections did that take?",
                hint:
                    "Ask how many copies a connection can try, and whether an answer that says no costs a connection.",
                because:
                    "Each copy takes a connection, whatever the server answers. The private key is as unknown as before.",
                slips: [
                    "yes-alone":
                        "You have counted the answers of one kind. Those of the other kind took a connection each as well. Look at both alerts.",
                    "first-is-enough":
                        "This is the number of the first connection that was answered otherwise. From there the search goes on. Look at how much is open after it.",
                    "a-bit-each":
                        "You expect that each connection gives away one bit of the premaster secret. Most answers give away far less. Look at how often each alert came.",
                ])
        case .ghost:
            QuestionWords(
                english: "You know what three messages are for.",
                ask:
                    "An old SYN arrives at a server, late, of a connection that no longer exists. The server answers with a SYN,ACK. The host that gets it has no such connection. Which state does the server's TCP enter after SYN-RECEIVED?",
                hint: "Ask what the other host answers to a segment of a connection that it does not have.",
                because:
                    "The other host answers with a reset. The server's connection has not been open, so it goes back to where it was.",
                slips: [
                    "two-messages-open":
                        "With two messages the server would be open now, for a ghost. Look at what the third message has to confirm.",
                    "waits-for-ever":
                        "The server does get an answer. Look at what a host sends for a segment of no connection.",
                    "gives-up":
                        "The server's program still waits for clients. Look at the state that the connection came from.",
                ])
        case .replay:
            QuestionWords(
                english: "You know what the server's random is for.",
                ask:
                    "An attacker has recorded what a client sent, in TLS 1.2 with RSA key transport, and sends the same octets to the server once more. The server draws its random anew, as it should. Which alert does the server send?",
                hint:
                    "The premaster secret is the same as before. Ask what else enters the keys, and what the server tries to do with the first encrypted record.",
                because:
                    "The server's random is new, so the keys are. The first record under the old keys does not open.",
                slips: [
                    "same-secret-same-keys":
                        "You expect that the same premaster secret gives the same keys. Look at the other inputs of the master secret.",
                    "noticed-at-the-hello":
                        "A server does not remember the hellos that it has seen. Look at how far the handshake goes.",
                    "noticed-by-the-hash":
                        "The hash in Finished would differ. But Finished is encrypted, and its record has to open first. Look at the record that carries it.",
                ])
        }
    }
}
