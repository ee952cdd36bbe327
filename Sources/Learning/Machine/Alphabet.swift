import TLSSim
import Trace

/// The letters with which a machine is learned.
package enum Alphabet {
    /// A name of a letter that does not exist, or that does not belong to what is learned.
    package struct Unknown: Error, Hashable {
        /// The name as it was given.
        package let name: String
        /// The names that there are.
        package let known: [String]
    }

    /// The letters that a puppet of the role's other side can send in that version, in the order of a handshake.
    ///
    /// - Parameter isCertified: whether a puppet that is a client has a certificate.
    package static func full(_ role: Role, _ version: ProtocolVersion, isCertified: Bool = false) -> [Letter] {
        let rest = Array(small(role, version, isCertified: isCertified).dropFirst())
        return switch (role, version == .tls13) {
        case (.server, false): [.clientHello, .clientHelloDHE, .clientHelloRSA] + rest + [.keyUpdate]
        case (.server, true): [.clientHello, .clientHelloWithoutShare, .clientKeyExchange] + rest
        case (.client, false):
            [.helloRequest] + small(role, version) + [.certificateRequest, .newSessionTicket, .keyUpdate]
        case (.client, true):
            small(role, version) + [.helloRetryRequest, .certificateRequest, .newSessionTicket]
        }
    }

    /// The letters that lead through a handshake, and those that show the usual faults.
    package static func small(_ role: Role, _ version: ProtocolVersion, isCertified: Bool = false) -> [Letter] {
        let proof: [Letter] = isCertified ? [.certificate, .certificateVerify] : []
        return switch (role, version == .tls13) {
        case (.server, false): [.clientHello, .emptyCertificate, .clientKeyExchange] + proof + common
        case (.server, true): [.clientHello, .emptyCertificate] + proof + common + [.keyUpdate]
        case (.client, false):
            [.serverHello, .certificate, .serverKeyExchange, .serverHelloDone] + common
        case (.client, true):
            [.serverHello, .encryptedExtensions, .certificate, .certificateVerify] + common + [.keyUpdate]
        }
    }

    /// A Finished of zeros belongs to them: without it a peer that takes any Finished looks sound.
    private static let common: [Letter] = [.changeCipherSpec, .finished, .wrongFinished, .data, .warning, .closeNotify]

    /// The letters of a text: "small", "full", or names with commas between them.
    ///
    /// - Throws: ``Unknown``.
    package static func letters(
        _ text: String, _ role: Role, _ version: ProtocolVersion, isCertified: Bool = false
    ) throws(Unknown) -> [Letter] {
        let all = full(role, version, isCertified: isCertified)
        if text == "full" { return all }
        if text == "small" { return small(role, version, isCertified: isCertified) }
        var letters: [Letter] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let letter = Letter(rawValue: name), all.contains(letter) else {
                throw Unknown(name: name, known: all.map(\.rawValue))
            }
            if !letters.contains(letter) { letters.append(letter) }
        }
        return letters
    }
}
