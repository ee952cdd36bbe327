internal import SwiftASN1
import Trace
internal import X509

/// The leaf is for the host that the client wanted (RFC 9525).
///
/// Only subjectAltName counts. A common name that looks like a host name was accepted once, and is still by the library
/// underneath; RFC 9525 section 2 forbids it, and browsers stopped in 2017.
struct HostNamePolicy: Policy {
    func examine(_ chain: CandidateChain, _ question: Question) -> [Finding] {
        // A client's certificate has no name that it must be for.
        guard let asked = question.hostName else { return [] }
        return chain.path.prefix(1).map { examine($0, asked) }
    }

    private func examine(_ leaf: CandidateChain.Member, _ asked: String) -> Finding {
        let policy = "host name"
        let cite = Citation.rfc(9525, "6")
        guard let wanted = HostName(asked) else {
            return .failed(policy, leaf.index, leaf.role, .notAHostName(asked), cite, .badName)
        }
        let names: [GeneralName]
        do {
            names = Array(try leaf.certificate.extensions.subjectAlternativeNames ?? SubjectAlternativeNames())
        } catch {
            return .failed(
                policy, leaf.index, leaf.role, .extensionUnreadable("subjectAltName"), cite, .badCertificate)
        }
        if let fitting = names.first(where: { wanted.fits($0) }) {
            let statement = Statement.nameFits(name: HostName.text(fitting), asked: asked)
            return .passed(policy, leaf.index, leaf.role, statement, cite)
        }
        let statement: Statement
        if names.isEmpty {
            let commonName = CertificateStructure.attribute(.RDNAttributeType.commonName, of: leaf.structure.subject)
            statement = .noNames(commonName: commonName, asked: asked)
        } else {
            statement = .nameDiffers(names: names.map(HostName.text), asked: asked)
        }
        return .failed(policy, leaf.index, leaf.role, statement, cite, .badName)
    }
}

extension HostName {
    /// Whether a name in a certificate is one for this host.
    fileprivate func fits(_ name: GeneralName) -> Bool {
        switch (self, name) {
        case (.dns(let labels), .dnsName(let presented)): HostName.dnsName(presented, fits: labels)
        case (.address(let octets), .ipAddress(let presented)): Array(presented.bytes) == octets
        default: false
        }
    }

    /// A name in a certificate as people write it.
    static func text(_ name: GeneralName) -> String {
        switch name {
        case .dnsName(let name): name
        case .ipAddress(let octets): HostName.text(address: Array(octets.bytes))
        case .rfc822Name(let address): "mail address \(address)"
        case .uniformResourceIdentifier(let identifier): identifier
        case .directoryName(let name): "\(name)"
        default: "a name of another kind"
        }
    }
}
