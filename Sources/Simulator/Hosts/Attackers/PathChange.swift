import TCPSim
import TLSSim
import Trace

/// An attacker in the path who changes octets of the client's stream and leaves its length as it is. So no number of TCP changes, and she keeps and
/// replaces only the segments with these octets.
struct PathChange: PathAttacker {
    /// What she changes.
    enum Change: Sendable {
        /// The last bit of the client's first protected record.
        case lastBit
        /// The suites of the ClientHello: this one stands in the place of every other suite.
        case suites(CipherSuite)
        /// The versions of the ClientHello: TLS 1.2 stands in the place of TLS 1.3.
        case versions

        fileprivate var isOfHello: Bool { if case .lastBit = self { false } else { true } }
    }

    /// What she still wants to change; nil when she has changed it, or has given up.
    private var wanted: Change?
    private var connection = SeenConnection()
    /// The octets that she has changed, by their numbers.
    private var octets: [SequenceNumber: UInt8] = [:]
    /// The segments with the beginning of a ClientHello whose end has not passed.
    private var held: [Segment] = []
    private var done: PathNote?

    init(_ change: Change?) { wanted = change }

    mutating func handle(_ event: ApplicationEvent) -> [ApplicationAction] {
        guard case .saw(let seen) = event else { return [] }
        let (segment, source, destination) = (seen.segment, seen.header.source, seen.header.destination)
        let pieces = connection.take(seen)
        guard SeenConnection.sender(of: seen) == .client, !segment.payload.isEmpty else { return [] }
        var note = PathNote.changedAgain
        for piece in pieces {
            guard let wanted, let change = change(wanted, in: piece, of: segment) else { continue }
            self.wanted = nil
            octets = change.octets
            (note, done) = (change.note, change.note)
        }
        if let wanted, wanted.isOfHello, pieces.isEmpty {
            // A segment that comes again was not acknowledged: the rest of the hello does not come before she lets it pass.
            guard !held.contains(where: { $0.sequence == segment.sequence }) else {
                self.wanted = nil
                return []
            }
            held.append(segment)
            return [.keep(PathNote.holds, step: PathNote.holds.step)]
        }
        let changed = (held + [segment]).map(changed)
        defer { held = [] }
        guard !held.isEmpty || changed.last != segment else { return [] }
        return [.keep(PathNote.replaces, step: PathNote.replaces.step)]
            + changed.map { note.sending($0, from: source, to: destination) }
    }

    /// The segment with the octets that she has changed.
    private func changed(_ segment: Segment) -> Segment {
        var copy = segment
        for index in copy.payload.indices {
            if let octet = octets[segment.dataSequence + index] { copy.payload[index] = octet }
        }
        return copy
    }

    /// The octets of a piece that she changes, by their numbers; nil if there is nothing to change in it.
    private func change(
        _ wanted: Change, in piece: SeenStream.Piece, of segment: Segment
    ) -> (octets: [SequenceNumber: UInt8], note: PathNote)? {
        switch (wanted, piece) {
        case (.lastBit, .record(.applicationData, let length, let last, _)):
            let place = last - segment.dataSequence
            guard segment.payload.indices.contains(place) else { return nil }
            return ([last: segment.payload[place] ^ 1], .bit(length: length))
        case (.suites(let suite), .message(let message, let first?)) where message.type == .clientHello:
            guard let hello = try? message.parsed(ClientHello.read) else { return nil }
            var changed = hello
            changed.cipherSuites = hello.cipherSuites.map {
                CipherSuite.withCodePoint($0) == nil ? $0 : suite.codePoint
            }
            return Self.difference(message, changed.message, from: first).map {
                ($0, .suites(hello.cipherSuites.count, of: suite.description))
            }
        case (.versions, .message(let message, let first?)) where message.type == .clientHello:
            guard let hello = try? message.parsed(ClientHello.read) else { return nil }
            var changed = hello
            changed.extensions = hello.extensions.map { item in
                guard case .supportedVersions(let versions) = item else { return item }
                return .supportedVersions(versions.map { $0 == .tls13 ? .tls12 : $0 })
            }
            return Self.difference(message, changed.message, from: first).map { ($0, .versions) }
        default: return nil
        }
    }

    /// The octets in which two messages of one length differ, by their numbers; nil if there are none.
    private static func difference(
        _ old: HandshakeMessage, _ new: HandshakeMessage, from first: SequenceNumber
    ) -> [SequenceNumber: UInt8]? {
        let (before, after) = (old.bytes, new.bytes)
        guard before.count == after.count else { return nil }
        let pairs = zip(before, after).enumerated().filter { $0.element.0 != $0.element.1 }
        return pairs.isEmpty
            ? nil : Dictionary(pairs.map { (first + $0.offset, $0.element.1) }, uniquingKeysWith: { first, _ in first })
    }

    var conclusions: [PathConclusion] {
        switch done {
        case .bit: [.hasChangedRecord]
        case .suites, .versions: [.hasChangedHello]
        case .hello, .answer, .chain, .sealed, .reset, .changedAgain, .holds, .replaces, nil: [.hasWaited]
        }
    }
}
