import Render
import Trace

/// The command of a visit of the simulator that resembles a recorded connection in its delay, its segment size and its losses.
package struct SimilarRun: Sendable {
    /// The most losses that the visit repeats.
    private static let mostRules = 8

    /// The arguments of the command HandshakeSim.
    private let arguments: [String]

    /// The command for a connection.
    ///
    /// - Parameter lost: the places of lost segments among the data segments of their side, from 1.
    init(_ connection: EndedConnection, lost: [(isFromOne: Bool, place: Int)]) {
        var arguments: [String] = []
        if connection.tls.talk?.isTLS13 == true {
            arguments.append("--tls13")
        } else {
            arguments.append(connection.tls.keyExchange == "rsa" ? "--rsa" : "--dh")
        }
        if let trip = connection.course.roundTrip {
            arguments += ["--latency", "\(max(1, (trip + 1_000) / 2_000))ms"]
        }
        let sizes = [connection.client, connection.server].compactMap { $0.synOptions?.maximumSegmentSize }
        if let size = sizes.min(), (88...65_495).contains(size) { arguments += ["--mss", "\(size)"] }
        for (isFromOne, place) in lost.prefix(Self.mostRules) {
            arguments += ["--rule", "drop \(connection.side(isFromOne: isFromOne).rawValue) data \(place)"]
        }
        self.arguments = arguments
    }

    /// The last part of the story of a connection: the command, and what it is for.
    package var report: Report {
        Report([
            .space, .heading(StoryHeading.similar), .text(StoryHeading.similarAbout.english, indent: 2),
            .command("HandshakeSim \(arguments.map(\.shellWord).joined(separator: " "))"),
        ])
    }
}
