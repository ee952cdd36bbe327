import Measurement
import TCPSim
import Trace

/// Data from one side to the other, over many connections at once.
enum BulkTransfer {
    /// Full segments that a receiver takes at once. It is little, so that what 100,000 connections have under way fits in memory.
    private static let window = 4

    /// What current systems do, with small buffers and no notes.
    static func configuration() -> Connection.Configuration {
        var configuration = Connection.Configuration.modern(isn: .forced(SequenceNumber(0)))
        configuration.receiveBuffer = window * Int(configuration.mss)
        configuration.sendBuffer = 2 * window * Int(configuration.mss)
        configuration.tracing = false
        return configuration
    }

    static func measure(_ options: Options, _ report: inout Report) {
        for pairs in [10, 1_000, 100_000] {
            measure(pairs, configuration(), "bulk, \(Report.grouped(pairs)) connections", options, &report)
        }
        // What is left when hardly any data is carried.
        var small = configuration()
        small.mss = 88
        small.receiveBuffer = window * Int(small.mss)
        small.sendBuffer = 2 * window * Int(small.mss)
        for pairs in [10, 1_000, 100_000] {
            measure(pairs, small, "bulk of 76 octets, \(Report.grouped(pairs)) connections", options, &report)
        }
        var plain = configuration()
        plain.timestamps = nil
        plain.selectiveAcknowledgment = false
        plain.congestionControl = nil
        plain.windowScale = nil
        measure(1_000, plain, "bulk without options, 1,000 connections", options, &report)
        measureAges(options, &report)
    }

    private static func measure(
        _ pairs: Int, _ configuration: Connection.Configuration, _ name: String, _ options: Options,
        _ report: inout Report
    ) {
        guard options.wants(name) else { return }
        var network = Network(
            pairs: pairs, use: .bulk, chunk: window * Int(configuration.mss), configuration: configuration)
        // Until every connection is open and its buffers have the size they keep.
        let before = pairs * 60
        network.run { $0.segments >= before }
        let amount = options.amount(max(1_000_000, pairs * 20))
        var (rates, dataRates, allocations) = ([Double](), [Double](), [Double]())
        for _ in 0..<options.repetitions {
            let (start, dataStart, allocated) = (network.segments, network.dataSegments, Memory.allocations)
            let elapsed = seconds { network.run { $0.segments >= start + amount } }
            rates.append(Double(network.segments - start) / elapsed)
            dataRates.append(Double(network.dataSegments - dataStart) / elapsed)
            if let allocated, let now = Memory.allocations {
                allocations.append(Double(now - allocated) / Double(network.dataSegments - dataStart))
            }
        }
        report.add(Figure(name, unit: "segments/s", rates))
        report.add(Figure("  of these with data", unit: "segments/s", dataRates))
        report.add(Figure("  allocations for each of these", unit: "", allocations))
    }

    /// One connection that has sent more and more.
    private static func measureAges(_ options: Options, _ report: inout Report) {
        let configuration = configuration()
        guard options.wants("bulk, after") else { return }
        var network = Network(
            pairs: 10, use: .bulk, chunk: window * Int(configuration.mss), configuration: configuration)
        for megabytes in [10, 100, 1_000] {
            network.run { $0.octetsRead >= megabytes * 10_000_000 }
            var rates: [Double] = []
            for _ in 0..<options.repetitions {
                let start = network.segments
                let elapsed = seconds { network.run { $0.segments >= start + 100_000 } }
                rates.append(Double(network.segments - start) / elapsed)
            }
            report.add(
                Figure("bulk, after \(Report.grouped(megabytes)) MB on each of 10", unit: "segments/s", rates))
        }
    }
}
