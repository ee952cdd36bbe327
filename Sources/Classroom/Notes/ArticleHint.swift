import Trace

/// What is said about answers to the exercises of lesson 17.
enum ArticleHint: Remark {
    case whatSheHasAlready, keyOpensTheBox, secretItself, randomsAreHersAlready, boxIsHersAlready, twoWaysToOneSecret
    case listThePowers, notTheProduct, thatIsTheGenerator, found(UInt64)
    case whatEachNeeds, clientIsFirst, verifiedFirst, eachNeedsTheOneBefore

    var english: String {
        switch self {
        case .whatSheHasAlready:
            "First cross out what she has anyway: everything that was sent in clear. Then ask which of the rest gives the third random."
        case .keyOpensTheBox: "This one is enough. Another one is too: it opens what was sent encrypted."
        case .secretItself: "This one is enough. Another one is too: what the key would give her."
        case .randomsAreHersAlready: "Both hello randoms are in the recording. They add nothing to it."
        case .boxIsHersAlready: "EncryptedPreMasterSecret is in the recording. Without a key it stays closed."
        case .twoWaysToOneSecret:
            "She has both hello randoms. What she lacks is the premaster secret: by itself, or by the key that decrypts it."
        case .listThePowers:
            "Write down the powers of 7 modulo 5: 7, 7 · 7, and so on, each divided by 5. The rest is what counts. Then look for the two "
                + "public values among them."
        case .notTheProduct: "That is the product of the public values. A power of a public value is asked for."
        case .thatIsTheGenerator: "7 is the generator. The shared secret is a power of it, and smaller than 5."
        case .found(let secret):
            "The premaster secret is \(secret). There are so few powers that a list of them opens the connection. With a large prime the list "
                + "would never end."
        case .whatEachNeeds:
            "Ask of each step what it needs: Finished needs a key, and a value of the server is of use only when it is verified."
        case .clientIsFirst:
            "In a full handshake the client's Finished is first. The server's is first where a session is resumed."
        case .verifiedFirst:
            "A public value whose signature is not verified may be an attacker's. So the client verifies it first."
        case .eachNeedsTheOneBefore:
            "The signature says whose public value it is. From the value follow the keys, and under the keys go both Finished: the client's "
                + "first (RFC 5246 7.3)."
        }
    }
}
