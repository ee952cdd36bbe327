import PKI
import Trace
import TrustLab

/// A certificate chain that a person names: by files of certificates, or by a server.
package struct ChainSource: Sendable {
    /// The certificates in DER, the leaf first.
    package let chain: [[UInt8]]
    /// The address of the server; nil for files.
    package let place: Endpoint?
    /// The answers of the server; nil for files.
    package let learned: ServerInterview.Learned?

    /// The outcome of the handshake; nil for files.
    package var handshake: HandshakeTrial? {
        if case .agreed(let connection, _, _)? = learned { connection.handshake } else { nil }
    }

    /// What the server has sent beside its certificates; nil for files.
    private var beside: SentBeside? {
        if case .agreed(_, _, let beside)? = learned { beside } else { nil }
    }

    /// The timestamps of logs that the server has sent.
    package var timestamps: SentTimestamps { beside?.timestamps ?? .notSeen }

    /// The OCSP response that the server has stapled, or else the response in the file at `path`; nil if there is neither.
    ///
    /// - Throws: ``FileError``, or ``CertificateFiles/Failure`` for a file that is no OCSP response.
    package func response(orIn path: String?) throws -> [UInt8]? {
        let given = try path.map(CertificateFiles.stapledResponse)
        return beside?.response ?? given
    }

    /// Reads files, or asks a server.
    ///
    /// - Parameters:
    ///   - texts: paths of files, or the host and port of one server. A text that is the path of a file names the file.
    ///   - name: the host name in the ClientHello; the address of the server if nil.
    ///   - seconds: how long a server may take for each answer.
    /// - Throws: ``FileError``, ``NetworkError``, or ``CertificateFiles/Failure`` for a file or a server without certificates.
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
    /// - Parameters:
    ///   - name: the host name in the ClientHello; the address of the server if nil.
    ///   - seconds: how long the server may take for each answer.
    /// - Throws: ``NetworkError``, or ``CertificateFiles/Failure`` for an answer without certificates.
    package static func server(_ place: Endpoint, named name: String?, within seconds: Double) throws -> ChainSource {
        let (chain, learned) = try ServerChain.fetch(from: place, named: name ?? place.address, within: seconds)
        return ChainSource(chain: chain, place: place, learned: learned)
    }
}
