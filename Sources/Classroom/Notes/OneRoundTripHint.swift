import Trace

/// What is said about answers to the exercises of lesson 11.
enum OneRoundTripHint: Remark {
    case countTheWaits, oneWay, tooMuch, flights, saved(milliseconds: Int64)
    case whenAreThereKeys, certificate, hostName, twoHellos
    case whatWasThere, wholeShare, grown(octets: Int)

    var english: String {
        switch self {
        case .countTheWaits:
            "Count how often the client waits for the server before it sends its request. Each time is a round trip."
        case .oneWay: "That is the time of one way. A round trip goes there and back."
        case .tooMuch: "That would be two round trips. TLS 1.3 still needs one before the request."
        case .flights: "Look at the arrows before the request: TLS 1.2 has four flights, TLS 1.3 has three."
        case .saved(let milliseconds): "One round trip is saved: \(milliseconds) ms. The rest of the way is the same."
        case .whenAreThereKeys:
            "A side encrypts when it has keys. Find the message after which both sides can compute them."
        case .certificate: "The certificate comes behind ServerHello. Both sides have keys there."
        case .hostName: "The host name stands in the first message of all. There are no keys yet."
        case .twoHellos:
            "Both ClientHellos and the HelloRetryRequest are in clear. The messages behind ServerHello are encrypted."
        case .whatWasThere: "Compare the two shares. One part of the new one stood in the old hello, too."
        case .wholeShare: "That is the whole new share. The share of x25519 was there before."
        case .grown(let octets): "The share grows by the key of ML-KEM, \(octets) octets. Nothing else changes."
        }
    }
}
