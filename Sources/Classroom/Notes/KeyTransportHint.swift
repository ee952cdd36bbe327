import Trace

/// What is said about answers to the exercises of lesson 3.
enum KeyTransportHint: Remark {
    case whoWritesTheVersion, versionAgreed, versionOffered
    case cutInFour, smallerCipher, notAllDoubles, bits, keyBlock(octets: Int)
    case whatIsDrawn, fromTheMasterSecretOn
    case howToSwap, notSwapped, swapped([UInt8])

    var english: String {
        switch self {
        case .whoWritesTheVersion:
            "The client writes these two octets. Ask which version the client itself has put into its ClientHello."
        case .versionAgreed:
            "That is the version which the server has agreed to. The client writes something else, so that the lie shows."
        case .versionOffered:
            """
            The client writes the version that it has offered, whatever came back. The server finds another version \
            there than in the ClientHello it received, and knows of the change (RFC 5246 7.4.7.1).
            """
        case .cutInFour:
            "The key block holds a key and a nonce part for each direction. Add up the four lengths for this cipher."
        case .smallerCipher: "That is the key block of AES-128. A key of AES-256 has another length."
        case .notAllDoubles: "The keys become twice as long. The nonce parts do not."
        case .bits: "That is the length in bits. The question is about octets."
        case .keyBlock(let octets): "Two keys and two nonce parts make \(octets) octets. Only the keys have grown."
        case .whatIsDrawn:
            """
            The seed decides what is drawn at random, and the option --ems changes a calculation. Ask for each quantity \
            whether it is drawn or calculated.
            """
        case .fromTheMasterSecretOn:
            """
            Random values stay as they are. The master secret is calculated from the hash of the messages now, and \
            everything that follows from it changes (RFC 7627 4).
            """
        case .howToSwap:
            """
            The value of hexseed is the label in ASCII, then 32 octets, then 32 octets. Change the places of the last two \
            and leave the label.
            """
        case .notSwapped: "These are the octets of the run, with the randoms in their right order."
        case .swapped(let octets):
            "With the server's random first, the result begins with \(Hex.string(octets)). The two sides would not agree."
        }
    }
}
