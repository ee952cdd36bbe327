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
    package static func full(_ role: Role, _ version: ProtocolVersion) -> [Letter] {
        switch (role, version == .tls13) {
        case (.server, false):
            [.clientHello, .clientHelloDHE, .clientHelloRSA] + Array(small(role, version).dropFirst()) + [.keyUpdate]
        case (.server, true):
            [.clientHello, .clientHelloWithoutShare, .clientKeyExchange] + Array(small(role, version).dropFirst())
        case (.client, false):
            [.helloRequest] + small(role, version) + [.certificateRequest, .newSessionTicket, .keyUpdate]
        case (.client, true):
            small(role, version) + [.helloRetryRequest, .certificateRequest, .newSessionTicket]
        }
    }

    /// The letters that lead through a handshake, and those that show the usual faults.
    package static func small(_ role: Role, _ version: ProtocolVersion) -> [Letter] {
        switch (role, version == .tls13) {
        case (.server, false):
            [.clientHello, .emptyCertificate, .clientKeyExchange] + common
        case (.server, true):
            [.clientHello, .emptyCertificate] + common + [.keyUpdate]
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
        _ text: String, _ role: Role, _ version: ProtocolVersion
    ) throws(Unknown) -> [Letter] {
        switch text {
        case "small": return small(role, version)
        case "full": return full(role, version)
        default: break
        }
        let all = full(role, version)
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
