import Trace

/// The issuer has not revoked the leaf, as far as a stapled OCSP response shows (RFC 6960, RFC 6066 section 8).
///
/// If the response proves that the leaf is revoked, the chain is refused. A response that proves nothing counts like a missing
/// one: an attacker who can damage a response, or show the response of another certificate, can also send none, and most servers
/// staple none. That is the weakness of stapling: a thief of the key sends no response. A certificate can demand one (RFC 7633,
/// "must-staple"); then a response must prove that the leaf is not revoked.
struct RevocationPolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        // The response can be judged when the issuer has joined the path and its signature on the leaf verifies.
        guard let response = question.stapledResponse, path.members.count == 2, path.lastSignature == .verifies,
            let leaf = path.members.first, let issuer = path.tip
        else { return [] }
        // RFC 6960 section 4.2.2.2.1 has the extension for responders. SecTrust heeds it in every certificate.
        if question.profile == .secTrust, leaf.structure.extensions.contains(where: { $0.identifier == .ocspNoCheck }) {
            let statement = Statement.revocation(.stapleProvesNothing(.notToBeChecked))
            return [leaf.noted(.revocation, statement, cite: Citation("Apple, SecRevocationServer"))]
        }
        return [
            RevocationPolicy.finding(
                response, about: leaf.structure, issuedBy: issuer.structure, at: question.time,
                bySecTrust: question.profile == .secTrust, place: leaf.index)
        ]
    }

    func conclude(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard let leaf = path.members.first, let entry = leaf.structure.meaning.tlsFeatures,
            entry.value?.contains(RevocationPolicy.statusRequest) == true,
            !path.findings.contains(where: { $0.check == .revocation && $0.outcome != .noted })
        else { return [] }
        let statement = Statement.revocation(.stapleMissing(hasSeenAll: question.hasSeenStaple))
        let cite = Citation.rfc(7633)
        return [
            question.hasSeenStaple
                ? leaf.failed(.revocation, statement, cite: cite, refusal: .badCertificate, at: entry.place)
                : leaf.noted(.revocation, statement, cite: cite, at: entry.place)
        ]
    }

    /// The number of status_request, the TLS extension with which a client asks for a response (RFC 6066 section 8).
    private static let statusRequest = 5

    /// The finding about a response for a leaf.
    ///
    /// - Parameters:
    ///   - time: the time of the check, in seconds since 1970.
    ///   - isBySecTrust: whether SecTrust's limits count.
    ///   - place: the place of the leaf in the chain as it was sent.
    fileprivate static func finding(
        _ response: [UInt8], about leaf: CertificateStructure, issuedBy issuer: CertificateStructure, at time: Int64,
        bySecTrust isBySecTrust: Bool = false, place: Int
    ) -> CheckResult {
        do throws(StapleFault) {
            let (answer, until, signer) = try usable(
                response, about: leaf, issuedBy: issuer, at: time, isBySecTrust)
            switch answer.state {
            case .good:
                let statement = Statement.revocation(.notRevoked(by: signer, from: answer.thisUpdate, to: until))
                return .passed(.revocation, of: place, as: .leaf, statement, cite: .rfc(6960, "2.2"))
            case .revoked(let since, let reason):
                let statement = Statement.revocation(
                    .revoked(by: signer, since: since, reason: reason.flatMap(RevocationPolicy.name(ofReason:))))
                return .failed(.revocation, of: place, as: .leaf, statement, cite: .rfc(6960, "2.2"), refusal: .revoked)
            case .unknown: throw .unknownCertificate
            }
        } catch {
            return .noted(
                .revocation, of: place, as: .leaf, .revocation(.stapleProvesNothing(error)), cite: .rfc(6960, "3.2"))
        }
    }

    /// The answer about a leaf in a response that proves something at `time`, the last second for which the answer holds, and the
    /// name of the signer.
    ///
    /// - Throws: ``StapleFault`` if the response proves nothing.
    private static func usable(
        _ octets: [UInt8], about leaf: CertificateStructure, issuedBy issuer: CertificateStructure, at time: Int64,
        _ isBySecTrust: Bool
    ) throws(StapleFault) -> (answer: OCSPResponse.Answer, until: Int64, signer: String) {
        let response: OCSPResponse
        do {
            response = try OCSPResponse(octets)
        } catch { throw .unreadable("\(error)") }
        guard response.status == 0, let basic = response.basic else { throw .noAnswer(status: response.status) }
        let answers = basic.answers.filter { $0.isAbout(leaf, issuedBy: issuer) }
        // Of several answers about one certificate the worse one counts. For SecTrust it is the latest.
        let latest = answers.max { $0.thisUpdate < $1.thisUpdate }
        guard let answer = isBySecTrust ? latest : answers.first(where: \.state.isRevoked) ?? answers.first else {
            throw .aboutAnother
        }
        let signer = try basic.signer(for: issuer, at: time)
        guard !basic.hasCriticalExtension else { throw .criticalExtension }
        if isBySecTrust {
            let until = answer.nextUpdate ?? answer.thisUpdate + CivilTime.day
            // A revocation counts whatever its dates.
            guard !answer.state.isRevoked else { return (answer, until, signer.label) }
            let first = max(answer.thisUpdate, basic.producedAt)
            guard first <= time + leeway else { throw .tooEarly(from: first, at: time) }
            guard time - leeway <= until else { throw .tooLate(to: until, at: time) }
            return (answer, until, signer.label)
        }
        guard answer.thisUpdate <= time else { throw .tooEarly(from: answer.thisUpdate, at: time) }
        // A response without nextUpdate could be shown for ever, so it must not be used (RFC 5019 section 4).
        guard let until = answer.nextUpdate else { throw .openEnded }
        guard time <= until else { throw .tooLate(to: until, at: time) }
        return (answer, until, signer.label)
    }

    /// The seconds by which clocks may differ for SecTrust. It takes a response without nextUpdate for 24 hours from thisUpdate.
    private static let leeway: Int64 = 4500

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
    /// The finding about an OCSP response that arrived after the verdict. In TLS 1.2 the response is in the message after
    /// Certificate (RFC 6066 section 8).
    ///
    /// - Parameters:
    ///   - stapledResponse: an OCSPResponse in DER.
    ///   - time: the time of the check, in seconds since 1970.
    /// - Returns: the finding; nil for a chain that was accepted without any check, and for a leaf that is itself the anchor, for
    ///   which no issuer answers.
    public func revocation(stapledResponse: [UInt8], at time: Int64) -> CheckResult? {
        guard !isUnverified, let leaf = path.first.flatMap({ try? CertificateStructure($0) }),
            let issuer = path.dropFirst().first.flatMap({ try? CertificateStructure($0) })
        else { return nil }
        return RevocationPolicy.finding(stapledResponse, about: leaf, issuedBy: issuer, at: time, place: 0)
    }
}
