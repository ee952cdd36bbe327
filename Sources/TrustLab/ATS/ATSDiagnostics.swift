import TLSSim

/// The sixteen trials of `nscurl --ats-diagnostics`, in the form that macOS prints since it supports TLS 1.3.
package enum ATSDiagnostics {
    /// One trial.
    package struct Row: Hashable, Sendable {
        /// The heading of the group that the trial begins. "%" stands for the host. Nil for a trial inside a group.
        package let heading: String?
        /// The title of the trial: "TLSv1.2 with PFS disabled".
        package let title: String
        /// The exception that the trial asks for.
        package let exception: ATSException
    }

    /// A trial with its outcome.
    package struct Trial: Hashable, Sendable {
        /// The trial.
        package let row: Row
        /// The judgement of App Transport Security.
        package let judgement: ATSJudgement
    }

    /// The trials in their order.
    package static let rows: [Row] = {
        let versions: [ProtocolVersion] = [.tls13, .tls12, .tls11, .tls10]
        func group(
            _ heading: String, titleSuffix suffix: String, change: (inout ATSException) -> Void
        ) -> [Row] {
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
        rows += group("Configuring TLS exceptions for %", titleSuffix: "") { _ in }
        rows.append(
            Row(
                heading: "Configuring PFS exceptions for %", title: "Disabling Perfect Forward Secrecy",
                exception: ATSException(disablesForwardSecrecy: true)))
        rows.append(
            Row(
                heading: "Configuring PFS exceptions and allowing insecure HTTP for %",
                title: "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP",
                exception: ATSException(disablesForwardSecrecy: true, allowsInsecureHTTP: true)))
        rows += group(
            "Configuring TLS exceptions with PFS disabled for %", titleSuffix: " with PFS disabled"
        ) {
            $0.disablesForwardSecrecy = true
        }
        rows += group(
            "Configuring TLS exceptions with PFS disabled and insecure HTTP allowed for %",
            titleSuffix: " with PFS disabled and insecure HTTP allowed"
        ) {
            $0.disablesForwardSecrecy = true
            $0.allowsInsecureHTTP = true
        }
        return rows
    }()

    /// Makes every trial on a server. As with nscurl, the URL is always https, even where the exception allows http.
    package static func run(
        on server: ATSServer, host: ATSHost, policy: ATSPolicy, period: ATSPeriod = .latest
    ) -> [Trial] {
        rows.map { row in
            let rules = row.exception.dictionary(for: host).rules(forHost: host, on: period)
            return Trial(row: row, judgement: policy.judge(server, by: rules))
        }
    }
}
