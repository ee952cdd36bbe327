/// The sentences of the questions about TLS 1.2: randoms, the PRF, Finished, and the order of messages.
enum TLS12Words: QuestionTopic {
    case randomsKnown, premasterHead, masterHead, keyBlockLength, serverIV, clientVerify, firstFinished,
        encryptedLength, flightOrder

    var english: QuestionWords {
        switch self {
        case .randomsKnown:
            QuestionWords(
                english: "You know which inputs of the keys an onlooker reads.",
                ask:
                    "A client and a server speak TLS 1.2 with RSA key transport. Which of these quantities stand in clear in what they send?",
                hint: "Ask of each: in which message does it go, and is that message encrypted?",
                because:
                    "The two randoms stand in the hellos, which are in clear. The premaster secret goes encrypted, and the master secret is never sent.",
                slips: [
                    "randoms-are-secret":
                        "You expect that randoms are secret. They make each connection different, and they hide nothing. Look at the two hellos.",
                    "only-the-clients":
                        "Both sides send their random in the same way. Look at the second message of the handshake.",
                    "encrypted-is-sent":
                        "The premaster secret goes over the wire encrypted to the server's key. What is sent is another number. Look at ClientKeyExchange.",
                ])
        case .premasterHead:
            QuestionWords(
                english: "You know what a premaster secret of RSA key transport is made of.",
                ask:
                    "A client makes the premaster secret for RSA key transport. It has sent the ClientHello that is shown. Which two octets does the premaster secret begin with, in hexadecimal?",
                hint: "The premaster secret has a part that is not random. Ask what it protects against.",
                because:
                    "The first two octets are the version that the client has offered. They guard against a rollback.",
                slips: [
                    "all-random":
                        "You expect that the whole secret is random. Its beginning is a number that both sides know. Look at the structure of PreMasterSecret.",
                    "record-version":
                        "Many clients write this version into the header of their first record, whatever they offer. Look at the version inside the message, behind the header of the message.",
                ])
        case .masterHead:
            QuestionWords(
                english: "You can compute a master secret.",
                ask:
                    "Here are the premaster secret and the two randoms of a connection of TLS 1.2 whose PRF uses SHA-256. What are the first eight octets of the master secret, in hexadecimal?",
                hint:
                    "master_secret = PRF(pre_master_secret, \"master secret\", ClientHello.random + ServerHello.random). PRF is P_SHA256 over label and seed.",
                because:
                    "The master secret is the output of the PRF under the premaster secret, with the label and the client's random before the server's.",
                slips: [
                    "servers-first":
                        "You have put the server's random first. That is the order for the key block. Look at the formula of the master secret.",
                    "no-prf":
                        "These are octets of the premaster secret itself. The PRF mixes it with label and randoms. Look at the calculation of the master secret.",
                    "wrong-label":
                        "You have used the label of the key block. Look at the label in the formula of the master secret.",
                ])
        case .keyBlockLength:
            QuestionWords(
                english: "You know what a key block is cut into.",
                ask: "How many octets of the key block does this cipher suite use?",
                hint:
                    "AEAD suites need no MAC keys. Count for both directions: a key and the fixed part of the nonce, which has four octets.",
                because: "Both directions need a key and the fixed part of a nonce, and no MAC key.",
                slips: [
                    "smaller-cipher": "This is the length for a key of 128 bits. Look at the name of the suite.",
                    "everything-doubles":
                        "You have doubled the lengths of the smaller suite. The key grows, and the fixed part of the nonce does not. Look at the four parts.",
                    "bits": "This is the number of bits. Look at the question: it asks for octets.",
                    "one-key":
                        "This is one key. The key block serves both directions and has the fixed parts of the nonces too. Look at the four parts.",
                ])
        case .serverIV:
            QuestionWords(
                english: "You can cut a key block.",
                ask:
                    "Here are the master secret and the two randoms of a connection with TLS_RSA_WITH_AES_128_GCM_SHA256. Which four octets are server_write_IV, in hexadecimal?",
                hint:
                    "key_block = PRF(master_secret, \"key expansion\", server_random + client_random). It is cut into two keys of 16 octets and two IVs of four, the client's first each time.",
                because:
                    "The server's IV is the last of the four parts. In the key expansion the server's random comes first.",
                slips: [
                    "clients-iv": "These octets are the client's IV. Look at the order in which the key block is cut.",
                    "clients-random-first":
                        "You have put the client's random first. That is the order for the master secret. Look at the formula of the key block.",
                ])
        case .clientVerify:
            QuestionWords(
                english: "You can compute what Finished says.",
                ask:
                    "Here are the master secret of a connection of TLS 1.2 and the hash of its handshake messages before the client's Finished. What is the client's verify_data, twelve octets in hexadecimal?",
                hint:
                    "verify_data = PRF(master_secret, finished_label, Hash(handshake_messages)). The label says whose Finished it is.",
                because:
                    "The PRF under the master secret covers the label of the client and the hash of all handshake messages so far.",
                slips: [
                    "servers-label":
                        "You have used the label of the other side. Each side has its own. Look at the label in the formula.",
                    "hash-alone":
                        "This is the hash itself. An attacker could compute it too: the secret is missing. Look at the first input of the PRF.",
                ])
        case .firstFinished:
            QuestionWords(
                english: "You know who finishes first when a session is resumed.",
                ask:
                    "A client offers the id of an earlier session, and the server accepts it. Which side writes its Finished first?",
                hint: "Ask which side has everything that it needs for the keys first.",
                because:
                    "The server has the old master secret and both randoms when it has read ClientHello. So it sends its Finished in its first flight.",
                slips: [
                    "always-the-client":
                        "This is the order of a full handshake. In the short one no ClientKeyExchange has to come first. Look at what follows ServerHello.",
                    "both-at-once":
                        "The second Finished covers the first one. Look at which of them comes with the other side's first flight.",
                    Template.nobody:
                        "A resumed session is proved with Finished too. Look at what follows ChangeCipherSpec.",
                ],
                choices: [
                    "client": "the client",
                    "server": "the server",
                    "both": "both at the same time",
                    "neither": "neither: there is no Finished",
                ])
        case .encryptedLength:
            QuestionWords(
                english: "You know how long a number is that RSA has encrypted.",
                ask:
                    "A client encrypts the premaster secret to the public key that is shown. How many octets has the EncryptedPreMasterSecret, without its length field?",
                hint: "A result of RSA is a number modulo n, and it is written with as many octets as n.",
                because: "The result of RSA is as long as the modulus, whatever goes in.",
                slips: [
                    "length-of-the-secret":
                        "This is the length of the premaster secret. RSA turns it into a number modulo n. Look at the length of ClientKeyExchange.",
                    "without-version":
                        "This counts the random octets of the premaster secret. RSA turns the whole into a number modulo n. Look at the length of ClientKeyExchange.",
                    "bits": "This is the number of bits. Look at the question: it asks for octets.",
                ])
        case .flightOrder:
            QuestionWords(
                english: "You know the order of the messages in a full handshake.",
                ask:
                    "Here are the messages of a full handshake with ephemeral Diffie-Hellman in TLS 1.2, up to the first Finished, shuffled. Put them into their order.",
                hint:
                    "The server says all it has to say in one flight. The client's keys come before its ChangeCipherSpec.",
                because:
                    "The hellos agree, the server shows certificate and parameters, the client answers, and ChangeCipherSpec stands right before Finished."
            )
        }
    }
}
