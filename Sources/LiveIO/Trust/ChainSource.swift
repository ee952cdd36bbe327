import PKI
import Trace
import TrustLab

/// A chain that a person names: files of certificates, or a server.
package struct ChainSource: Sendable {
    /// The certificates in DER, the leaf first.
    package let chain: [[UInt8]]
    /// The server; nil for files.
    package let place: Endpoint?
    /// What else was learned of the server; nil for files.
    package let learned: ServerInterview.Learned?

    /// What became of the handshake; nil for files.
    package var handshake: HandshakeTrial? {
        if case .agreed(let connection, _, _)? = learned { connection.handshake } else { nil }
    }

    /// The OCSP response that the server has stapled, or else that of a file in DER.
    ///
    /// - Throws: ``FileError``, or ``CertificateFiles/Failure`` for a file that is no OCSP response.
    package func response(orIn path: String?) throws -> [UInt8]? {
        let given = try path.map(CertificateFiles.stapledResponse)
        if case .agreed(_, _, let staple?)? = learned { return staple }
        return given
    }

    /// Reads files, or asks a server.
    ///
    /// - Parameters:
    ///   - texts: paths, or the one place of a server. What is a file is read as one.
    ///   - name: the name that a server is asked for; its own address if nil.
    ///   - seconds: how long a server may take for each answer.
    /// - Throws: ``FileError``, ``NetworkError``, or ``CertificateFiles/Failure`` for what has no certificates.
    package static func read(_ texts: [String], named name: String?, within seconds: Double) throws -> ChainSource {
        do {
            return ChainSource(
                chain: try texts.flatMap { try CertificateFiles.certificates($0) }, place: nil, learned: nil)
        } catch let error as FileError {
            guard error.reason == .noSuchFile, texts.count == 1, let place = texts.first.flatMap({ Endpoint($0) })
            else {
                throw error
            }
            return try server(place, named: name, within: seconds)
        }
    }

    /// Asks a server.
    ///
    /// - Throws: ``NetworkError``, or ``CertificateFiles/Failure`` for an answer without certificates.
    package static func server(_ place: Endpoint, named name: String?, within seconds: Double) throws -> ChainSource {
        let (chain, learned) = try ServerChain.fetch(from: place, named: name ?? place.address, within: seconds)
        return ChainSource(chain: chain, place: place, learned: learned)
    }
}
