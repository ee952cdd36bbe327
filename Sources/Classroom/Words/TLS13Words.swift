/// The sentences of the questions about TLS 1.3.
enum TLS13Words: QuestionTopic {
    case encrypted, order, roundTrips, handshakeSecret, serverKey, retryRandom, shareOctets, earlyThief, comparedTrips

    var english: QuestionWords {
        switch self {
        case .encrypted:
            QuestionWords(
                english: "You know where encryption begins in TLS 1.3.",
                ask: "Which of these messages of a server does TLS 1.3 send encrypted?",
                hint: "Ask from which message on both sides have a shared secret.",
                because: "Both sides can compute keys when the hellos are there. All that follows is encrypted.",
                slips: [
                    "nothing-before-finished":
                        "This is so in TLS 1.2. Here the shares stand in the hellos, so there are keys earlier. Look at the types of the records.",
                    "certificate-in-clear":
                        "You expect that a certificate has to be readable before there is a key. It is not needed for the keys. Look at the type of its record.",
                    "hello-too":
                        "The client needs the share in ServerHello before it has a key. Look at the type of its record.",
                ])
        case .order:
            QuestionWords(
                english: "You know the order of the messages in TLS 1.3.",
                ask:
                    "Here are the messages of a handshake of TLS 1.3 up to the server's Finished, shuffled. Put them into their order.",
                hint: "The signature covers the certificate, and Finished covers all before it.",
                because:
                    "After the hellos come the extensions, the certificate, the proof that its key is there, and Finished over all."
            )
        case .roundTrips:
            QuestionWords(
                english: "You know how long a handshake of TLS 1.3 takes.",
                ask:
                    "A connection of TCP is open. How many round trips pass from there until the client sends its request, with TLS 1.3?",
                hint: "Count what the client has to wait for before it has keys and has checked the server.",
                because:
                    "The server's whole flight answers the ClientHello. Then the client can send Finished and its request together.",
                slips: [
                    "with-tcp": "You have counted the opening of TCP as well. Look at where the question begins.",
                    "as-in-1.2":
                        "This is so in TLS 1.2, where the client's key comes with its second flight. Look at where the shares stand.",
                ])
        case .handshakeSecret:
            QuestionWords(
                english: "You can compute the handshake secret.",
                ask:
                    "Here is the shared secret of a handshake of TLS 1.3 without PSK, whose hash is SHA-256. What are the first eight octets of the handshake secret, in hexadecimal?",
                hint:
                    "Early Secret = HKDF-Extract(0, 0). Handshake Secret = HKDF-Extract(Derive-Secret(Early Secret, \"derived\", \"\"), shared secret).",
                because: "Each step extracts with a secret derived from the one before as the salt.",
                slips: [
                    "shared-is-the-key":
                        "These are octets of the shared secret itself. It is input to HKDF-Extract. Look at the key schedule.",
                    "no-derived-step":
                        "You have used the early secret itself as the salt. There is a step between. Look at what stands between two extractions in the key schedule.",
                    "early-secret":
                        "This is the early secret, which is the same in each handshake without PSK. Look at the second extraction.",
                ])
        case .serverKey:
            QuestionWords(
                english: "You can compute a traffic key.",
                ask:
                    "Here are two secrets of a handshake with TLS_AES_128_GCM_SHA256. What is the key with which the server protects its handshake messages: 16 octets in hexadecimal?",
                hint: "key = HKDF-Expand-Label(Secret, \"key\", \"\", 16). Each side writes with its own secret.",
                because: "The server writes with a key that is expanded from its own traffic secret.",
                slips: [
                    "clients-key":
                        "This is the key of the client. Look at which secret belongs to the side that writes.",
                    "secret-is-the-key":
                        "These are octets of the secret itself. Key and IV are expanded from it. Look at the labels.",
                ])
        case .retryRandom:
            QuestionWords(
                english: "You know how a client recognizes a HelloRetryRequest.",
                ask:
                    "A server asks for another share with a HelloRetryRequest, which has the form of a ServerHello. Which eight octets does its random begin with, in hexadecimal? The randoms of the two hellos are shown; RFC 8446 section 4.1.3 and a hash function help.",
                hint: "The random of this message is not drawn. It is the SHA-256 of a name.",
                because: "The random is SHA-256 of \"HelloRetryRequest\", the same in each connection.",
                slips: [
                    "servers-own":
                        "This is the random of the real ServerHello, which comes later. The client has to tell the two apart. Look at RFC 8446 section 4.1.3.",
                    "clients": "This is the client's random. Look at RFC 8446 section 4.1.3.",
                ])
        case .shareOctets:
            QuestionWords(
                english: "You know what a hybrid share is made of.",
                ask:
                    "Client and server agree on the group X25519MLKEM768. How many octets has the share of the server?",
                hint: "The server answers with a ciphertext of ML-KEM and with a public value of X25519.",
                because: "The server's share is the ciphertext of ML-KEM-768 followed by the public value of X25519.",
                slips: [
                    "clients-share":
                        "This is the length of the client's share, with the encapsulation key. Look at which side sends the ciphertext.",
                    "x25519-alone": "This is the part of X25519. The group is a hybrid. Look at the other part.",
                    "lattice-alone": "This is the part of ML-KEM. The group is a hybrid. Look at the other part.",
                ])
        case .earlyThief:
            QuestionWords(
                english: "You know what protects early data.",
                ask:
                    "A client resumes with a ticket and sends early data. A thief has recorded this, and later steals the server's private key and the key of its tickets. Which of these can the thief find?",
                hint: "Ask from which secrets each key is made, and whether a share of this connection enters it.",
                because:
                    "Early data are protected with a key from the ticket's secret alone. All later keys need the exchange of this connection too.",
                slips: [
                    "forward-secret-too":
                        "You expect forward secrecy for all data. The client sends early data before the server has said anything. Look at what enters their key.",
                    "opens-all":
                        "The exchange of this connection enters all later keys, and the thief lacks it. Look at the second extraction of the key schedule.",
                ])
        case .comparedTrips:
            QuestionWords(
                english: "You can say what TLS 1.3 saves.",
                ask:
                    "A client opens a connection and sends a request, once with TLS 1.2 and once with TLS 1.3, in full handshakes. How many round trips earlier does the request leave with TLS 1.3?",
                hint: "Count the round trips before the request in both versions, and subtract.",
                because: "In TLS 1.3 the shares stand in the hellos, so that the client has keys one flight earlier.",
                slips: [
                    "whole-way":
                        "This is the count of all round trips before the request. Look at the difference between the two.",
                    "both-alike":
                        "The two differ in where the client's public value stands. Look at the flights before the request.",
                ])
        }
    }
}
