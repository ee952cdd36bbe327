import Trace

extension EndedConnection: WrittenValue {
    /// The connection for programs.
    package var json: JSON { tree }

    /// Writes the connection for programs. The names of the members belong to the interface.
    func write(to text: inout DocumentText) {
        text.object { text in
            text.member("number", number)
            text.member("client", client.socket)
            text.member("server", server.socket)
            text.member("roles_from", rolesFrom.rawValue)
            if !course.inside.isEmpty { text.member("inside", course.inside.names) }
            text.member("frames") { text in
                text.member("first", course.firstFrame)
                text.member("last", course.lastFrame)
                text.member("count", course.frames)
            }
            text.member("start_us", course.stamp)
            if course.hasTimes { text.member("duration_us", max(0, course.last - course.start)) }
            text.member("vantage", vantage?.rawValue)
            writeEnds(to: &text)
            if let times {
                text.member("times") { text in
                    text.member("round_trip_us", times.roundTrip)
                    text.member("server_us", times.server)
                    text.member("client_us", times.client)
                    text.member("transfer_us", times.transfer)
                    text.member("idle_us", times.idle)
                }
            }
            text.member("from_client") { client.write(to: &$0, end: course.last) }
            text.member("from_server") { server.write(to: &$0, end: course.last) }
            text.member("tls", tls.json)
            let messages = tls.messages.filter(\.isListed)
            if !messages.isEmpty {
                text.begin("http")
                text.list(messages) { message, text in
                    text.object { text in
                        text.member("frame", message.frame)
                        text.member("from", side(isFromOne: message.isFromOne).rawValue)
                        text.member("what", message.what.english.legible)
                    }
                }
            }
            text.member("diagnoses", findings)
        }
    }

    /// Writes how the connection opened and closed.
    private func writeEnds(to text: inout DocumentText) {
        let serverHasOpened = course.openerIsOne == !clientIsOne
        text.member("opening") { text in
            text.member("how", opening.rawValue)
            text.member("rtt_us", course.roundTrip)
            text.member("to_server_us", serverHasOpened ? course.toOpener : course.toAnswerer)
            text.member("to_client_us", serverHasOpened ? course.toAnswerer : course.toOpener)
        }
        text.member("closing") { text in
            text.member("how", closing.rawValue)
            text.member("first", firstToClose)
            if closing == .reset, let reset = course.resets.first {
                text.member("by", side(isFromOne: reset.isFromOne).rawValue)
            }
            text.member("frames", closingFrames)
        }
    }

    /// The side that closed first, or "both"; nil without a FIN.
    var firstToClose: String? {
        if course.closers.areBoth { return "both" }
        return course.closers.first.map { side(isFromOne: $0).rawValue }
    }
}

extension NetworkSocket: WrittenValue {
    /// Writes the socket for programs.
    func write(to text: inout DocumentText) {
        text.object { text in
            text.member("address", address)
            text.member("port", port)
        }
    }
}

extension NetworkAddress: WrittenValue {
    /// Writes the address for programs.
    func write(to text: inout DocumentText) {
        if isVersion6 { text.quote(description) } else { text.quote(version4: UInt32(truncatingIfNeeded: low)) }
    }
}

extension Direction {
    /// Writes the members of the direction for programs.
    ///
    /// - Parameter end: the time of the connection's last frame, in microseconds since 1970.
    fileprivate func write(to text: inout DocumentText, end: Int64) {
        text.member("segments", segments)
        text.member("data_segments", dataSegments)
        text.member("octets", octets)
        text.member("distinct_octets", distinctOctets)
        text.member("missing_octets", max(0, missingOctets))
        text.member("largest_segment", largestSegment)
        if isQuiet { text.add(Self.quiet) } else { writeTroubles(to: &text, end: end) }
        if let leastWindow { text.writeRange("window", leastWindow, mostWindow ?? leastWindow) }
        text.member("in_flight_max", mostInFlight)
        if let mean = roundTrips.mean {
            text.member("rtt") { text in
                text.member("min_us", roundTrips.least)
                text.member("mean_us", mean)
                text.member("max_us", roundTrips.most)
                text.member("samples", roundTrips.count)
            }
        }
        text.member("wrong_checksums", wrongChecksums.count + pseudoHeaderSums.count)
        text.member("resets", resets.count)
        if let timeToLive { text.writeRange("ttl", timeToLive.lowerBound, timeToLive.upperBound) }
        if let synOptions { text.member("options") { synOptions.write(to: &$0, kinds: optionKinds) } }
    }

    /// The members that ``writeTroubles(to:end:)`` writes for a direction in which each of them is 0, as nearly all directions have them.
    private static let quiet: [UInt8] = {
        var text = DocumentText()
        let socket = NetworkSocket(address: NetworkAddress([0, 0, 0, 0], at: 0, isVersion6: false), port: 0)
        Direction(socket).writeTroubles(to: &text, end: 0)
        return text.octets
    }()

    /// Whether each member that ``writeTroubles(to:end:)`` writes is 0.
    private var isQuiet: Bool {
        sentAgain | needless | octetsAgain | duplicateACKs == 0 && shutSince == nil && zeroWindowTime == 0
            && outOfOrder.isEmpty && networkDuplicates.isEmpty && captureDuplicates.isEmpty && dsacks.isEmpty
            && keepAlives.isEmpty && windowProbes.isEmpty && zeroWindows.isEmpty
    }

    /// Writes what was sent again or came twice, the probes, and the time in which the window was shut.
    private func writeTroubles(to text: inout DocumentText, end: Int64) {
        text.member("retransmissions") { text in
            text.member("total", sentAgain)
            for kind in Again.allCases { text.member(named: kind.rawValue, again[kind] ?? 0) }
            text.member("needless", needless)
        }
        text.member("retransmitted_octets", octetsAgain)
        text.member("out_of_order", outOfOrder.count)
        text.member("network_duplicates", networkDuplicates.count)
        text.member("capture_duplicates", captureDuplicates.count)
        text.member("duplicate_acks", duplicateACKs)
        text.member("dsacks", dsacks.count)
        text.member("keep_alives", keepAlives.count)
        text.member("window_probes", windowProbes.count)
        text.member("zero_windows", zeroWindows.count)
        text.member("zero_window_us", zeroWindowTime + (shutSince.map { max(0, end - $0) } ?? 0))
    }
}

extension DocumentText {
    /// Adds a member with a least and a greatest number.
    fileprivate mutating func writeRange(_ name: StaticString, _ least: some WrittenValue, _ most: some WrittenValue) {
        member(name) { text in
            text.member("min", least)
            text.member("max", most)
        }
    }
}

extension SeenOptions {
    /// Writes the options of a SYN for programs.
    fileprivate func write(to text: inout DocumentText, kinds: [UInt8]) {
        text.member("mss", maximumSegmentSize)
        text.member("window_scale", windowScale)
        text.member("sack", permitsSACK)
        text.member("timestamps", timestamps != nil)
        text.member("fast_open", hasFastOpen)
        text.member("multipath", hasMultipath)
        text.member("kinds", kinds)
    }
}

extension DiagnosisResult: WrittenValue {
    /// Writes the finding for programs.
    func write(to text: inout DocumentText) {
        text.object { text in
            text.member("code", code)
            text.member("severity", severity.rawValue)
            text.member("certainty", certainty.rawValue)
            text.member("whose", whose.rawValue)
            text.member("whose_certainty", blame.certainty?.rawValue)
            text.member("whose_because", blame.englishReason)
            text.member("frames", frames.frames)
            text.member("count", frames.count)
            text.member("evidence") { text in
                for figure in entry.evidence { text.member(figure.name, figure.value) }
            }
            text.member("says", diagnosis.english)
            text.member("causes", entry.causes.map(\.english))
            text.member("check_next", entry.next.english)
            text.member("cite", "\(entry.cite)")
            text.member("filter", filter)
            text.member("explained_by", explainedBy)
        }
    }
}

extension DiagnosisTally.Entry {
    /// The code for programs. Its certainties hold for all of its connections, `count` is their number, and `connection` is the one whose
    /// frames, figures and sentence stand there.
    var json: JSON {
        var finding = finding
        finding.weaken(to: weakest)
        let members = (finding.tree.members ?? []).map { member in
            member.name == "count" ? JSON.Member("count", count.json) : member
        }
        let places = JSON.Member.list(
            ("connection", finding.connection?.json), ("connections", connections.sorted().json))
        return .object(members + places)
    }
}
