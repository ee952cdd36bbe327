import Explain
import Render
import Trace

extension RecordedConnection {
    /// The heading of the report about a connection: its number, its two ends and its first packet.
    package func title(number: Int, of count: Int) -> Report {
        Report([
            .heading(
                "Connection \(number) of \(count): \(client.sender) → \(server.sender), from packet \(firstPacket)")
        ])
    }
}

extension SetAsideTally {
    /// The packets of the capture that were not read, by reason.
    package var report: Report { Report(all.map { .text($0.english) }) }
}
