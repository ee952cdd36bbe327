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
        /// Whether connections that are a SYN alone are told by a pattern, and not each by itself.
        package var sharesSYNs = false
        /// Whether consecutive frames that are alike are told as one.
        package var foldsRuns = true

        /// The defaults.
        package init() {}
    }

    /// An output of the explainer.
    package enum Output: Sendable {
        /// A connection has ended, or was given up.
        case connection(EndedConnection)
        /// A connection that is a SYN alone, and what is told of all that are like it.
        case loneSYN(LoneSYN, SYNPattern)
        /// A connection has closed. It is not at its end: late frames may come.
        case closed(EndedConnection)
        case frame(FrameNote, connection: Int)
        /// A frame that came after its connection was written.
        case late(frame: Int, connection: Int)
        /// A frame that is no part of a connection.
        case setAside(frame: Int, SetAside)
    }

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
    private var patterns = SYNPatterns()
    private var fragments = Fragments()
    private var connections = 0
    /// The time stamp of the current frame, in microseconds since 1970; nil if it has none.
    private var stamp: Int64?
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

    /// Whether connections are told as runs.
    var tellsRuns: Bool { options.told?.isEmpty != true }

    /// Returns the outputs so far, and removes them.
    package mutating func takeOutputs() -> [Output] {
        defer { outputs.removeAll(keepingCapacity: true) }
        return outputs
    }

    /// Takes the next frame, whose octets stand in the reader's buffer.
    package mutating func take(_ frame: CaptureReader.Frame, of reader: CaptureReader) {
        stamp = frame.timestamp.map(SteadyClock.bounded)
        let time = file.take(frame.number, at: stamp)
        take(Dissection(frame, of: reader), frame: frame.number, time: time, in: reader.buffer)
    }

    private mutating func take(_ dissection: Dissection, frame: Int, time: Int64, in buffer: [UInt8]) {
        switch dissection {
        case .segment(let segment): take(segment, frame: frame, time: time, in: buffer)
        case .report(let report): take(report, frame: frame, time: time)
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
        let pair = SocketPair(segment.source, segment.destination)
        var place = live.place(of: pair)
        var (isReused, isLate) = (false, false)
        if let known = place, live.isOver(known, at: segment) {
            isLate = live.isLateSYN(known, segment)
            end(known, isReplaced: true)
            (place, isReused) = (nil, true)
        }
        if place == nil, let number = live.number(of: pair) {
            guard segment.opens else {
                if options.notesFrames { outputs.append(.late(frame: frame, connection: number)) }
                return
            }
            isReused = true
        }
        if place == nil { connections += 1 }
        let isTold =
            options.told.map { told in
                !told.isEmpty && told.contains(place.flatMap { live.number(at: $0) } ?? connections)
            } ?? true
        let datagram = isTold ? Array(buffer[segment.datagram]) : []
        func held() -> EarlyConnection.Frame {
            EarlyConnection.Frame(segment, in: buffer, frame: frame, time: time, stamp: stamp, datagram: datagram)
        }
        if let place {
            if live.waits(place, with: segment), pieces.isEmpty {
                live.add(held(), to: place)
            } else {
                open(place)
                follow(place, segment, frame: frame, time: time, stamp: stamp, in: buffer, datagram)
            }
        } else {
            let waits = EarlyConnection.waits(first: segment) && pieces.isEmpty
            let place = live.add(
                EarlyConnection(
                    number: connections, reusesPorts: isReused, hasLateSYN: isLate, isTold: isTold,
                    waits ? [held()] : []), as: pair)
            if !waits {
                live.open(place, with: segment, frame: frame, time: time, stamp: stamp)
                follow(place, segment, frame: frame, time: time, stamp: stamp, in: buffer, datagram)
            }
        }
        while live.count > options.mostLive, live.oldest >= 0 { end(live.oldest, isReplaced: false) }
    }

    /// Opens the connection at a place, and lets it take the frames that have waited.
    private mutating func open(_ index: Int) {
        for held in live.open(index) {
            follow(
                index, held.held, frame: held.frame, time: held.time, stamp: held.stamp, in: held.octets, held.datagram)
        }
    }

    /// Lets an open connection take its next segment.
    private mutating func follow(
        _ index: Int, _ segment: SeenSegment, frame: Int, time: Int64, stamp: Int64?, in buffer: [UInt8],
        _ datagram: [UInt8]
    ) {
        let notes = options.notesFrames
        let result = live.use(index) { conversation in
            let wasClosed = conversation.isClosed
            var note = conversation.take(segment, frame: frame, time: time, stamp: stamp, in: buffer, secrets)
            if conversation.course.reusesPorts, frame == conversation.course.firstFrame {
                note.marks.insert(.portReused)
            }
            let closed = options.tellsCloses && conversation.isClosed && !wasClosed ? [conversation] : []
            return (
                note, notes ? conversation.hold(note) : [], conversation.course.number,
                conversation.tls.takeHeard(), closed
            )
        }
        guard let (note, released, number, heard, closed) = result else { return }
        if !closed.isEmpty {
            let ended = EndedConnection(
                closed, isReplaced: false, captureEnds: file.clock.latest ?? 0, secrets: secrets, judge: &judge)
            outputs.append(.closed(ended))
        }
        for note in released { outputs.append(.frame(note, connection: number)) }
        if notes {
            for piece in pieces {
                let note = FrameNote(frame: piece, time: time, isFromOne: note.isFromOne)
                outputs.append(.frame(note, connection: number))
            }
        }
        if !datagram.isEmpty {
            runs[number, default: RecordedRun(folds: options.foldsRuns, edge: options.edge)].add(note, datagram, heard)
        }
    }

    private mutating func take(_ report: SeenReport, frame: Int, time: Int64) {
        guard let place = live.place(of: SocketPair(report.source, report.destination)) else {
            return setAside(frame, .icmp)
        }
        open(place)
        let number = live.use(place) { conversation in
            if conversation.course.reports.count < Evidence.most { conversation.course.reports.append((frame, report)) }
            return conversation.course.number
        }
        if options.notesFrames, let number {
            outputs.append(
                .frame(FrameNote(frame: frame, time: time, isFromOne: true, marks: .report), connection: number))
        }
    }

    /// The capture has ended: writes connections that are still alive, at most so many.
    package mutating func end(_ most: Int = .max) {
        fragments.end()
        dropFragments()
        live.isEnding = true
        var left = most
        while live.oldest >= 0, left > 0 {
            end(live.oldest, isReplaced: true, isLast: true)
            left -= 1
        }
    }

    /// Ends the connection at a place, and writes it.
    ///
    /// - Parameters:
    ///   - isReplaced: whether another connection has begun between the same sockets. If not, it makes room for others.
    ///   - isLast: whether the capture has ended.
    private mutating func end(_ place: Int, isReplaced: Bool, isLast: Bool = false) {
        if options.sharesSYNs, !options.notesFrames, isLast || !isReplaced, let early = live.early(at: place),
            let (syn, pattern) = patterns.pattern(of: early, captureEnds: file.clock.latest ?? 0)
        {
            live.drop(place, remembers: !isReplaced)
            file.take(syn, pattern)
            outputs.append(.loneSYN(syn, pattern))
            return
        }
        open(place)
        guard let box = live.remove(place, remembers: !isReplaced) else { return }
        write(box, isReplaced: isReplaced && !isLast)
    }

    private mutating func write(_ box: consuming [Conversation], isReplaced: Bool) {
        if options.notesFrames {
            for note in box[0].release() { outputs.append(.frame(note, connection: box[0].course.number)) }
        }
        let ended = EndedConnection(
            box, isReplaced: isReplaced, captureEnds: file.clock.latest ?? 0, secrets: secrets, judge: &judge)
        file.take(ended)
        if !runs.isEmpty, let run = runs.removeValue(forKey: ended.number) {
            let journal = run.journal(of: ended, from: file.first ?? ended.course.start)
            journals.append((ended.number, journal, SimilarRun(ended, lost: run.lost)))
        }
        outputs.append(.connection(ended))
    }
}
