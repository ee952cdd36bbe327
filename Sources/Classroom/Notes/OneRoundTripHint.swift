import Trace

/// What is said about answers to the exercises of lesson 11.
enum OneRoundTripHint: Remark {
    /// For a wrong time.
    case countTheWaits
    /// For the time of one way.
    case oneWay
    /// For two round trips.
    case tooMuch
    /// For no difference.
    case flights
    /// Why the time is right.
    case saved(milliseconds: Int64)
    /// For a wrong list.
    case whenAreThereKeys
    /// For the certificate among what is read.
    case certificate
    /// For a host name that is thought to be encrypted.
    case hostName
    /// Why the list is right.
    case twoHellos
    /// For a wrong growth.
    case whatWasThere
    /// For the whole share.
    case wholeShare
    /// Why the growth is right.
    case grown(octets: Int)

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
