/// The sentences of the questions about Diffie-Hellman, and about the data that a stolen key reveals.
enum DiffieHellmanWords: QuestionTopic {
    case toyPublic, toySecret, toyBreak, rsaThief, dhThief

    var english: QuestionWords {
        switch self {
        case .toyPublic:
            QuestionWords(
                english: "You can compute a public value of Diffie-Hellman.",
                ask:
                    "A client has drawn the exponent x in the group that is shown. Which public value Yc does it send?",
                hint: "Raise the base to the exponent, and take the remainder. Square step by step: g^2, g^4, g^8.",
                because: "The public value is g to the power x, modulo p.",
                slips: [
                    "times-not-power":
                        "You have multiplied g by x. Then a division would give x away. Look at the operation in the formula.",
                    "the-exponent":
                        "This is the exponent. It is the secret, and it is never sent. Look at what stands in ClientKeyExchange.",
                    "no-modulus":
                        "This is the whole power. The group counts modulo p. Look at the remainder of the division by p.",
                ])
        case .toySecret:
            QuestionWords(
                english: "You can compute the secret that both sides come to.",
                ask:
                    "Here are the group and two numbers of an exchange. x is the client's exponent and y the server's, Yc is the client's public value and Ys the server's. Which secret do the two sides come to?",
                hint: "Each side raises what the other has sent to its own exponent.",
                because: "The secret is the other side's public value to the power of one's own exponent, modulo p.",
                slips: [
                    "product-of-publics":
                        "You have multiplied the public values. Then each listener could do it. Look at what only the client has.",
                    "own-public":
                        "This is the client's own public value, which has been sent. Look at what the client does with the server's value.",
                    "times-not-power": "You have multiplied where the formula has a power. Look at the operation.",
                ])
        case .toyBreak:
            QuestionWords(
                english: "You know what a small group gives away.",
                ask:
                    "An attacker has overheard the server's public value Ys in the group that is shown. Which exponent has the server drawn? Try all of them.",
                hint: "Compute g^1, g^2, g^3 and so on modulo p, until you meet the public value.",
                because:
                    "In a small group all powers are tried in a moment. In a group of 2,048 bits the same search never ends.",
                slips: [
                    "clients-exponent": "This is the exponent of the client. Look at whose public value is shown.",
                    "the-public-value": "This is the public value itself. Look for the exponent that leads to it.",
                ])
        case .rsaThief:
            QuestionWords(
                english: "You know what RSA key transport loses with the server's key.",
                ask:
                    "A thief has recorded a connection with RSA key transport. Later the thief steals the server's private key. Which of these can the thief find?",
                hint:
                    "Begin with what the key decrypts, and ask what can be computed from there with what was sent in clear.",
                because:
                    "The key decrypts the premaster secret. With the randoms, which are in clear, all the rest follows.",
                slips: [
                    "randoms-protect":
                        "You expect that the randoms protect the keys. They were sent in clear, so the recording has them. Look at what the key decrypts.",
                    "only-the-premaster":
                        "From the premaster secret and the randoms the PRF makes all the rest. Look at which inputs of the PRF the thief lacks.",
                ])
        case .dhThief:
            QuestionWords(
                english: "You know what forward secrecy means.",
                ask:
                    "A thief has recorded a connection with ephemeral Diffie-Hellman. Later the thief steals the server's private key. Which of these can the thief find?",
                hint: "Ask what the server's key does in this key exchange.",
                because:
                    "The server's key signs, and decrypts nothing. The exponents are gone when the connection is over.",
                slips: [
                    "key-opens-everything":
                        "You expect that the private key opens what was recorded. In this exchange it signs. Look at what ServerKeyExchange does with it.",
                    "only-the-data":
                        "The data are encrypted under keys that follow from the exponents. Look at which exponent the thief has.",
                ])
        }
    }
}
