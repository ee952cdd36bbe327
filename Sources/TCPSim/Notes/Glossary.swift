import Trace

extension Glossary {
    /// The fields of IP, ICMP and TCP.
    public static let tcp = Glossary(InternetFieldNote.self) + Glossary(SegmentFieldNote.self)
}
