import Trace

extension EndedConnection {
    /// The connection for programs. The names of its members belong to the interface.
    package var json: JSON {
        .members(
            ("number", .number(number)), ("client", client.socket.json), ("server", server.socket.json),
            ("roles_from", .string(rolesFrom.rawValue)),
            (
                "frames",
                .members(
                    ("first", .number(course.firstFrame)), ("last", .number(course.lastFrame)),
                    ("count", .number(course.frames)))
            ),
            ("start_us", .number(course.start)), ("duration_us", .number(max(0, course.last - course.start))),
            ("vantage", (vantage?.rawValue).map { .string($0) }),
            (
                "opening",
                .members(
                    ("how", .string(opening.rawValue)), ("rtt_us", course.roundTrip.map { .number($0) }),
                    ("to_server_us", (clientHasOpened ? course.toAnswerer : course.toOpener).map { .number($0) }),
                    ("to_client_us", (clientHasOpened ? course.toOpener : course.toAnswerer).map { .number($0) }))
            ),
            (
                "closing",
                .members(
                    ("how", .string(closing.rawValue)), ("first", firstToClose.map { .string($0) }),
                    (
                        "by",
                        closing == .reset
                            ? course.resets.first.map { .string(side(isFromOne: $0.isFromOne).rawValue) } : nil
                    ),
                    ("frames", .array(closingFrames.map { .number($0) })))
            ),
            ("from_client", client.json(peer: server, end: course.last)),
            ("from_server", server.json(peer: client, end: course.last)), ("tls", tls.json),
            ("diagnoses", .array(findings.map(\.json))))
    }

    private var clientHasOpened: Bool {
        (course.syns.first { !$0.acknowledges }?.isFromOne ?? clientIsOne) == clientIsOne
    }

    private var firstToClose: String? {
        if course.closers.areBoth { return "both" }
        return course.closers.first.map { side(isFromOne: $0).rawValue }
    }
}

extension NetworkSocket {
    /// The socket for programs.
    package var json: JSON { .members(("address", .string("\(address)")), ("port", .number(port))) }
}

extension Direction {
    /// The direction for programs.
    ///
    /// - Parameters:
    ///   - peer: the other direction.
    ///   - end: the time of the connection's last frame.
    func json(peer: Direction, end: Int64) -> JSON {
        let shut = zeroWindowTime + (shutSince.map { max(0, end - $0) } ?? 0)
        let missing = missingOctets
        return .members(
            ("segments", .number(segments)), ("data_segments", .number(dataSegments)), ("octets", .number(octets)),
            ("distinct_octets", .number(distinctOctets)), ("missing_octets", .number(max(0, missing))),
            ("largest_segment", .number(largestSegment)),
            (
                "retransmissions",
                .object(
                    [JSON.Member("total", .number(sentAgain))]
                        + Again.allCases.map { JSON.Member($0.rawValue, .number(again[$0] ?? 0)) }
                        + [JSON.Member("needless", .number(needless))])
            ),
            ("retransmitted_octets", .number(octetsAgain)), ("out_of_order", .number(outOfOrder.count)),
            ("network_duplicates", .number(networkDuplicates.count)),
            ("capture_duplicates", .number(captureDuplicates.count)), ("duplicate_acks", .number(duplicateACKs)),
            ("dsacks", .number(dsacks.count)), ("keep_alives", .number(keepAlives.count)),
            ("window_probes", .number(windowProbes.count)), ("zero_windows", .number(zeroWindows.count)),
            ("zero_window_us", .number(shut)),
            (
                "window",
                leastWindow.map { .members(("min", .number($0)), ("max", .number(mostWindow ?? $0))) }
            ),
            ("in_flight_max", .number(inFlightMost)),
            (
                "rtt",
                roundTrips.mean.map {
                    .members(
                        ("min_us", .number(roundTrips.least)), ("mean_us", .number($0)),
                        ("max_us", .number(roundTrips.most)), ("samples", .number(roundTrips.count)))
                }
            ), ("wrong_checksums", .number(wrongChecksums.count + pseudoHeaderSums.count)),
            ("resets", .number(resets.count)),
            (
                "ttl",
                timeToLive.map { .members(("min", .number($0.lowerBound)), ("max", .number($0.upperBound))) }
            ), ("options", synOptions.map { $0.json(kinds: optionKinds) }))
    }
}

extension SeenOptions {
    /// The options of a SYN for programs.
    fileprivate func json(kinds: [UInt8]) -> JSON {
        .members(
            ("mss", maximumSegmentSize.map { .number($0) }), ("window_scale", windowScale.map { .number($0) }),
            ("sack", .bool(permitsSACK)), ("timestamps", .bool(timestamps != nil)), ("fast_open", .bool(hasFastOpen)),
            ("multipath", .bool(hasMultipath)), ("kinds", .array(kinds.map { .number($0) })))
    }
}

extension Finding {
    /// The finding for programs.
    package var json: JSON { .object(members) }

    private var members: [JSON.Member] {
        JSON.Member.list(
            ("code", .string(code)), ("severity", .string(severity.rawValue)),
            ("certainty", .string(certainty.rawValue)), ("whose", .string(whose.rawValue)),
            ("frames", .array(frames.frames.map { .number($0) })), ("count", .number(frames.count)),
            ("evidence", .object(diagnosis.evidence.map { JSON.Member($0.name, .number($0.value)) })),
            ("says", .string(diagnosis.english)), ("causes", .array(diagnosis.englishCauses.map { .string($0) })),
            ("check_next", .string(diagnosis.englishNext)), ("cite", .string("\(diagnosis.cite)")),
            ("filter", diagnosis.filter.isEmpty ? nil : .string(diagnosis.filter)),
            ("explained_by", explainedBy.map { .string($0) }))
    }

    /// The same with the connections that have it.
    func json(connections: [Int], count: Int) -> JSON {
        .object(
            members.map { $0.name == "count" ? JSON.Member("count", .number(count)) : $0 }
                + [JSON.Member("connections", .array(connections.map { .number($0) }))])
    }
}
