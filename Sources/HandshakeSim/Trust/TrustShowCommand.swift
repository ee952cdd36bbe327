import ArgumentParser
import LiveIO
import PKI
import Render
import Trace
import TrustLab

/// The command that shows every octet of certificates and computes their signatures.
struct TrustShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Take certificates apart, octet by octet, and compute their signatures again.",
        discussion: """
            Every octet of a certificate is shown in a field, with a name, a value and its purpose, beside the output of 'openssl \
            asn1parse' for the same place. Then follow the issuer of each certificate and each signature, computed again, with the \
            numbers and the OpenSSL commands that give the same.

            This command does not judge: 'trust evaluate' says whether a chain is trusted. If an encoding breaks a rule, the command \
            shows what can be read, names the rule on standard error with file and offset, and exits with status 1.
            """)

    @Argument(help: "Certificates in PEM, one or many per file, or in DER.")
    var files: [InputPath]

    @Option(help: "How much to tell: summary, fields or bytes.")
    var detail = TrustShowReport.Amount.fields

    @Option(
        help: .text(
            "Show only these parts of every certificate, by their names in the tree, with everything inside them: "
                + "validity,basicConstraints. 'signatures' shows who signed whom.", for: "name,…"))
    var only: String?

    @Flag(help: "Write a JSON array: one object for each element, in the order of the octets.")
    var json = false

    @OptionGroup var report: ReportOptions

    @OptionGroup var page: PageOptions

    /// The largest file that is read, in octets.
    private static let limit = 4 << 20

    func validate() throws {
        if only != nil, json { throw ValidationError("--only picks parts of the text; --json writes everything.") }
    }

    func run() throws {
        var certificates: [AnnotatedCertificate] = []
        var sources: [CertificateSource] = []
        for path in files.map(\.path) {
            let octets = try InputFile.read(path, limit: Self.limit)
            let found: [[UInt8]]
            do {
                found = try CertificateOctets.certificates(in: octets)
            } catch { throw CertificateFiles.Failure(path: path, why: error.explanation(path)) }
            certificates += found.map { AnnotatedCertificate($0) }
            sources += found.indices.map { CertificateSource(path: path, number: $0 + 1, count: found.count) }
        }
        let show = TrustShowReport(certificates, sources)
        try report.write(show.page(), in: page.spoken)
        if json {
            try page.show(TrustShowJSON.list(certificates, sources))
        } else {
            try page.show(try only.map { try parts($0, of: show) } ?? show.whole(detail))
        }
        let complaints = show.complaints
        guard complaints.isEmpty else { throw BrokenRules(complaints: complaints) }
    }

    private func parts(_ list: String, of show: TrustShowReport) throws -> Report {
        do {
            return try show.parts(named: list.split(separator: ",").map { String($0) }, detail)
        } catch { throw ValidationError("--only: \(error).") }
    }

    /// The error for certificates that break rules, with a line for each rule.
    struct BrokenRules: Error, CustomStringConvertible {
        /// The largest number of rules that are named.
        private static let most = 20
        let complaints: [String]

        var description: String {
            let more = complaints.count - Self.most
            let rest = more > 0 ? ["and \(more) more"] : []
            return (complaints.prefix(Self.most) + rest).joined(separator: "\n")
        }
    }
}

extension TrustShowReport.Amount: ExpressibleByArgument {}
