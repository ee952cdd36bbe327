import Trace

/// What is said about answers to the exercises of lesson 12.
enum EarlyDataHint: Remark {
    case whatEntersTheKey, keySignsNothing, noExchange, ticketOpensToo, ticketSecretIsAll
    case inTheirOrder, endIsAMessage, endComesLate, notWithoutHandshake, wholeHandshake
    case whatIsWaitedFor, notOneWay, tcpStays, oneRoundTrip

    var english: String {
        switch self {
        case .whatEntersTheKey:
            """
            Look at the calculation of client_early_traffic_secret, and at what its inputs are made from. Ask for each item whether \
            it leads there, together with what went over the wire.
            """
        case .keySignsNothing: "In this visit no certificate is sent. The server's private key is not used at all."
        case .noExchange:
            "The exchange enters the second link of the chain. The keys of early data branch off from the first."
        case .ticketOpensToo:
            "This one is enough. But the ticket went over the wire in clear, so there is another way to it."
        case .ticketSecretIsAll:
            """
            The ticket's secret and the hello make the key, and the hello is in the recording. The key of the tickets opens the ticket, \
            which is in the hello, and so yields the same secret.
            """
        case .inTheirOrder:
            "Write down the number of each handshake message of both sides in the order of time, the hello first."
        case .endIsAMessage: "One message of the client is missing: it says where the early data ends."
        case .endComesLate:
            "The client sends EndOfEarlyData only when it has read the server's Finished: until then more early data may follow."
        case .notWithoutHandshake: "The request does not wait for the handshake, but the handshake still takes place."
        case .wholeHandshake:
            "The handshake is whole: it only lacks the certificate, as with every ticket, and it has EndOfEarlyData besides."
        case .whatIsWaitedFor:
            "Count what the client waits for, in each of the two visits, before it sends the request."
        case .notOneWay:
            "That is the time one way. The client waits until its hello has arrived and the answer has come back."
        case .tcpStays: "TCP's handshake is there in both visits. Early data saves nothing of it."
        case .oneRoundTrip:
            "Early data saves one round trip of TLS. TCP's round trip is still there, because the hello goes behind TCP's handshake."
        }
    }
}
