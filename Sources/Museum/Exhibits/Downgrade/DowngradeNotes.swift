import Trace

/// What the card of downgrade says.
struct DowngradeCard: CardWords {
    let part: CardPart

    var english: String {
        switch part {
        case .title: "What Finished is for"
        case .act: "Changes the hellos, so that both ends agree on the weakest suite"
        case .mistake: "Both ends read verify_data in Finished and do not compare it with their own."
        case .goal:
            "She wants the two to agree on the weakest suite that both speak. She has no key, and needs none for it."
        case .defence:
            "Each end computes verify_data over the handshake messages that it has sent and received, and compares (RFC 5246 section "
                + "7.4.9). What differs is answered with decrypt_error."
        case .cost: "Two messages of 16 octets, and one hash over the handshake at each end."
        case .remains:
            "Finished is protected by the keys that were agreed on. If she can break those keys during the handshake, Finished does not "
                + "help: see logjam."
        case .misreading:
            "\"Finished is the encrypted hash\": the PRF makes verify_data from the hash, and only then is it encrypted. \"The signature in "
                + "ServerKeyExchange covers the suite\": it covers the two randoms and the parameters."
        case .limit:
            "The weak suite of the run is not broken here. The run shows that the two have agreed on it without wanting to. A search needs fewer moves of "
                + "hers: HandshakeSim explore --tls 1.2 --variant finished-unchecked finds an attack with 1."
        }
    }
}

/// What is done and found in downgrade.
enum DowngradeNote: Remark {
    case takesOut(from: [String], leaves: String)
    case accepted(String)
    case twoTranscripts
    case believed(String)
    case refused

    var english: String {
        switch self {
        case .takesOut(let all, let left):
            "The ClientHello is in clear. It offers \(all.joined(separator: ", then ")). She sends it on with one suite: \(left). She changes "
                + "nothing else."
        case .accepted(let suite):
            "The server chooses \(suite). She passes that on. The client has offered this suite, so it goes on."
        case .twoTranscripts:
            "The two have the same keys. But the client's hash has the hello that it sent, and the server's hash the hello that it received."
        case .believed(let suite):
            "Neither end compares verify_data. Both take the handshake for complete, and the request and its answer pass under \(suite)."
        case .refused:
            "The client's Finished comes first. The server compares its verify_data, which is not what the server has computed. It ends the "
                + "handshake with decrypt_error, and no request has been sent."
        }
    }
}
