import Capture
import Trace

/// Explains a capture, frame by frame: who talked to whom, how each connection opened, went and closed.
///
/// It is a value: frames in, connections out as they end. Memory does not grow with the capture, but with the connections that are alive
/// at once.
package struct Explainer: Sendable {
    /// How it explains.
    package struct Options: Sendable {
        /// The most connections that may be alive at once.
        package var mostLive = 100_000
        /// Whether there are notes on frames.
        package var notesFrames = false
        /// The connections whose frames are kept, to be told as runs, by their numbers; nil for all.
        package var told: Set<Int>? = []
        /// How many frames at the beginning and at the end of such a connection are kept; nil for all.
        package var edge: Int?
        /// Whether frames in a row that are alike are told as one.
        package var foldsRuns = true

        /// The defaults.
        package init() {}
    }

    /// What comes out.
    package enum Output: Sendable {
        /// A connection has ended, or is forgotten.
        case connection(EndedConnection)
        /// A frame of a connection.
        case frame(FrameNote, connection: Int)
        /// A frame that comes after its connection was written.
        case late(frame: Int, connection: Int)
        /// A frame that is no part of a connection.
        case setAside(frame: Int, SetAside)
    }

    /// How long after its end a connection is still listened to, and how long it may be silent, in microseconds.
    private static let grace: Int64 = 2_000_000
    private static let patience: Int64 = 600_000_000
    /// How far from 1970 a time may be, in microseconds: 142 years.
    private static let farthest: Int64 = 1 << 52

    /// What has come out and was not taken yet.
    package private(set) var outputs: [Output] = []
    /// What is said of the whole file.
    package private(set) var file = FileFacts()
    /// The connections that are told as runs, as they end.
    package private(set) var journals: [(connection: Int, journal: Journal, similar: SimilarRun)] = []
    private var runs: [Int: RecordedRun] = [:]
    /// What opens sessions of TLS: secrets that were given, and those of the capture so far.
    package var secrets: SecretsStore
    /// How chains of certificates are judged.
    private var judge: TLSJudge
    private let options: Options
    private var live = LiveConnections()
    private var fragments = Fragments()
    private var connections = 0
    private var now: Int64 = .min
    private var last: Int64 = 0
    /// The datagram of the frame, where connections are told as runs.
    private var datagram: [UInt8] = []

    /// An explainer that has seen nothing.
    ///
    /// - Parameters:
    ///   - secrets: what opens sessions of TLS.
    ///   - judge: how chains of certificates are judged.
    package init(_ options: Options, secrets: SecretsStore = SecretsStore(), judge: TLSJudge = TLSJudge()) {
        (self.options, self.secrets, self.judge) = (options, secrets, judge)
    }

    /// Takes what has come out.
    package mutating func takeOutputs() -> [Output] {
        defer { outputs.removeAll(keepingCapacity: true) }
        return outputs
    }

    /// Takes a frame.
    package mutating func take(_ frame: CaptureReader.Frame, of reader: CaptureReader) {
        // A time that no clock has is damage: sums and differences of what is left do not overflow.
        let time = min(max(frame.timestamp ?? last, -Self.farthest), Self.farthest)
        file.take(frame.number, at: frame.timestamp == nil ? nil : time)
        last = time
        judge.captured(at: time)
        now = max(now, time)
        let keeps = options.told?.isEmpty != true
        let link = frame.interface.map { reader.interfaces[$0].linkType }
        datagram = keeps ? link?.datagram(in: Array(reader.buffer[frame.octets])) ?? [] : []
        take(Dissection(frame, of: reader), frame: frame.number, time: time, in: reader.buffer)
    }

    private mutating func take(_ dissection: Dissection, frame: Int, time: Int64, in buffer: [UInt8]) {
        switch dissection {
        case .segment(let segment): take(segment, frame: frame, time: time, in: buffer)
        case .report(let report): take(report, frame: frame)
        case .setAside(let why): setAside(frame, why)
        case .fragment(let fragment):
            if fragment.layer.proto == 6 { file.fragments.add(frame) }
            let (found, content) = fragments.take(fragment, in: buffer)
            take(found, frame: frame, time: time, in: content)
        }
    }

    private mutating func setAside(_ frame: Int, _ why: SetAside) {
        file.asides.add(frame, why)
        if options.notesFrames { outputs.append(.setAside(frame: frame, why)) }
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
        if hasClosed { live.end(index, number: number, at: now + Self.grace) }
        if options.notesFrames, let notes = live.use(index, { $0.hold(note) }) {
            for note in notes { outputs.append(.frame(note, connection: number)) }
        }
        if options.told?.contains(number) ?? true, let first = datagram.first {
            // Behind the datagram stands what the link has filled up with.
            let length = first >> 4 == 4 && datagram.count >= 4 ? Int(datagram[2]) << 8 | Int(datagram[3]) : 0
            let whole = length > 0 && length < datagram.count ? Array(datagram.prefix(length)) : datagram
            runs[number, default: RecordedRun(folds: options.foldsRuns, edge: options.edge)].add(note, whole)
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

    /// Writes and forgets what is over.
    private mutating func forget() {
        while let ended = live.next(
            now: now, grace: Self.grace, silentSince: now - Self.patience, most: options.mostLive)
        {
            write(ended)
        }
    }

    /// The file cannot be read any further: it ends there, or contradicts itself.
    package mutating func stop(at error: ParseError) { file.stop(at: error) }

    /// A block of a sound length does not say what it has to.
    package mutating func skip(_ error: ParseError) { file.skip(error) }

    /// The capture has ended: what is alive is written.
    package mutating func end() {
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
            journals.append((ended.number, run.journal(of: ended), run.similar(to: ended)))
        }
        outputs.append(.connection(ended))
    }
}
