import TLSSim
import Trace

/// What an end takes where it stands, and where it stands then: an edge of the tables of the RFCs.
struct Passage: Hashable, Sendable {
    /// The number of the edge.
    let edge: Int
    /// Where the end stands afterwards.
    let place: Place

    init(_ edge: Int, _ place: Place) { (self.edge, self.place) = (edge, place) }
}

/// TLS 1.2 as RFC 5246 7.3, figures 1 and 2, and RFC 5077 3.1, figures 1 to 4, draw it. The numbers of the edges are those of ``Edge``.
extension Account {
    /// The edge by which an end of TLS 1.2 takes `arrival`; nil where the RFCs have none.
    ///
    /// - Parameters:
    ///   - hellos: what the hellos settle, the message that arrives included.
    ///   - isEmpty: whether the message is a Certificate without a chain.
    func passage12(for arrival: Arrival, _ hellos: HelloFacts, isEmpty: Bool) -> Passage? {
        switch arrival {
        case .message(let code):
            let type = HandshakeType(rawValue: code)
            return role == .client ? clientPassage12(for: type, hellos) : serverPassage12(for: type, hellos, isEmpty)
        case .changeCipherSpec:
            let edge = role == .client ? 12 : 25
            return switch place {
            case .changeCipherSpec: Passage(edge, .finished)
            case .abbreviatedChangeCipherSpec: Passage(edge, .abbreviatedFinished)
            default: nil
            }
        // Section 6.2.1 allows empty records of application data.
        case .data: return place == .open ? Passage(29, .open) : nil
        case .closeNotify: return isOpen ? Passage(30, .openOneWay) : Passage(33, .over)
        case .warning, .userCanceled: return Passage(31, place)
        case .fatalAlert: return Passage(32, .over)
        case .fragment, .illegible, .keyRequest: return nil
        }
    }

    private func clientPassage12(for type: HandshakeType?, _ hellos: HelloFacts) -> Passage? {
        let exchange = CipherSuite.withCodePoint(hellos.suite)?.keyExchange
        switch (place, type) {
        case (.start, .helloRequest), (.over, .helloRequest): return nil
        case (.open, .helloRequest), (.openOneWay, .helloRequest): return Passage(16, place)
        case (_, .helloRequest): return Passage(15, place)
        case (.serverHello, .serverHello):
            if hellos.isResumed {
                return hellos.promisesTicket ? Passage(4, .abbreviatedTicket) : Passage(3, .abbreviatedChangeCipherSpec)
            }
            return Passage(2, exchange == .dhAnon ? .serverKeyExchange : .certificate)
        case (.certificate, .certificate):
            let next: Place = exchange == .rsa ? .serverHelloDone : .serverKeyExchange
            return Passage(exchange == .rsa ? 5 : 6, hellos.promisesStatus ? .certificateStatus : next)
        case (.certificateStatus, .certificateStatus):
            return Passage(7, exchange == .rsa ? .serverHelloDone : .serverKeyExchange)
        // A server may leave out the response that it has promised (RFC 6066 section 8).
        case (.certificateStatus, .serverKeyExchange) where exchange != .rsa: return Passage(8, .serverHelloDone)
        case (.serverKeyExchange, .serverKeyExchange): return Passage(8, .serverHelloDone)
        case (.serverHelloDone, .certificateRequest) where !self.hellos.asksCertificate:
            return Passage(9, .serverHelloDone)
        case (.certificateStatus, .serverHelloDone) where exchange == .rsa: return afterDone(hellos)
        case (.serverHelloDone, .serverHelloDone): return afterDone(hellos)
        case (.newSessionTicket, .newSessionTicket): return Passage(11, .changeCipherSpec)
        case (.abbreviatedTicket, .newSessionTicket): return Passage(11, .abbreviatedChangeCipherSpec)
        case (.finished, .finished): return Passage(13, .open)
        case (.abbreviatedFinished, .finished): return Passage(14, .open)
        default: return nil
        }
    }

    private func afterDone(_ hellos: HelloFacts) -> Passage {
        Passage(10, hellos.promisesTicket ? .newSessionTicket : .changeCipherSpec)
    }

    private func serverPassage12(for type: HandshakeType?, _ hellos: HelloFacts, _ isEmpty: Bool) -> Passage? {
        switch (place, type) {
        case (.start, .clientHello):
            if hellos.isResumed { return Passage(hellos.offersTicket ? 19 : 18, .abbreviatedChangeCipherSpec) }
            return Passage(17, hellos.asksCertificate ? .certificate : .clientKeyExchange)
        case (.certificate, .certificate):
            return isEmpty ? Passage(21, .clientKeyExchange) : Passage(20, .clientKeyExchangeThenProof)
        case (.clientKeyExchange, .clientKeyExchange): return Passage(22, .changeCipherSpec)
        case (.clientKeyExchangeThenProof, .clientKeyExchange): return Passage(23, .certificateVerify)
        case (.certificateVerify, .certificateVerify): return Passage(24, .changeCipherSpec)
        case (.finished, .finished): return Passage(26, .open)
        case (.abbreviatedFinished, .finished): return Passage(27, .open)
        case (.open, .clientHello): return Passage(28, .open)
        default: return nil
        }
    }
}
