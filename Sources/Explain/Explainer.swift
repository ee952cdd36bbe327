import Capture
import Trace

/// Explains a capture, frame by frame: which hosts talked, and how each connection opened, went on and closed.
///
/// It is a value: frames go in, and connections come out as they end. Its memory grows with the connections that are alive at once, and not
/// with the length of the capture.
package struct Explainer: Sendable {
    /// What the explainer keeps and writes.
    package struct Options: Sendable {
        /// The most connections that may be alive at once.
        package var mostLive = 100_000
        /// Whether the outputs contain notes on frames, and not only connections.
        package var notesFrames = false
        /// Whether the outputs contain connections as soon as they have closed, before their late frames have come.
        package var tellsCloses = false
        /// The numbers of the connections whose frames are kept, so that they can be told as runs. Nil means all connections.
        package var told: Set<Int>? = []
        /// The number of frames that are kept at the beginning of such a connection, and at its end. Nil means all frames.
        package var edge: Int?
        /// Whether consecutive frames that are alike are told as one.
        package var foldsRuns = true

        /// The defaults.
        package init() {}
    }

    /// An output of the explainer.
    package enum Output: Sendable {
        /// A connection has ended, or was given up.
        case connection(EndedConnection)
        /// A connection has closed. It is not at its end: late frames may come.
        case closed(EndedConnection)
        /// A frame of a connection.
        case frame(FrameNote, connection: Int)
        /// A frame that came after its connection was written.
        case late(frame: Int, connection: Int)
        /// A frame that is no part of a connection.
        case setAside(frame: Int, SetAside)
    }

    /// How long a closed connection still gets its late frames, in microseconds.
    private static let grace: Int64 = 2_000_000
    /// How long a connection may be silent before it is given up, in microseconds.
    private static let patience: Int64 = 600_000_000
    /// The longest distance of a time from 1970, in microseconds: 142 years.
    private static let farthest: Int64 = 1 << 52

    /// The outputs that were not taken yet.
    package private(set) var outputs: [Output] = []
    /// The facts about the whole file.
    package internal(set) var file = FileFacts()
    /// The connections that are told as runs, in the order in which they ended.
    package private(set) var journals: [(connection: Int, journal: Journal, similar: SimilarRun)] = []
    private var runs: [Int: RecordedRun] = [:]
    /// The secrets that open TLS sessions: those that were given, and those of the capture so far.
    package var secrets: SecretsStore
    /// The judge of certificate chains.
    private var judge: TLSJudge
    private let options: Options
    private var live = LiveConnections()
    private var fragments = Fragments()
    private var connections = 0
    private var now: Int64 = .min
    private var last: Int64 = 0
    /// The frames of the other fragments of the current datagram; empty for a datagram that came in one piece.
    private var pieces: [Int] = []

    /// An explainer that has seen no frame.
    ///
    /// - Parameters:
    ///   - secrets: the secrets that open TLS sessions.
    ///   - judge: the judge of certificate chains.
    package init(_ options: Options, secrets: SecretsStore = SecretsStore(), judge: TLSJudge = TLSJudge()) {
        (self.options, self.secrets, self.judge) = (options, secrets, judge)
    }

    /// Returns the outputs so far, and removes them.
    package mutating func takeOutputs() -> [Output] {
        defer { outputs.removeAll(keepingCapacity: true) }
        return outputs
    }

    /// Takes the next frame, whose octets stand in the reader's buffer.
    package mutating func take(_ frame: CaptureReader.Frame, of reader: CaptureReader) {
        // A time outside of these limits is damage. Within them, sums and differences of times do not overflow.
        let time = min(max(frame.timestamp ?? last, -Self.farthest), Self.farthest)
        file.take(frame.number, at: frame.timestamp == nil ? nil : time)
        last = time
        judge.captured(at: time)
        now = max(now, time)
        take(Dissection(frame, of: reader), frame: frame.number, time: time, in: reader.buffer)
    }

    private mutating func take(_ dissection: Dissection, frame: Int, time: Int64, in buffer: [UInt8]) {
        switch dissection {
        case .segment(let segment): take(segment, frame: frame, time: time, in: buffer)
        case .report(let report): take(report, frame: frame)
        case .setAside(let why, let number): setAside(frame, why, number: number)
        case .fragment(let fragment):
            if fragment.layer.proto == 6 { file.fragments.add(frame) }
            let whole = fragments.take(fragment, frames: pieces + [frame], in: buffer)
            dropFragments()
            guard let whole else { return }
            pieces = whole.frames
            take(whole.content, frame: frame, time: time, in: whole.datagram)
            pieces = []
        }
    }

    private mutating func setAside(_ frame: Int, _ why: SetAside, number: UInt16? = nil) {
        func add(_ frame: Int) {
            file.asides.add(frame, why, number: number)
            if options.notesFrames { outputs.append(.setAside(frame: frame, why)) }
        }
        for piece in pieces { add(piece) }
        add(frame)
    }

    /// Sets fragments aside whose datagrams will not become whole.
    private mutating func dropFragments() {
        let waiting = pieces
        pieces = []
        for frame in fragments.takeDropped() { setAside(frame, .fragment) }
        pieces = waiting
    }

    private mutating func take(_ segment: SeenSegment, frame: Int, time: Int64, in buffer: [UInt8]) {
        file.segments += 1
        forget()
        let pair = SocketPair(segment.source, segment.destination)
        var place = live.place(of: pair)
        var isReused = false
        if let known = place, live[known].isOver(at: segment) {
            if let ended = live.remove(known) { write(ended, isReplaced: true) }
            (place, isReused) = (nil, true)
        }
        if place == nil, let number = live.number(of: pair) {
            if segment.opens {
                isReused = true
            } else {
                if options.notesFrames { outputs.append(.late(frame: frame, connection: number)) }
                return
            }
        }
        let index: Int
        if let place {
            index = place
        } else {
            connections += 1
            var conversation = Conversation(number: connections, segment, frame: frame, time: time)
            conversation.course.reusesPorts = isReused
            index = live.add(conversation, as: pair)
        }
        let result = live.use(index) { conversation in
            let wasClosed = conversation.isClosed
            var note = conversation.take(segment, frame: frame, time: time, in: buffer, secrets)
            if isReused { note.marks.insert(.portReused) }
            return (note, !wasClosed && conversation.isClosed, conversation.course.number)
        }
        guard let (note, hasClosed, number) = result else { return }
        if hasClosed, options.tellsCloses {
            let ended = EndedConnection(
                live[index], isReplaced: false, captureEnds: now, secrets: secrets, judge: &judge)
            outputs.append(.closed(ended))
        }
        if hasClosed { live.end(index, number: number, at: now + Self.grace) }
        if options.notesFrames, let notes = live.use(index, { $0.hold(note) }) {
            for note in notes { outputs.append(.frame(note, connection: number)) }
        }
        if options.notesFrames {
            for piece in pieces {
                let note = FrameNote(frame: piece, time: time, isFromOne: note.isFromOne)
                outputs.append(.frame(note, connection: number))
            }
        }
        if options.told?.contains(number) ?? true {
            runs[number, default: RecordedRun(folds: options.foldsRuns, edge: options.edge)]
                .add(note, Array(buffer[segment.datagram]))
        }
    }

    private mutating func take(_ report: SeenReport, frame: Int) {
        guard let place = live.place(of: SocketPair(report.source, report.destination)) else {
            return setAside(frame, .icmp)
        }
        let number = live.use(place) { conversation in
            if conversation.course.reports.count < Evidence.most { conversation.course.reports.append((frame, report)) }
            return conversation.course.number
        }
        if options.notesFrames, let number {
            outputs.append(
                .frame(FrameNote(frame: frame, time: last, isFromOne: true, marks: .report), connection: number))
        }
    }

    /// Writes the connections that are over or silent for too long, and forgets them.
    private mutating func forget() {
        while let ended = live.next(
            now: now, grace: Self.grace, silentSince: now - Self.patience, most: options.mostLive)
        {
            write(ended)
        }
    }

    /// The capture has ended: writes the connections that are still alive.
    package mutating func end() {
        fragments.end()
        dropFragments()
        while let ended = live.nextOldest() { write(ended) }
    }

    private mutating func write(_ conversation: Conversation, isReplaced: Bool = false) {
        var conversation = conversation
        for note in conversation.release() {
            outputs.append(.frame(note, connection: conversation.course.number))
        }
        let ended = EndedConnection(
            conversation, isReplaced: isReplaced, captureEnds: now, secrets: secrets, judge: &judge)
        file.take(ended)
        if let run = runs.removeValue(forKey: ended.number) {
            journals.append((ended.number, run.journal(of: ended), SimilarRun(ended, lost: run.lost)))
        }
        outputs.append(.connection(ended))
    }
}
