import PKI
import Trace
import TrustLab

/// The certificates that a server sends to an app. They are read and not judged.
package enum ServerChain {
    /// Makes the handshake that an app would make.
    ///
    /// - Returns: the chain, which is not empty, and what else was learned.
    /// - Throws: ``NetworkError``, or ``CertificateFiles/Failure`` for an answer without certificates.
    package static func fetch(
        from place: Endpoint, named name: String, within seconds: Double
    ) throws -> (chain: [[UInt8]], learned: ServerInterview.Learned) {
        let question = ChainQuestion(.anyServer, time: WallClock.microseconds / 1_000_000)
        let learned = try LiveServer.learn(place, named: name, within: seconds, question: question)
        // Standard error is English.
        func failure(_ why: String) -> CertificateFiles.Failure {
            CertificateFiles.Failure(path: "\(place.address):\(place.port)", why: why)
        }
        switch learned {
        case .nothing(let problem): throw failure(String(problem.english.dropLast()))
        case .agreed(let connection, _, _):
            guard connection.chain.isEmpty else { return (connection.chain, learned) }
            let why = connection.hidesCertificates ? ": TLS 1.3 encrypts them" : ""
            let trial = connection.handshake?.english ?? ""
            throw failure(
                "no certificate was seen\(why). \(trial) Save them with 'openssl s_client "
                    + "-connect \(place) -servername \(name) -showcerts </dev/null > chain.pem', and name the file")
        }
    }
}
