import Explain
import Render
import Trace

extension RecordedConnection {
    /// The heading of the report about a connection: its number, its two ends and its first packet.
    package func title(number: Int, of count: Int) -> Report {
        Report([
            .heading(
                Words(
                    english:
                        "Connection \(number) of \(count): \(client.sender) → \(server.sender), from packet \(firstPacket)",
                    chinese:
                        "第 \(number) 个连接，共 \(count) 个：\(client.sender) → \(server.sender)，从第 \(firstPacket) 个数据包开始"))
        ])
    }
}

extension SetAsideTally {
    /// The packets of the capture that were not read, by reason.
    package var report: Report { Report(all.map { .text($0) }) }
}
