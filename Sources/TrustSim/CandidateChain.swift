internal import SwiftASN1
import Trace
internal import X509

/// A path from the leaf towards an anchor, as far as there is one, ready to be examined.
///
/// The certificates are taken in the order in which they were sent, as RFC 5246 section 7.4.2 has it: "each following
/// certificate MUST directly certify the one preceding it". Browsers and TLS 1.3 are more patient and look for a path among
/// whatever was sent; such a search needs limits, or it takes time exponential in the number of certificates.
struct CandidateChain {
    /// A certificate and its place.
    struct Member {
        /// The place in the chain as sent; the number of certificates sent for an anchor.
        let index: Int
        let role: Finding.Role
        let der: [UInt8]
        let certificate: Certificate
        let structure: CertificateStructure

        /// The name by which sentences call it.
        var label: String { structure.label }
        /// Whether it is issued under its own name, which does not count for path lengths (RFC 5280 section 3.2).
        var isSelfIssued: Bool { certificate.issuer == certificate.subject }
    }

    /// How the search for an anchor ended.
    enum End {
        /// At an anchor whose key verifies the last signature.
        case anchor(Member)
        /// At the leaf: it is an anchor itself.
        case leafIsAnchor
        /// At an issuer that has an anchor's name and not its key.
        case namesake(Member)
        /// Nowhere.
        case none
    }

    /// The leaf and the intermediates, in order; never empty.
    let path: [Member]
    let end: End

    /// The most certificates that are looked at.
    static let longest = 10

    /// The anchor or its namesake: what the last signature is checked with.
    var last: Member? {
        switch end {
        case .anchor(let member), .namesake(let member): member
        case .leafIsAnchor, .none: nil
        }
    }

    /// The intermediates and the anchor: all that have issued something.
    var issuers: [Member] { path.dropFirst() + (last.map { [$0] } ?? []) }

    /// Reads the certificates and looks for the first place where the path meets an anchor.
    ///
    /// - Parameter findings: receives what there is to say about each certificate that was sent.
    /// - Returns: nil where there is not even a leaf.
    init?(_ chain: [[UInt8]], store: TrustStore, findings: inout [Finding]) {
        guard !chain.isEmpty else {
            findings.append(.failed("certificate", 0, .chain, .emptyChain, .rfc(5246, "7.4.2"), .badCertificate))
            return nil
        }
        if chain.count > CandidateChain.longest {
            let statement = Statement.tooMany(count: chain.count, limit: CandidateChain.longest)
            findings.append(.failed("chain length", 0, .chain, statement, .rfc(5246, "7.4.2"), .badCertificate))
        }
        let members = CandidateChain.read(chain.prefix(CandidateChain.longest), findings: &findings)
        guard members.first?.index == 0 else { return nil }

        var trusted = CandidateChain.anchors(store, place: chain.count)
        for (position, member) in members.enumerated() {
            let end: End
            if let itself = trusted.first(where: { $0.der == member.der }) {
                end = position == 0 ? .leafIsAnchor : .anchor(itself)
            } else if let issuer = trusted.first(where: { $0.signed(member) }) {
                end = .anchor(issuer)
            } else {
                continue
            }
            // An anchor that was sent is the path's end, not a part of it.
            let isSent = if case .anchor(let anchor) = end { anchor.der == member.der } else { false }
            let length = isSent ? position : position + 1
            for extra in members.dropFirst(position + 1) {
                findings.append(.passed("certificate", extra.index, .extra, .notNeeded, .rfc(5246, "7.4.2")))
            }
            self.init(path: Array(members.prefix(length)), end: end)
            return
        }
        // A root that vouches for itself has an anchor's name because it wants to; that is no damaged signature.
        trusted.removeAll { $0.certificate.subject != members.last?.certificate.issuer }
        let namesake = members.last?.isSelfIssued == false ? trusted.first : nil
        self.init(path: members, end: namesake.map(End.namesake) ?? .none)
    }

    private init(path: [Member], end: End) {
        self.path = path
        self.end = end
    }

    /// The certificates up to the first that cannot be read, without repetitions.
    private static func read(_ chain: ArraySlice<[UInt8]>, findings: inout [Finding]) -> [Member] {
        let cite = Citation.rfc(5280, "4.1")
        var members: [Member] = []
        for (index, der) in chain.enumerated() {
            if let first = members.first(where: { $0.der == der }) {
                findings.append(.passed("certificate", index, .extra, .repeated(of: first.index), cite))
                continue
            }
            do throws(Unreadable) {
                let member = try Member(der, index: index) { index == 0 ? .leaf : .intermediate($0.label) }
                findings.append(
                    .passed("certificate", index, member.role, .readable(subject: member.label), cite))
                members.append(member)
            } catch {
                let role = index == 0 ? Finding.Role.leaf : error.label.map { .intermediate($0) } ?? .extra
                findings.append(.failed("certificate", index, role, error.statement, cite, error.kind))
                break
            }
        }
        return members
    }

    /// The anchors of a store; one that the library cannot read cannot verify anything and is left out.
    private static func anchors(_ store: TrustStore, place: Int) -> [Member] {
        store.anchors.compactMap { der in
            do throws(Unreadable) {
                return try Member(der, index: place) { .anchor($0.label) }
            } catch {
                return nil
            }
        }
    }
}

extension CandidateChain.Member {
    /// Reads a certificate.
    fileprivate init(
        _ der: [UInt8], index: Int, role: (CertificateStructure) -> Finding.Role
    ) throws(Unreadable) {
        let structure: CertificateStructure
        do {
            structure = try CertificateStructure(der)
        } catch {
            let part = if case .malformedCertificate(let part) = error { part } else { error.description }
            throw Unreadable(label: nil, statement: .unreadable(part), kind: .badCertificate)
        }
        do {
            certificate = try Certificate(derEncoded: der)
        } catch {
            throw Unreadable(structure)
        }
        self.index = index
        self.der = der
        self.structure = structure
        self.role = role(structure)
    }

    /// Whether the certificate names this one as its issuer, and this one's key verifies its signature.
    func signed(_ member: CandidateChain.Member) -> Bool {
        certificate.subject == member.certificate.issuer
            && certificate.publicKey.isValidSignature(member.certificate.signature, for: member.certificate)
    }
}

/// Why a certificate cannot be used, as exactly as can be told.
private struct Unreadable: Error {
    let label: String?
    let statement: Statement
    let kind: RefusalKind

    init(label: String?, statement: Statement, kind: RefusalKind) {
        self.label = label
        self.statement = statement
        self.kind = kind
    }

    /// The reason for which the library refuses a certificate that has all its parts. It reads only what it can verify.
    init(_ structure: CertificateStructure) {
        label = structure.label
        let algorithm = structure.signatureAlgorithm
        if let key = try? structure.certifiedKey().rsa, key.n.bitWidth < CertificateAuthority.leastKeyBits {
            statement = .keyTooSmall(bits: key.n.bitWidth, least: CertificateAuthority.leastKeyBits)
            kind = .tooWeak
        } else if AlgorithmNames.brokenSignatures.contains(algorithm) {
            statement = .brokenSignatureAlgorithm(AlgorithmNames.name(algorithm))
            kind = .tooWeak
        } else if !AlgorithmNames.verifiable.contains(algorithm) {
            statement = .unsupportedAlgorithm(AlgorithmNames.name(algorithm))
            kind = .unsupportedKey
        } else {
            statement = .unreadable("its key, a name or an extension is not as RFC 5280 has it")
            kind = .badCertificate
        }
    }
}
