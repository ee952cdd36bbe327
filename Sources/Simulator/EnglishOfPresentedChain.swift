import PKI

/// What a reader should know before a handshake in which the chain or its judge is not as it should be.
struct EnglishOfPresentedChain {
    let chain: PresentedChain
    let diligence: Diligence

    var sentences: String { "\(server) \(client)" }

    private var server: String {
        switch chain {
        case .genuine: "The server's chain is as it should be."
        case .expired: "The server's certificate expired yesterday."
        case .notYetValid: "The server's certificate is not valid before tomorrow."
        case .wrongHost: "The server shows a good certificate, for \(PresentedChain.otherHost)."
        case .selfSigned: "The server has signed its certificate itself."
        case .unknownAuthority:
            "The server's certificate is for the right host, of an authority that the client does not know."
        case .missingIntermediate: "The server forgets to send the intermediate between its certificate and the root."
        case .wrongUsage: "The server shows a certificate that is for TLS clients."
        case .notAnAuthority:
            "The server's certificate was issued with that of \(PresentedChain.otherHost), whose owner is no authority."
        }
    }

    private var client: String {
        switch diligence {
        case .full: "The client checks everything."
        case .pinned: "The client checks everything, and wants one of the keys that it was given beforehand."
        case .anyName: "The client checks everything but the name."
        case .none: "The client checks nothing: it believes whoever answers."
        }
    }
}
