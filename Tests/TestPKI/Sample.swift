import Crypto
import PKI
import Testing

/// A small world of trust that the tests share; keys take time to make.
package enum Sample {
    /// 2026-03-01 12:00:00 UTC.
    package static let time: Int64 = 1_772_366_400
    /// The server that is asked for.
    package static let host = "www.example.com"
    /// Whether a chain is ``host``'s.
    package static let question = ChainQuestion(hostName: host, time: time)
    /// The seconds of a day.
    package static let day: Int64 = 86_400

    private static let made = Result {
        var random = SeededRandomSource(seed: 1)
        return try LessonPKI.make(hostName: host, at: time, using: &random)
    }

    private static let stranger = Result {
        var random = SeededRandomSource(seed: 2)
        return try CertificateAuthority.root(.root(named: "Somebody's CA", at: time), using: &random)
    }

    /// Root, intermediate and server.
    package static func pki() throws -> LessonPKI { try made.get() }

    /// An authority that nobody trusts.
    package static func untrusted() throws -> CertificateAuthority { try stranger.get() }

    /// A judge who trusts the sample's root.
    package static func evaluator() throws -> Evaluator { Evaluator(store: try pki().trustStore) }

    /// The sample's leaf certified anew, with something changed.
    package static func chain(
        by issuer: CertificateAuthority? = nil, _ change: (inout CertificateProfile) -> Void
    ) throws -> [[UInt8]] {
        var profile = CertificateProfile.server(hostName: host, at: time)
        change(&profile)
        var random = SeededRandomSource(seed: 3)
        let issuer = try issuer ?? pki().intermediate
        return [
            try issuer.issue(profile, to: .rsa(pki().serverKey.publicKey), using: &random), issuer.certificate,
        ]
    }

    /// What the sample's judge says.
    package static func judge(_ chain: [[UInt8]], _ question: ChainQuestion = Sample.question) async throws -> Verdict {
        try evaluator().judge(chain: chain, question: question)
    }
}

/// What a certificate's signature rests on: what is signed, with which algorithm, and the signature. The parameters of the algorithm that
/// stands beside the signature are not signed. Nil for what is no certificate.
package func signedParts(of certificate: [UInt8]) -> [[UInt8]]? {
    guard let structure = try? CertificateStructure(certificate), var parts = try? DERElement(certificate).parts,
        let signed = try? parts.next()
    else { return nil }
    return [Array(signed.encoded), Array(structure.signatureAlgorithm.octets), Array(structure.signature)]
}

/// Expects a refusal whose first reason is of one kind and reads like this.
package func expectRefusal(
    _ verdict: Verdict, _ kind: RefusalKind, subject: Int = 0, _ reason: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(verdict.chain == nil, sourceLocation: sourceLocation)
    #expect(verdict.refusalKind == kind, sourceLocation: sourceLocation)
    #expect(verdict.refusal?.subject == subject, sourceLocation: sourceLocation)
    #expect(verdict.refusal?.reason == reason, sourceLocation: sourceLocation)
}
