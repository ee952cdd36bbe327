import TLSSim

/// The sixteen trials of `nscurl --ats-diagnostics`, as macOS prints them since there is TLS 1.3, each with its reason.
package enum ATSDiagnostics {
    /// One trial.
    package struct Row: Hashable, Sendable {
        /// The heading of the group it begins; nil inside a group. "%" stands for the host.
        package let heading: String?
        /// Its title: "TLSv1.2 with PFS disabled".
        package let title: String
        /// What is asked for.
        package let exception: ATSException
    }

    /// A trial and what came of it.
    package struct Trial: Hashable, Sendable {
        /// The trial.
        package let row: Row
        /// What came of it.
        package let judgement: ATSJudgement
    }

    /// The trials in their order.
    package static let rows: [Row] = {
        let versions: [ProtocolVersion] = [.tls13, .tls12, .tls11, .tls10]
        func group(_ heading: String, _ suffix: String, _ change: (inout ATSException) -> Void) -> [Row] {
            versions.enumerated().map { index, version in
                var exception = ATSException(minimumVersion: version)
                change(&exception)
                return Row(
                    heading: index == 0 ? heading : nil, title: (version.minimumTLSVersion ?? "") + suffix,
                    exception: exception)
            }
        }
        var rows = [
            Row(
                heading: "Default ATS Secure Connection", title: "ATS Default Connection", exception: ATSException()),
            Row(
                heading: "Allowing Arbitrary Loads", title: "Allow All Loads",
                exception: ATSException(allowsArbitraryLoads: true)),
        ]
        rows += group("Configuring TLS exceptions for %", "") { _ in }
        rows.append(
            Row(
                heading: "Configuring PFS exceptions for %", title: "Disabling Perfect Forward Secrecy",
                exception: ATSException(disablesForwardSecrecy: true)))
        rows.append(
            Row(
                heading: "Configuring PFS exceptions and allowing insecure HTTP for %",
                title: "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP",
                exception: ATSException(disablesForwardSecrecy: true, allowsInsecureHTTP: true)))
        rows += group("Configuring TLS exceptions with PFS disabled for %", " with PFS disabled") {
            $0.disablesForwardSecrecy = true
        }
        rows += group(
            "Configuring TLS exceptions with PFS disabled and insecure HTTP allowed for %",
            " with PFS disabled and insecure HTTP allowed"
        ) {
            $0.disablesForwardSecrecy = true
            $0.allowsInsecureHTTP = true
        }
        return rows
    }()

    /// Every trial on a server. The URL is always https, also where http would be allowed, as with nscurl.
    package static func run(on server: ATSServer, host: ATSHost, policy: ATSPolicy) -> [Trial] {
        rows.map { row in
            let rules = row.exception.dictionary(for: host).rules(forHost: host)
            return Trial(row: row, judgement: policy.judge(server, by: rules))
        }
    }
}
