import Capture

/// A connection of which the capture has one SYN, and nothing else. A scan or a flood has thousands of them.
///
/// What is told of it depends on its ``Likeness`` alone, but for its number, its sockets, its frame and its time stamp. So it is found out
/// once for each likeness, and not for each SYN.
package struct LoneSYN: Sendable {
    /// The number of the connection in the capture, from 1.
    let number: Int
    let syn: EarlyConnection.Frame
    /// The latest time of a frame of the capture, in microseconds since 1970.
    let captureEnds: Int64

    /// The sockets of the side that sent the SYN, and of the side that it was sent to.
    var client: NetworkSocket { syn.held.source }
    var server: NetworkSocket { syn.held.destination }
    /// The connection as any other one is told.
    package var ended: EndedConnection {
        var box = [
            Conversation(
                number: number, syn.held, frame: syn.frame, time: syn.time, stamp: syn.stamp, isTold: false)
        ]
        _ = box[0].take(
            syn.held, frame: syn.frame, time: syn.time, stamp: syn.stamp, in: syn.octets, SecretsStore())
        var judge = TLSJudge()
        return EndedConnection(
            box, isReplaced: false, captureEnds: captureEnds, secrets: SecretsStore(), judge: &judge)
    }

    /// The same SYN with numbers that stand nowhere else in a document: large ones, and unusual sockets.
    var marked: LoneSYN {
        let (frame, time) = (8_200_000_000_000_002, Int64(8_300_000_000_000_003))
        return LoneSYN(
            number: 8_100_000_000_000_001,
            syn: syn.moved(
                to: frame, time: time, from: .marked(61_417, like: client.address),
                to: .marked(61_423, like: server.address)), captureEnds: time + (captureEnds - syn.time))
    }

    /// All that decides what is told of a lone SYN. The values of its timestamps option do not: they are told nowhere.
    struct Likeness: Hashable, Sendable {
        private let control: UInt16
        private let window: UInt16
        private let timeToLive: UInt8
        private let congestion: UInt8
        private let checksum: SeenSegment.ChecksumState
        private let isCut: Bool
        private let inside: Tunnels
        private let isVersion6: Bool
        private let hasStamp: Bool
        private let isUnanswered: Bool
        private let options: [UInt8]

        /// The likeness of a connection; nil if it is not a lone SYN, or one that is told by itself: with data, without a window, as a part
        /// of a larger story.
        ///
        /// - Parameter frame: the first frame of the connection.
        init?(_ connection: EarlyConnection, _ frame: EarlyConnection.Frame, captureEnds: Int64) {
            guard connection.frames.count == 1, !connection.reusesPorts, !connection.hasLateSYN, !connection.isTold,
                frame.stamp != 0
            else { return nil }
            let syn = frame.held
            guard syn.opens, syn.length == 0, syn.payload.isEmpty, syn.window > 0 else { return nil }
            (control, window, timeToLive) = (syn.control.rawValue, syn.window, syn.timeToLive)
            (congestion, checksum, isCut) = (syn.congestion, syn.checksumState, syn.isCut)
            (inside, isVersion6) = (syn.inside, syn.source.address.isVersion6)
            hasStamp = frame.stamp != nil
            isUnanswered = EndedConnection.isUnanswered(since: frame.time, until: captureEnds)
            options = syn.options.timestamps == nil ? frame.octets : SeenOptions.withoutTimes(frame.octets)
        }
    }
}

extension NetworkSocket {
    /// A socket that stands in no capture: of the reserved addresses (RFC 1112 section 4), or without a prefix that is given out.
    fileprivate static func marked(_ port: UInt16, like address: NetworkAddress) -> NetworkSocket {
        let number = 0xf1f2_f3f4_f5f6_0000 + UInt64(port)
        return NetworkSocket(
            address: address.isVersion6
                ? NetworkAddress(high: number, low: number) : NetworkAddress(version4: 0xf0f1_0000 + UInt32(port)),
            port: port)
    }
}
