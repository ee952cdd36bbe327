import TestSupport
import Testing

/// Our TCP against Linux's, over a device, in real time: the last word on whether it is one.
@Suite(
    .serialized, .enabled(if: LiveNetwork.obstacle == nil, Comment(rawValue: LiveNetwork.obstacle ?? "")))
struct LiveTests {
    /// A wire, as the program's options.
    enum Weather: String, CaseIterable, CustomTestStringConvertible {
        case fair
        case foul

        var options: [String] {
            switch self {
            case .fair: []
            case .foul:
                ["--loss", "0.02", "--duplicate", "0.02", "--reorder", "0.05", "--corrupt", "0.01", "--seed", "7"]
            }
        }

        var testDescription: String { rawValue }

        /// Checks that the wire was as bad as it should be, and no worse.
        func check(_ trace: String) {
            for mark in ["(lost)", "(damaged)", "(twice)", "(dropped: "] {
                #expect(trace.contains(mark) == (self == .foul), "\(mark)")
            }
        }
    }

    /// Nothing is left over, on our side nor on the kernel's. Only who has closed first may still wait in TIME-WAIT, and ours
    /// has waited.
    ///
    /// In foul weather a copy of the last acknowledgment may reach a side that is CLOSED by then and answers with a reset, which
    /// ends TIME-WAIT early (RFC 1337). No other reset is in order.
    private func checkEnd(
        _ facts: LiveNetwork.Facts, count: Int, kernelClosedFirst: Bool, _ weather: Weather = .fair
    ) {
        #expect(facts.status == 0)
        #expect(facts.failures == [])
        #expect(facts.stderr.contains("\n\(count) connection\(count == 1 ? "" : "s"): \(count) ended in good order. "))
        #expect(facts.stderr.contains("\nLeft over: none.\n"))
        let waiting = kernelClosedFirst ? Array(repeating: "TIME-WAIT", count: count) : []
        #expect(facts.kernel == waiting || (weather == .foul && facts.kernel == []))
        let lines = facts.stderr.split(separator: "\n")
        for (index, line) in lines.enumerated() where line.contains("RST") {
            let isOver = lines[..<index].contains { $0.contains(" TIME-WAIT ") || $0.contains(" LAST-ACK ") }
            #expect(weather == .foul && isOver && line.contains(" CLOSED "), "\(line)")
        }
    }

    @Test(arguments: Weather.allCases)
    func weServeAndTheKernelClosesFirst(_ weather: Weather) async throws {
        try await TemporaryDirectory.use { directory in
            let octets = LiveNetwork.megabyte(seed: 1)
            try directory.write(octets, to: "kernel")
            let facts = try await LiveNetwork.play(
                "echo", in: directory, ["--echo", "7", "--connections", "1"] + weather.options)
            checkEnd(facts, count: 1, kernelClosedFirst: true, weather)
            weather.check(facts.stderr)
            #expect(try directory.read("received-0") == octets)
            #expect(facts.stderr.contains("LAST-ACK") && !facts.stderr.contains("TIME-WAIT"))
        }
    }

    @Test(arguments: Weather.allCases, [true, false])
    func weConnect(_ weather: Weather, kernelClosesFirst: Bool) async throws {
        try await TemporaryDirectory.use { directory in
            let (theirs, ours) = (LiveNetwork.megabyte(seed: 2), LiveNetwork.megabyte(seed: 3))
            try directory.write(theirs, to: "kernel")
            let file = try directory.write(ours, to: "ours")
            let facts = try await LiveNetwork.play(
                kernelClosesFirst ? "serve-closing-first" : "serve", in: directory,
                ["--connect", "10.9.0.1:8000", "--sendfile", file] + (kernelClosesFirst ? ["--close-last"] : [])
                    + weather.options)
            checkEnd(facts, count: 1, kernelClosedFirst: kernelClosesFirst, weather)
            weather.check(facts.stderr)
            #expect(try directory.read("received-0") == ours)
            #expect(try directory.read("stdout") == theirs)
            #expect(facts.stderr.contains("TIME-WAIT") == !kernelClosesFirst)
        }
    }

    @Test func eightConnectionsAtOnce() async throws {
        try await TemporaryDirectory.use { directory in
            let octets = Array(LiveNetwork.megabyte(seed: 4).prefix(200_000))
            try directory.write(octets, to: "kernel")
            // With fewer served at once than there are: the others wait, and have their turn.
            let facts = try await LiveNetwork.play(
                "echoes", in: directory, ["--echo", "7", "--connections", "8", "--limit", "3", "--quiet"])
            checkEnd(facts, count: 8, kernelClosedFirst: true)
            #expect(facts.received == 8)
            for number in 0..<8 { #expect(try directory.read("received-\(number)") == octets, "\(number)") }
        }
    }

    @Test func aPageForCurl() async throws {
        try await TemporaryDirectory.use { directory in
            let facts = try await LiveNetwork.play(
                "curl", in: directory, ["--http", "80", "--connections", "1", "--pcap", directory.path(of: "own")])
            #expect(facts.curl == 0)
            #expect(facts.status == 0)
            // Which of the two closes first is a race.
            #expect(facts.kernel.allSatisfy { $0 == "TIME-WAIT" })
            #expect(facts.stderr.contains("\nLeft over: none.\n"))

            // The page tells the numbers that were on the wire.
            let page = String(decoding: try directory.read("received-0"), as: UTF8.self)
            let numbers = try await Capture.fields(
                directory.path(of: "device.pcapng"), ["tcp.seq_raw"], "tcp.flags.syn == 1")
            #expect(numbers.count == 2)
            for (name, number) in zip(["IRS", "ISS"], numbers) {
                #expect(
                    page.contains { $0.isNewline }
                        && page.split(separator: "\n").contains { line in
                            line.contains(name) && line.hasSuffix(" \(number)")
                        }, "\(name) \(number)")
            }
            #expect(page.contains("State                        ESTABLISHED\n"))
        }
    }

    /// Wireshark, which has captured the device from outside, finds nothing wrong with a single segment of ours, and our own
    /// capture has the same segments in the same order.
    @Test func wiresharkFindsNothingWrong() async throws {
        try await TemporaryDirectory.use { directory in
            try directory.write(LiveNetwork.megabyte(seed: 5), to: "kernel")
            let own = directory.path(of: "own.pcapng")
            let facts = try await LiveNetwork.play(
                "echo", in: directory, ["--echo", "7", "--connections", "1", "--quiet", "--pcap", own])
            checkEnd(facts, count: 1, kernelClosedFirst: true)

            let device = directory.path(of: "device.pcapng")
            let ours = try await Capture.fields(
                device, ["tcp.checksum.status", "ip.checksum.status"], "ip.src == 10.9.0.2")
            #expect(ours.count > 700)
            // 1 is good.
            #expect(Set(ours) == ["1\t1"])
            #expect(
                try await Capture.fields(device, ["frame.number"], "_ws.malformed || _ws.expert.severity == error")
                    == [])

            let shape = ["tcp.srcport", "tcp.seq_raw", "tcp.ack_raw", "tcp.flags", "tcp.len", "tcp.window_size_value"]
            for source in ["10.9.0.1", "10.9.0.2"] {
                let filter = "ip.src == \(source)"
                #expect(
                    try await Capture.fields(device, shape, filter) == Capture.fields(own, shape, filter), "\(source)")
            }
        }
    }

    @Test(arguments: ["interrupt", "terminate"])
    func aProgramThatIsToEndResetsWhatIsOpen(_ how: String) async throws {
        try await TemporaryDirectory.use { directory in
            let facts = try await LiveNetwork.play(how, in: directory, ["--echo", "7"])
            #expect(facts.echoed == "still here?")
            #expect(facts.after == "reset")
            #expect(facts.status == 0)
            #expect(facts.kernel == [])
            #expect(facts.stderr.hasSuffix("\nLeft over: none.\n"))
        }
    }

    @Test func aRefusedConnectionIsAFailure() async throws {
        try await TemporaryDirectory.use { directory in
            let facts = try await LiveNetwork.play("refused", in: directory, ["--connect", "10.9.0.1:8001"])
            #expect(facts.status == 1)
            #expect(facts.stderr.hasSuffix("Error: 10.9.0.1:8001: connection refused\n"))
            #expect(facts.kernel == [])
        }
    }

    /// A host without an answer: the SYN is sent twice, and the connection is given up.
    @Test func aServerThatDoesNotAnswerIsExitStatus4() async throws {
        try await TemporaryDirectory.use { directory in
            let facts = try await LiveNetwork.play(
                "refused", in: directory, ["--connect", "10.9.0.9:8001", "--retries", "1"])
            #expect(facts.status == 4)
            #expect(facts.stderr.split(separator: "\n").count { $0.contains("<CTL=SYN> -->") } == 2)
            #expect(facts.stderr.hasSuffix("Left over: none.\nError: 10.9.0.9:8001: the other side does not answer\n"))
        }
    }

    /// A client that is gone: its data is sent back three times, and the connection is given up.
    @Test func aClientThatVanishesIsExitStatus4() async throws {
        try await TemporaryDirectory.use { directory in
            let facts = try await LiveNetwork.play(
                "vanish", in: directory, ["--echo", "7", "--connections", "1", "--retries", "2"])
            #expect(facts.status == 4)
            #expect(facts.stderr.split(separator: "\n").count { $0.contains("<DATA=11> -->") } == 3)
            let tally = "\n1 connection: 0 ended in good order, 1 failed: the other side does not answer."
            #expect(facts.stderr.contains(tally))
            #expect(facts.stderr.hasSuffix("\nLeft over: none.\n"))
        }
    }

    /// tshark recognizes the probes and their answers. Each probe comes a second after the last sign of life.
    @Test func aSilentClientIsAskedWhetherItIsStillThere() async throws {
        try await TemporaryDirectory.use { directory in
            let facts = try await LiveNetwork.play(
                "silent", in: directory,
                ["--echo", "7", "--connections", "1", "--keep-alive", "1s", "--pcap", directory.path(of: "own")])
            checkEnd(facts, count: 1, kernelClosedFirst: true)
            let device = directory.path(of: "device.pcapng")
            let probes = try await Capture.fields(
                device, ["tcp.len", "frame.time_delta"], "ip.src == 10.9.0.2 && tcp.analysis.keep_alive")
            #expect(probes.count >= 2)
            for probe in probes {
                let values = probe.split(separator: "\t")
                #expect(values.first == "0" && (Double(values.last ?? "") ?? 0) > 0.9, "\(probe)")
            }
            let answers = try await Capture.fields(
                device, ["frame.number"], "ip.src == 10.9.0.1 && tcp.analysis.keep_alive_ack")
            #expect(answers.count == probes.count)
        }
    }

    @Test(arguments: [
        ("tun9", "Error: There is no device tun9. Make it with"), ("lo", "Error: The device lo is not a TUN device"),
        ("a/b", "Error: \"a/b\" cannot be a device's name"),
    ])
    func aDeviceThatWillNotDo(device: String, message: String) async throws {
        try await TemporaryDirectory.use { directory in
            let facts = try await LiveNetwork.play("idle", in: directory, ["--echo", "7"], device: device)
            #expect(facts.status == 1)
            #expect(facts.stderr.hasPrefix(message))
        }
    }
}

/// Whoever asks for the live tests by name must not see them skipped.
@Suite struct LiveDemandTests {
    @Test(.enabled(if: LiveNetwork.isDemanded, "HANDSHAKESIM_LIVE is not 1"))
    func theNetworkThatIsAskedForIsThere() {
        #expect(LiveNetwork.obstacle == nil)
    }
}

/// What tshark says about a capture.
enum Capture {
    /// The values of these fields, separated by tabs, of each packet that the filter lets through.
    static func fields(_ file: String, _ names: [String], _ filter: String) async throws -> [String] {
        let checks = ["-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]
        let text = try await Tool.output(
            "tshark", ["-n", "-r", file, "-Y", filter, "-T", "fields"] + names.flatMap { ["-e", $0] } + checks)
        return text.split(separator: "\n").map(String.init)
    }
}
