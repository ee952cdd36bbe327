internal import SwiftASN1
import Trace

/// The certificate may be used for what it is used for here (RFC 5280 section 4.2.1.12).
///
/// RFC 5280 speaks of the leaf only. Every browser takes the extension in an intermediate as a limit to what may be issued
/// below it, and so do the rules that authorities follow.
struct ExtendedUsagePolicy: Policy {
    func examine(_ path: CandidatePath, _ question: Question) -> [Finding] {
        guard question.purpose == .ssl, let member = path.tip else { return [] }
        let isLeaf = path.members.count == 1
        let cite = Citation.rfc(5280, "4.2.1.12")
        let purpose = question.subject == .client ? "client" : "server"
        let isForServer = question.neededUsages.contains("serverAuth")
        guard let entry = member.structure.meaning.extendedKeyUsage else {
            guard isLeaf else { return [] }
            return question.profile == .webPKI && isForServer
                ? [member.breach(.extendedKeyUsage, .extensionMissing("extKeyUsage"), cite, question)]
                : [member.passed(.extendedKeyUsage, .extendedKeyUsageFits(nil, purpose: purpose), cite)]
        }
        guard let usages = entry.value else {
            let statement = Statement.extensionUnreadable("extKeyUsage")
            return [member.failed(.extendedKeyUsage, statement, cite, .badCertificate, at: entry.place)]
        }
        if !isLeaf, member.isAnchor {
            return [member.breach(.extendedKeyUsage, .anchorWithUsages, cite, question, at: entry.place)]
        }
        let names = usages.map(ExtendedUsages.name)
        let isAny = names.contains("anyExtendedKeyUsage")
        // Who asks for any use is content with each.
        let needed = question.neededUsages.filter { $0 != "anyExtendedKeyUsage" }
        guard isAny || needed.allSatisfy(names.contains) else {
            let statement = Statement.extendedKeyUsageLacks(has: names, purpose: purpose)
            return [member.failed(.extendedKeyUsage, statement, cite, .wrongUsage, at: entry.place)]
        }
        let statement = Statement.extendedKeyUsageFits(names, purpose: purpose)
        let fits = member.passed(.extendedKeyUsage, statement, cite, at: entry.place)
        guard isAny, isLeaf, isForServer else { return [fits] }
        return [fits, member.breach(.extendedKeyUsage, .anyUsage, cite, question, at: entry.place)]
    }
}

/// What certificates can be used for, by the names of RFC 5280 section 4.2.1.12.
public enum ExtendedUsages {
    private static let names: [ASN1ObjectIdentifier: String] = [
        [1, 3, 6, 1, 5, 5, 7, 3, 1]: "serverAuth", [1, 3, 6, 1, 5, 5, 7, 3, 2]: "clientAuth",
        [1, 3, 6, 1, 5, 5, 7, 3, 3]: "codeSigning", [1, 3, 6, 1, 5, 5, 7, 3, 4]: "emailProtection",
        [1, 3, 6, 1, 5, 5, 7, 3, 8]: "timeStamping", [1, 3, 6, 1, 5, 5, 7, 3, 9]: "OCSPSigning",
        [2, 5, 29, 37, 0]: "anyExtendedKeyUsage",
    ]

    /// The name of a use; the identifier's numbers where it has none there.
    static func name(_ identifier: ASN1ObjectIdentifier) -> String { names[identifier] ?? "\(identifier)" }
}
