import Trace

extension Glossary {
    /// The fields of IP, ICMP and TCP.
    ///
    /// The words of a place are the sender ("client", "server"), the control bits that are set ("SYN", "ACK", "RST", "URG"),
    /// and "443" for that destination port.
    public static let tcp =
        internet + segments + tcpNames
        + Glossary(at: "tcp") { header, place in
            let flags = header.children.first { $0.name == "tcp.flags" }?.bits ?? []
            for (name, word) in [("syn", "SYN"), ("ack", "ACK"), ("reset", "RST"), ("urg", "URG")] {
                if flags.contains(where: { $0.name == "tcp.flags.\(name)" && $0.number == 1 }) {
                    place.words.insert(word)
                }
            }
        }
        + Glossary(at: "tcp.dstport") { port, place in
            if port.number == 443 { place.words.insert("443") }
        }
}
