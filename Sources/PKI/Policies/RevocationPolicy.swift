import Trace

/// The leaf's issuer has not revoked it, as far as the peer shows: by an OCSP response that is stapled to the handshake (RFC
/// 6960, RFC 6066 section 8).
///
/// A revocation that is proved refuses the chain, and must not be overlooked. A response that proves nothing counts as none:
/// an attacker who can damage one, or show that of another certificate, can leave it out as well, and most servers staple nothing.
/// That is the weakness of the arrangement: the thief of a key sends no response at all. A certificate can demand one (RFC 7633,
/// "must-staple"): then a response must be there that says that it is not revoked.
struct RevocationPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        // What the issuer says of the leaf can be read once the issuer is known, and once it really is the issuer.
        guard let response = question.stapledResponse, path.members.count == 2, path.lastSignature == .verifies,
            let leaf = path.members.first, let issuer = path.tip
        else { return [] }
        return [
            RevocationPolicy.finding(
                response, about: leaf.structure, issuedBy: issuer.structure, at: question.time, place: leaf.index)
        ]
    }

    func conclude(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard let leaf = path.members.first, let entry = leaf.structure.meaning.tlsFeatures,
            entry.value?.contains(RevocationPolicy.statusRequest) == true,
            !path.findings.contains(where: { $0.check == .revocation && $0.outcome != .noted })
        else { return [] }
        let statement = Statement.revocation(.stapleMissing(hasSeenAll: question.hasSeenStaple))
        let cite = Citation.rfc(7633)
        return [
            question.hasSeenStaple
                ? leaf.failed(.revocation, statement, cite, .badCertificate, at: entry.place)
                : .noted(.revocation, of: leaf.index, as: leaf.role, statement, cite, evidence: entry.place)
        ]
    }

    /// The number of the TLS extension with which a client asks for a response (RFC 6066 section 8).
    private static let statusRequest = 5

    /// The finding about a response for a leaf.
    ///
    /// - Parameter place: that of the leaf among what was sent.
    fileprivate static func finding(
        _ response: [UInt8], about leaf: CertificateStructure, issuedBy issuer: CertificateStructure, at time: Int64,
        place: Int
    ) -> Finding {
        do throws(StapleFault) {
            let (answer, until, signer) = try usable(response, about: leaf, issuedBy: issuer, at: time)
            switch answer.state {
            case .good:
                let statement = Statement.revocation(.notRevoked(by: signer, from: answer.thisUpdate, to: until))
                return .passed(.revocation, of: place, as: .leaf, statement, .rfc(6960, "2.2"))
            case .revoked(let since, let reason):
                let statement = Statement.revocation(
                    .revoked(
                        by: signer, since: since, reason: reason.flatMap(RevocationPolicy.name(ofReason:))))
                return .failed(.revocation, of: place, as: .leaf, statement, .rfc(6960, "2.2"), .revoked)
            case .unknown: throw .unknownCertificate
            }
        } catch {
            return .noted(
                .revocation, of: place, as: .leaf, .revocation(.stapleProvesNothing(error)), .rfc(6960, "3.2"))
        }
    }

    /// What a response says of a leaf at a moment, until when, and who says it.
    private static func usable(
        _ octets: [UInt8], about leaf: CertificateStructure, issuedBy issuer: CertificateStructure, at time: Int64
    ) throws(StapleFault) -> (answer: OCSPResponse.Answer, until: Int64, signer: String) {
        let response: OCSPResponse
        do {
            response = try OCSPResponse(octets)
        } catch { throw .unreadable("\(error)") }
        guard response.status == 0, let basic = response.basic else { throw .noAnswer(status: response.status) }
        let answers = basic.answers.filter { $0.isAbout(leaf, issuedBy: issuer) }
        // Of two answers about one certificate the worse one counts.
        guard let answer = answers.first(where: \.state.isRevoked) ?? answers.first else { throw .aboutAnother }
        let signer = try basic.signer(for: issuer, at: time)
        guard !basic.hasCriticalExtension else { throw .criticalExtension }
        guard answer.thisUpdate <= time else { throw .tooEarly(from: answer.thisUpdate, at: time) }
        // RFC 5019 section 4: without nextUpdate it must not be used, or it could be shown forever.
        guard let until = answer.nextUpdate else { throw .openEnded }
        guard time <= until else { throw .tooLate(to: until, at: time) }
        return (answer, until, signer.label)
    }

    /// The names of CRLReason (RFC 5280 section 5.3.1); nil for an unknown number.
    private static func name(ofReason reason: Int) -> String? {
        switch reason {
        case 0: "unspecified"
        case 1: "keyCompromise"
        case 2: "cACompromise"
        case 3: "affiliationChanged"
        case 4: "superseded"
        case 5: "cessationOfOperation"
        case 6: "certificateHold"
        case 8: "removeFromCRL"
        case 9: "privilegeWithdrawn"
        case 10: "aACompromise"
        default: nil
        }
    }
}

extension OCSPResponse.State {
    fileprivate var isRevoked: Bool { if case .revoked = self { true } else { false } }
}

extension VerifiedChain {
    /// What an OCSP response says of the leaf that came after the verdict: in a handshake of TLS 1.2 it is stapled to the
    /// message after Certificate (RFC 6066 section 8).
    ///
    /// - Parameters:
    ///   - stapledResponse: an OCSPResponse in DER.
    ///   - time: in seconds since 1970.
    /// - Returns: nil for a chain that was not checked, and where the leaf itself is what is trusted: no issuer then answers
    ///   for it.
    public func revocation(stapledResponse: [UInt8], at time: Int64) -> Finding? {
        guard !isUnverified, let leaf = path.first.flatMap({ try? CertificateStructure($0) }),
            let issuer = path.dropFirst().first.flatMap({ try? CertificateStructure($0) })
        else { return nil }
        return RevocationPolicy.finding(stapledResponse, about: leaf, issuedBy: issuer, at: time, place: 0)
    }
}
