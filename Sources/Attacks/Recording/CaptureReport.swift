import Capture
import Render
import Trace

extension RecordedConnection {
    /// Which connection a report is about.
    package func title(number: Int, of count: Int) -> Report {
        Report([
            .heading(
                "Connection \(number) of \(count): \(client.sender) → \(server.sender), from packet \(firstPacket)")
        ])
    }
}

extension Reassembler {
    /// What was left aside, by reason, in the order in which the reasons appear.
    package var setAsideReport: Report {
        var counts: [(reason: SetAsideReason, count: Int, first: Int)] = []
        for (packet, reason) in setAside {
            if let index = counts.firstIndex(where: { $0.reason == reason }) {
                counts[index].count += 1
            } else {
                counts.append((reason, 1, packet))
            }
        }
        return Report(
            counts.map {
                .text("\(counted($0.count, "packet")) set aside, from packet \($0.first): \($0.reason)")
            })
    }
}
