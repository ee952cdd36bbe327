/// Takes the data, the acknowledgment and the reset of a segment.
extension Course {
    // MARK: Data and FIN

    /// Takes the data and the FIN of a segment, and finds out whether the segment is a probe, new, sent again or overtaken.
    mutating func send(
        _ segment: SeenSegment, in buffer: [UInt8], noting note: inout FrameNote, from: inout Direction, to: Direction
    ) {
        let (frame, time, isFromOne) = (note.frame, note.time, note.isFromOne)
        let isSYN = segment.control.contains(.syn)
        let start = from.place(of: segment.sequence) + (isSYN ? 1 : 0)
        let isFIN = segment.control.contains(.fin)
        let isMissing =
            segment.length == 1 && !from.ackedUnseen.isEmpty && from.seen.known(in: start..<(start + 1)) == 0
        if !isSYN, !isFIN, segment.length <= 1, !isMissing, isProbe(segment, at: start, from: from) {
            let isKeepAlive = !from.isShut
            note.marks.insert(isKeepAlive ? .keepAlive : .windowProbe)
            if isKeepAlive { from.keepAlives.add(frame) } else { from.windowProbes.add(frame) }
            if isKeepAlive { keepAlivesInVain += 1 }
            probe = (isFromOne, isKeepAlive)
            if segment.length == 1, start == from.highest { from.probed = start }
            return
        }
        guard segment.length > 0 || isFIN else {
            if start > from.highest, from.hasBegun {
                from.ahead = Direction.Sent(segment, range: start..<start, note: note)
            }
            return
        }
        let data = start..<(start + segment.length)
        let range = isFIN ? start..<(data.upperBound + 1) : data
        if segment.length > 0 {
            note.marks.insert(.data)
            if let edge = from.rightEdge, from.hasSYN, to.hasSYN,
                data.upperBound >= edge || from.edges.contains(data.upperBound)
            {
                from.windowFull.add(frame)
                note.marks.insert(.windowFull)
            }
        }
        if isFIN {
            note.marks.insert(.fin)
            if from.end == nil {
                from.end = data.upperBound
                (from.finFrame, from.finTime) = (frame, time)
                if closers.first == nil {
                    closers.first = isFromOne
                } else if let end = to.end, to.place(of: segment.acknowledgment) <= end {
                    // This FIN was sent before the FIN of the other side had arrived.
                    closers.areBoth = true
                }
            }
        }
        if !from.suspects.isEmpty, !note.marks.contains(.wrongChecksum) { from.suspects.cameAgain(range) }
        let fresh = from.seen.insert(data)
        from.distinctOctets += fresh
        var again: Repetition?
        if range.lowerBound >= from.highest, from.ahead.map({ $0.range.lowerBound < range.upperBound }) ?? true {
            if range.lowerBound > from.highest {
                note.marks.insert(.gapBefore)
                from.gaps.add(frame)
            }
            if fresh > 0 { takeFreshData(segment, note: note, in: buffer, from: &from, to: to) }
        } else {
            let isKnown =
                fresh < segment.length || isFIN && from.highest >= range.upperBound
                || from.record(at: range.lowerBound) != nil
            let why = Repetition(
                segment, range: range, isKnown: isKnown, at: time, trip: trip(from), toSender: toward(isFromOne),
                from: from)
            from.settle(why, segment, range: range, isKnown: isKnown, noting: &note)
            again = why
        }
        from.record(segment, range: range, again: again, note: note, in: buffer)
        from.advance(to: range.upperBound)
        if let passed = from.edges.firstIndex(where: { $0 >= from.highest }) {
            if passed > 0 { from.edges.removeFirst(passed) }
        } else if !from.edges.isEmpty {
            from.edges.removeAll(keepingCapacity: true)
        }
        from.mostInFlight = max(from.mostInFlight, from.highest - max(from.unacknowledged, 0))
    }

    /// Takes data that was not sent before.
    private func takeFreshData(
        _ segment: SeenSegment, note: FrameNote, in buffer: [UInt8], from: inout Direction, to: Direction
    ) {
        let time = note.time
        if from.firstDataTime == nil { from.firstDataTime = time }
        if let most = to.synOptions?.maximumSegmentSize, segment.length > Int(most) { from.large.add(lastFrame) }
        if let finTime = to.finTime, time > finTime {
            if from.afterFIN.octets == 0 { from.afterFIN.head = UInt8(segment.head(in: buffer) >> 56) }
            from.afterFIN.octets += segment.length
            from.freshAfterFIN = time
        }
        guard from.isAcknowledged, lastSpeakerIsOne == note.isFromOne, let before = from.lastDataTime else { return }
        let rest = time - max(before, from.lastNews ?? before)
        guard rest > max(trip(from), 10_000), !from.isShut else { return }
        from.restFrames.add(lastFrame)
        from.restTime &+= rest
    }

    /// Whether a segment is a keep-alive (RFC 9293 section 3.8.4) or a zero-window probe (section 3.8.6.1).
    private func isProbe(_ segment: SeenSegment, at start: Int, from: Direction) -> Bool {
        guard segment.control.contains(.ack), from.end == nil, from.hasBegun else { return false }
        if start == from.highest - 1, from.isAcknowledged, isOpen || !from.hasSYN || from.isShut {
            return from.lastACK.map { Int32(bitPattern: segment.acknowledgment &- $0) >= 0 } ?? true
        }
        // A window probe may carry the octet at the right edge of the closed window, and carries the same octet each time.
        return from.isShut && segment.length == 1 && start == from.rightEdge
    }

    // MARK: Acknowledgments

    /// Takes the acknowledgment, the window and the SACK blocks of a segment.
    mutating func acknowledge(
        _ segment: SeenSegment, noting note: inout FrameNote, from: inout Direction, to: inout Direction
    ) {
        let (frame, time) = (note.frame, note.time)
        let isSYN = segment.control.contains(.syn)
        let place = to.place(of: segment.acknowledgment)
        let scale = isSYN || !from.hasWindowScale || !to.hasWindowScale ? 0 : from.synOptions?.windowScale ?? 0
        let window = Int(segment.window) << Int(scale)
        if !isSYN {
            from.leastWindow = min(from.leastWindow ?? window, window)
            from.mostWindow = max(from.mostWindow ?? window, window)
            if segment.window == 0 {
                note.marks.insert(.windowClosed)
                if from.shutSince == nil {
                    from.shutSince = time
                    from.zeroWindows.add(frame)
                }
            } else if let since = from.shutSince {
                from.zeroWindowTime &+= max(0, time - since)
                from.shutSince = nil
                note.marks.insert(.windowUpdate)
            }
        }
        if place + window > to.rightEdge ?? .min {
            to.rightEdge = place + window
            if to.edges.count == Direction.mostEdges { to.edges.removeFirst() }
            if !isSYN { to.edges.append(place + window) }
        }
        to.isShut = window == 0 && !isSYN
        if thirdFrame == nil, !isSYN, place >= 0 { open(note) }
        let before = to.acknowledged
        let hasBlocks = segment.options.blocks.count > 0
        if place > before ?? .min {
            if to.probed == to.highest, place == to.highest + 1 {
                to.distinctOctets += to.seen.insert(to.highest..<place)
                to.advance(to: place)
            } else if place > to.highest {
                note.marks.insert(.ackedUnseen)
                to.ackedUnseen.add(frame)
                to.advance(to: place)
            }
            to.measure(from: before ?? 0, upTo: place, note: note, jump: jump)
            to.acknowledged = place
            to.lastNews = time
            to.duplicates = 0
            if let recovery = to.recovery, place >= recovery { to.recovery = nil }
            to.reported.drop(before: place)
            to.forget(before: place)
            keepAlivesInVain = 0
        } else if place == before, segment.isBareAcknowledgment {
            if let probe, probe.isFromOne != note.isFromOne {
                note.marks.insert(probe.isKeepAlive ? .keepAliveACK : .windowProbeACK)
                if probe.isKeepAlive { keepAlivesInVain = 0 }
                self.probe = nil
            } else if to.highest > place, from.lastWindow == segment.window || hasBlocks,
                note.marks.isDisjoint(with: [.keepAlive, .windowProbe])
            {
                from.duplicateACKs += 1
                to.duplicates += 1
                to.lastReport = (to.reported.upperBound ?? to.highest, time)
                note.marks.insert(.duplicateACK)
                if !hasBlocks { to.lastNews = time }
            } else if from.lastWindow != segment.window {
                note.marks.insert(.windowUpdate)
            }
        }
        if segment.isBareAcknowledgment, note.marks.isEmpty { note.marks.insert(.ack) }
        for index in 0..<segment.options.blocks.count {
            let block = segment.options.blocks[index]
            let range = to.place(of: block.start)..<max(to.place(of: block.start), to.place(of: block.end))
            // The first block may be a D-SACK: it reports octets that came twice (RFC 2883 section 4).
            if index == 0, range.upperBound <= place || isInsideSecondBlock(range, of: segment, to: to) {
                from.dsacks.add(frame)
                to.foundNeedless(range, frame)
            } else if to.reported.insert(range) > 0 {
                to.lastNews = time
                to.lastReport = (range.upperBound, time)
                to.arrived(range)
            }
        }
        to.judgeSuspects()
        from.lastACK = segment.acknowledgment
        from.lastWindow = segment.window
    }

    private func isInsideSecondBlock(_ range: Range<Int>, of segment: SeenSegment, to: Direction) -> Bool {
        guard segment.options.blocks.count > 1 else { return false }
        let second = segment.options.blocks[1]
        return to.place(of: second.start) <= range.lowerBound && to.place(of: second.end) >= range.upperBound
    }

    // MARK: Resets (RFC 9293 section 3.5.3)

    /// Takes a reset.
    ///
    /// - Parameter usual: the least and the greatest time to live of the sender's other segments.
    mutating func reset(
        _ segment: SeenSegment, noting note: inout FrameNote, usual: ClosedRange<UInt8>?, from: Direction, to: Direction
    ) {
        note.marks.insert(.rst)
        // This reset clears an older connection that the other side still holds, and not the new one.
        if !staleACKs.isEmpty, !to.hasSYN { return isStale = true }
        // A side that has sent a SYN takes only a reset that acknowledges it (RFC 9293 section 3.10.7.3).
        if syns.contains(where: { !$0.acknowledges && $0.isFromOne != note.isFromOne }), !from.hasSYN, !isOpen,
            to.acknowledged == nil
        {
            let place = segment.control.contains(.ack) ? to.place(of: segment.acknowledgment) : -1
            guard place >= 0, place <= to.highest else { return }
        }
        let trip = openerIsOne == note.isFromOne ? toOpener : toAnswerer
        let reset = SeenReset(segment, note: note, usual: usual, trip: trip, from: from, to: to)
        if reset.hasOddTimeToLive || reset.tooSoon != nil { note.marks.insert(.resetInjected) }
        resetCount += 1
        if resets.count < Evidence.most { resets.append(reset) }
    }

    /// Looks for a segment that shows that the connection goes on after a reset: a challenge ACK, which answers a reset whose number does
    /// not fit (RFC 5961 section 3.2), or more of the stream of the side that sent the reset.
    mutating func watchChallenge(_ segment: SeenSegment, noting note: inout FrameNote, from: Direction) {
        guard let last = resets.last else { return }
        if last.isFromOne != note.isFromOne, !last.fits, segment.isBareAcknowledgment,
            segment.acknowledgment == from.lastACK
        {
            challenges.add(last.frame)
            challenges.add(note.frame)
            note.marks.insert(.challengeACK)
            resets.removeLast()
            resetCount -= 1
        } else if let first = resets.first, first.isFromOne == note.isFromOne, segment.numbers > 0,
            from.place(of: segment.sequence) >= first.place
        {
            afterReset.add(note.frame)
        }
    }
}
