import Capture
import Render
import Simulator
import TestVisit
import Trace

@testable import Explain

/// A capture of TLS, read with the explainer.
struct TLSRecording {
    let capture: [UInt8]

    init(_ capture: [UInt8]) { self.capture = capture }

    /// The capture of a visit.
    init(_ options: Visit.Options) throws { capture = PcapNG.bytes(try SharedVisit.run(options).journal) }

    /// The connections in it.
    ///
    /// - Parameter usesItsSecrets: whether the secrets in the file are used.
    func connections(
        _ secrets: SecretsStore = SecretsStore(), judge: TLSJudge = TLSJudge(), usesItsSecrets: Bool = true
    ) throws -> [EndedConnection] {
        let explainer = try explained(Explainer.Options(), secrets, judge: judge, usesItsSecrets: usesItsSecrets)
        return explainer.outputs.compactMap { if case .connection(let ended) = $0 { ended } else { nil } }
    }

    /// The connections in it, told as runs.
    ///
    /// - Parameter edge: the number of frames that are kept at the beginning and at the end; nil for all.
    func journals(
        _ secrets: SecretsStore = SecretsStore(), edge: Int? = nil, usesItsSecrets: Bool = true
    ) throws -> [Journal] {
        var options = Explainer.Options()
        (options.told, options.edge) = (nil, edge)
        return try explained(options, secrets, usesItsSecrets: usesItsSecrets).journals.map(\.journal)
    }

    private func explained(
        _ options: Explainer.Options, _ secrets: SecretsStore, judge: TLSJudge = TLSJudge(), usesItsSecrets: Bool
    ) throws -> Explainer {
        var explainer = Explainer(options, secrets: secrets, judge: judge)
        try read { item, reader in
            switch item {
            case .frame(let frame): explainer.take(frame, of: reader)
            case .secrets(let octets) where usesItsSecrets: explainer.secrets.add(keyLog: octets, from: .capture)
            case .secrets, .skipped, .other: break
            }
        }
        explainer.end()
        return explainer
    }

    /// The octets of both streams in the order of the frames. Each piece has its place in the stream of its side.
    func pieces() throws -> [(isFromClient: Bool, place: Int, octets: [UInt8])] {
        var pieces: [(Bool, Int, [UInt8])] = []
        var starts: [NetworkSocket: UInt32] = [:]
        var client: NetworkSocket?
        try read { item, reader in
            guard case .frame(let frame) = item, case .segment(let segment) = Dissection(frame, of: reader) else {
                return
            }
            if segment.control.contains(.syn) {
                client = client ?? segment.source
                starts[segment.source] = segment.sequence &+ 1
            }
            guard segment.length > 0, let start = starts[segment.source] else { return }
            pieces.append(
                (segment.source == client, Int(segment.sequence &- start), Array(reader.buffer[segment.payload])))
        }
        return pieces
    }

    /// The packets, without comments and secrets.
    func packets() throws -> [PcapNG.Packet] {
        var packets: [PcapNG.Packet] = []
        try read { item, reader in
            guard case .frame(let frame) = item else { return }
            packets.append(
                PcapNG.Packet(timestamp: frame.timestamp ?? 0, frame: Array(reader.buffer[frame.octets])))
        }
        return packets
    }

    /// The secrets in the file.
    func secrets() throws -> SecretsStore {
        var secrets = SecretsStore()
        try read { item, _ in
            if case .secrets(let octets) = item { secrets.add(keyLog: octets, from: .capture) }
        }
        return secrets
    }

    private func read(_ take: (CaptureReader.Item, CaptureReader) throws -> Void) throws {
        var reader = CaptureReader()
        reader.append(capture)
        reader.end()
        while let item = try reader.next() { try take(item, reader) }
    }
}

extension JSON {
    /// The value behind a path of member names; nil if there is none.
    func at(_ path: String...) -> JSON? { path.reduce(self as JSON?) { $0?[$1] } }
    /// The strings in an array; empty for another value.
    var strings: [String] {
        guard case .array(let items) = self else { return [] }
        return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
