import Trace

extension EndedConnection {
    /// The connection for programs. The names of the members belong to the interface.
    package var json: JSON {
        let serverHasOpened = course.openerIsOne == !clientIsOne
        let (sent, answered) =
            serverHasOpened ? (course.toOpener, course.toAnswerer) : (course.toAnswerer, course.toOpener)
        let reset = closing == .reset ? course.resets.first : nil
        return .of(
            ("number", number), ("client", client.socket), ("server", server.socket),
            ("roles_from", rolesFrom.rawValue), ("inside", course.inside.isEmpty ? nil : course.inside.names),
            ("frames", JSON.of(("first", course.firstFrame), ("last", course.lastFrame), ("count", course.frames))),
            ("start_us", course.stamp), ("duration_us", course.hasTimes ? max(0, course.last - course.start) : nil),
            ("vantage", vantage?.rawValue),
            (
                "opening",
                JSON.of(
                    ("how", opening.rawValue), ("rtt_us", course.roundTrip), ("to_server_us", sent),
                    ("to_client_us", answered))
            ),
            (
                "closing",
                JSON.of(
                    ("how", closing.rawValue), ("first", firstToClose),
                    ("by", reset.map { side(isFromOne: $0.isFromOne).rawValue }), ("frames", closingFrames))
            ),
            (
                "times",
                times.map {
                    JSON.of(
                        ("round_trip_us", $0.roundTrip), ("server_us", $0.server), ("client_us", $0.client),
                        ("transfer_us", $0.transfer), ("idle_us", $0.idle))
                }
            ), ("from_client", client.json(peer: server, end: course.last)),
            ("from_server", server.json(peer: client, end: course.last)), ("tls", tls.json), ("http", http),
            ("diagnoses", findings))
    }

    /// The requests and answers of HTTP, and the frames of HTTP/2 that begin one or end something; nil without any.
    private var http: [JSON]? {
        let listed = conversation.tls.http.record.messages.filter(\.isListed).map { message in
            JSON.of(
                ("frame", message.frame), ("from", side(isFromOne: message.isFromOne).rawValue),
                ("what", message.what.legible))
        }
        return listed.isEmpty ? nil : listed
    }

    /// The side that closed first, or "both"; nil without a FIN.
    var firstToClose: String? {
        if course.closers.areBoth { return "both" }
        return course.closers.first.map { side(isFromOne: $0).rawValue }
    }
}

extension NetworkSocket: DocumentValue {
    /// The socket for programs.
    package var json: JSON { .of(("address", "\(address)"), ("port", port)) }
}

extension Direction {
    /// The direction for programs.
    ///
    /// - Parameters:
    ///   - peer: the other direction.
    ///   - end: the time of the connection's last frame, in microseconds since 1970.
    func json(peer: Direction, end: Int64) -> JSON {
        let kinds = Again.allCases.map { JSON.Member($0.rawValue, (again[$0] ?? 0).json) }
        return .of(
            ("segments", segments), ("data_segments", dataSegments), ("octets", octets),
            ("distinct_octets", distinctOctets), ("missing_octets", max(0, missingOctets)),
            ("largest_segment", largestSegment),
            (
                "retransmissions",
                JSON.object([JSON.Member("total", sentAgain.json)] + kinds + [JSON.Member("needless", needless.json)])
            ), ("retransmitted_octets", octetsAgain), ("out_of_order", outOfOrder.count),
            ("network_duplicates", networkDuplicates.count), ("capture_duplicates", captureDuplicates.count),
            ("duplicate_acks", duplicateACKs), ("dsacks", dsacks.count), ("keep_alives", keepAlives.count),
            ("window_probes", windowProbes.count), ("zero_windows", zeroWindows.count),
            ("zero_window_us", zeroWindowTime + (shutSince.map { max(0, end - $0) } ?? 0)),
            ("window", leastWindow.map { JSON.of(("min", $0), ("max", mostWindow ?? $0)) }),
            ("in_flight_max", mostInFlight),
            (
                "rtt",
                roundTrips.mean.map {
                    JSON.of(
                        ("min_us", roundTrips.least), ("mean_us", $0), ("max_us", roundTrips.most),
                        ("samples", roundTrips.count))
                }
            ), ("wrong_checksums", wrongChecksums.count + pseudoHeaderSums.count), ("resets", resets.count),
            ("ttl", timeToLive.map { JSON.of(("min", $0.lowerBound), ("max", $0.upperBound)) }),
            ("options", synOptions.map { $0.json(kinds: optionKinds) }))
    }
}

extension SeenOptions {
    /// The options of a SYN for programs.
    fileprivate func json(kinds: [UInt8]) -> JSON {
        .of(
            ("mss", maximumSegmentSize), ("window_scale", windowScale), ("sack", permitsSACK),
            ("timestamps", timestamps != nil), ("fast_open", hasFastOpen), ("multipath", hasMultipath), ("kinds", kinds)
        )
    }
}

extension Finding: DocumentValue {
    /// The finding for programs.
    package var json: JSON {
        .of(
            ("code", code), ("severity", severity.rawValue), ("certainty", certainty.rawValue),
            ("whose", whose.rawValue), ("whose_certainty", blame.certainty?.rawValue),
            ("whose_because", blame.englishReason), ("frames", frames.frames), ("count", frames.count),
            ("evidence", JSON.object(entry.evidence.map { JSON.Member($0.name, $0.value.json) })),
            ("says", diagnosis.english), ("causes", entry.englishCauses), ("check_next", entry.englishNext),
            ("cite", "\(entry.cite)"), ("filter", filter),
            ("explained_by", explainedBy))
    }

}

extension DiagnosisTally.Entry {
    /// The code for programs. Its certainties hold for all of its connections, `count` is their number, and `connection` is the one whose
    /// frames, figures and sentence stand there.
    var json: JSON {
        var finding = finding
        finding.weaken(to: weakest)
        let members = (finding.json.members ?? []).map { member in
            member.name == "count" ? JSON.Member("count", count.json) : member
        }
        let places = JSON.Member.list(
            ("connection", finding.connection?.json), ("connections", connections.sorted().json))
        return .object(members + places)
    }
}
