import Trace

extension CheckResult {
    public var englishTopic: String {
        role == .extra ? "Certificate \(subject + 1) of those sent" : English.subject(role)
    }

    public var chineseTopic: String {
        role == .extra ? "发来的第 \(subject + 1) 张证书" : Chinese.subject(role)
    }
}

extension Verdict {
    /// The findings, certificate by certificate in the order of ``CheckResult/subject``, and at the end the findings about the chain
    /// as a whole. The findings about one certificate keep the order of the checks.
    public var findingsByCertificate: [CheckResult] {
        let places = findings.enumerated().map { place, finding in
            (isWhole: finding.role == .chain ? 1 : 0, finding: finding, place: place)
        }
        return places.sorted {
            ($0.isWhole, $0.finding.subject, $0.place) < ($1.isWhole, $1.finding.subject, $1.place)
        }.map(\.finding)
    }
}
