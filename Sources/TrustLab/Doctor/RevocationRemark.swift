import PKI
import Trace

/// A remark on whether the server's certificate was revoked: the known facts, and the sources that were not asked.
package struct RevocationRemark: Hashable, Sendable, Remark {
    private let finding: CheckResult?
    private let source: Source

    /// A possible source of an OCSP response.
    package enum Source: Hashable, Sendable {
        /// A server that was asked to staple one.
        case server
        /// A recording; whether a stapled response is encrypted in it.
        case recording(isEncrypted: Bool)
        /// A file. It may not have been given.
        case files
    }

    /// The remark that follows from the verdict on a chain.
    package init(of verdict: Verdict, _ source: Source) {
        finding = verdict.findings.first { $0.check == .revocation }
        self.source = source
    }

    package var english: String {
        let others = " Neither lists of revocations nor responders were asked."
        if let finding { return finding.english + others }
        let unknown = "So it was not examined whether the certificate was revoked."
        switch source {
        case .server: return "The server was asked to staple an OCSP response, and none was heeded. \(unknown)" + others
        case .recording(isEncrypted: false):
            return "The recording has no OCSP response that was heeded. \(unknown)" + others
        case .recording(isEncrypted: true):
            return "An OCSP response would be encrypted in this recording (--ocsp gives one). \(unknown)" + others
        case .files: return "No OCSP response was heeded (--ocsp gives one). \(unknown)" + others
        }
    }

    package var chinese: String {
        let others = "既没有查证书吊销列表，也没有询问响应者。"
        if let finding { return finding.chinese + others }
        let unknown = "所以没有检查证书是否已吊销。"
        switch source {
        case .server: return "请服务器装订 OCSP 响应，但没有得到可以采用的响应。\(unknown)" + others
        case .recording(isEncrypted: false):
            return "录下的流量中没有可以采用的 OCSP 响应。\(unknown)" + others
        case .recording(isEncrypted: true):
            return "在这份录下的流量中，OCSP 响应会是加密的（可以用 --ocsp 给出）。\(unknown)" + others
        case .files: return "没有可以采用的 OCSP 响应（可以用 --ocsp 给出）。\(unknown)" + others
        }
    }
}
