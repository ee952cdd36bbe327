import Capture
import Trace

extension PcapNG {
    /// The run as a capture that analysers can open and decrypt: every packet that was put on the wire, lost packets
    /// included, and the run's key log.
    ///
    /// A frame is the IPv4 datagram itself. Frames stand in the order of ``Packet/number``. Their time is the time at which
    /// they were sent: ``Journal/epoch`` plus the virtual time. Their comments name the step, so that a frame can be found
    /// in the ladder and a step in the capture.
    package static func bytes(_ journal: Journal, language: Language = .english) -> [UInt8] {
        let timeline = Timeline(journal)
        let packets = timeline.packets.compactMap { sent -> Packet? in
            guard let event = journal[sent.event] else { return nil }
            var comment = "step \(event.number), \(event.step)"
            if case .lost(_, let why) = timeline.fate(ofPacket: sent.packet.number) {
                comment += "; lost: \(why.sentence(in: language))"
            }
            // Both additions saturate: a time stamp of a capture cannot hold a later time.
            let start = (Instant.zero + TimeSpan.seconds(journal.epoch)) + (event.at - .zero)
            return Packet(timestamp: start.microseconds, frame: sent.packet.bytes, comment: comment)
        }
        let keyLog = KeyLog.sessions(journal).isEmpty ? "" : KeyLog.text(journal)
        return file(packets: packets, linkType: .ipv4, keyLog: keyLog, comment: journal.title.english)
    }
}
