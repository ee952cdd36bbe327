import TLSSim
import Trace

/// TLS 1.3 as RFC 8446 appendix A draws it. The numbers of the edges are those of ``Edge``.
extension Account {
    /// The edge by which an end of TLS 1.3 takes `arrival`; nil where the RFC has none. The parameters are those of
    /// ``passage12(for:_:isEmpty:)``.
    func passage13(for arrival: Arrival, _ hellos: HelloFacts, isEmpty: Bool) -> Passage? {
        switch arrival {
        case .message(let code):
            let type = HandshakeType(rawValue: code)
            return role == .client ? clientPassage13(for: type, hellos) : serverPassage13(for: type, hellos, isEmpty)
        case .changeCipherSpec:
            // From the first ClientHello to the peer's Finished (section 5).
            let isDropped = place != .start && place != .open && place != .openOneWay && place != .over
            return isDropped ? Passage(65, place) : nil
        case .data:
            if place == .open { return Passage(62, .open) }
            return place == .endOfEarlyData ? Passage(49, .endOfEarlyData) : nil
        case .closeNotify: return Passage(63, isOpen ? .openOneWay : .over)
        // The level of an alert has no meaning (section 6).
        case .warning, .fatalAlert: return Passage(64, .over)
        case .userCanceled: return Passage(64, place)
        case .keyRequest: return place == .open ? Passage(57, .open) : nil
        case .fragment, .illegible: return nil
        }
    }

    private func clientPassage13(for type: HandshakeType?, _ hellos: HelloFacts) -> Passage? {
        switch (place, type) {
        case (.serverHello, .serverHello):
            return hellos.retries > 0 ? Passage(36, .secondServerHello) : Passage(37, .encryptedExtensions)
        // Not for a second HelloRetryRequest.
        case (.secondServerHello, .serverHello):
            return hellos.retries > 1 ? nil : Passage(37, .encryptedExtensions)
        case (.encryptedExtensions, .encryptedExtensions):
            return hellos.isResumed ? Passage(38, .finished) : Passage(39, .certificateOrRequest)
        case (.certificateOrRequest, .certificateRequest): return Passage(40, .certificate)
        case (.certificateOrRequest, .certificate): return Passage(41, .certificateVerify)
        case (.certificate, .certificate): return Passage(42, .certificateVerify)
        case (.certificateVerify, .certificateVerify): return Passage(43, .finished)
        case (.finished, .finished): return Passage(44, .open)
        case (.open, .newSessionTicket): return Passage(55, .open)
        case (.open, .keyUpdate): return Passage(56, .open)
        default: return nil
        }
    }

    private func serverPassage13(for type: HandshakeType?, _ hellos: HelloFacts, _ isEmpty: Bool) -> Passage? {
        let flight: Place = hellos.asksCertificate ? .certificate : .finished
        switch (place, type) {
        case (.start, .clientHello):
            if hellos.retries > 0, hellos.serverRandom.isEmpty { return Passage(45, .secondClientHello) }
            return hellos.acceptsEarlyData ? Passage(48, .endOfEarlyData) : Passage(46, flight)
        case (.secondClientHello, .clientHello): return Passage(46, flight)
        case (.endOfEarlyData, .endOfEarlyData): return Passage(50, flight)
        case (.certificate, .certificate): return isEmpty ? Passage(52, .finished) : Passage(51, .certificateVerify)
        case (.certificateVerify, .certificateVerify): return Passage(53, .finished)
        case (.finished, .finished): return Passage(54, .open)
        case (.open, .keyUpdate): return Passage(56, .open)
        default: return nil
        }
    }
}
