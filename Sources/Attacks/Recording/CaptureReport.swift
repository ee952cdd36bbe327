import Explain
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

extension SetAsideTally {
    /// What was left aside, by reason.
    package var report: Report { Report(all.map { .text($0.english) }) }
}
