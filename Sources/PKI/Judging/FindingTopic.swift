import Trace

extension Finding {
    /// The certificate that was looked at, as the head of a branch.
    public var englishTopic: String {
        role == .extra ? "Certificate \(subject + 1) of those sent" : English.subject(role)
    }
}

extension Verdict {
    /// What was checked, certificate by certificate, from the leaf to the anchor; last, what is about the chain as a whole.
    /// What is found about one certificate stays in the order in which it was examined.
    public var findingsByCertificate: [Finding] {
        let places = findings.enumerated().map { place, finding in
            (isWhole: finding.role == .chain ? 1 : 0, finding: finding, place: place)
        }
        return places.sorted {
            ($0.isWhole, $0.finding.subject, $0.place) < ($1.isWhole, $1.finding.subject, $1.place)
        }.map(\.finding)
    }
}
