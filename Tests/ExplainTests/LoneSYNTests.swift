import Capture
import TestSupport
import Testing
import Trace

@testable import Explain

/// Connections that are a SYN alone are told by a pattern. Not an octet of the document differs from one in which each is told by itself.
@Suite
struct LoneSYNTests {
    /// The document, the gravest connections, and how many were told by a pattern.
    private static func document(
        _ file: [UInt8], sharing: Bool, mostLive: Int
    ) throws -> (text: [UInt8], gravest: [Int], shared: Int) {
        var options = Explainer.Options()
        (options.sharesSYNs, options.mostLive) = (sharing, mostLive)
        var capture = ExplainedCapture(Explainer(options))
        var (tally, gravest, document, shared) = (DiagnosisTally(), GravestConnections(), ExplanationDocument(), 0)
        try capture.take(file)
        try capture.take([])
        while true {
            let outputs = capture.takeOutputs()
            for output in outputs {
                switch output {
                case .connection(let ended):
                    tally.take(ended)
                    gravest.take(ended)
                    document.add(ended)
                case .loneSYN(let syn, let pattern):
                    tally.take(syn, pattern)
                    gravest.take(syn, pattern)
                    document.add(syn, pattern)
                    shared += 1
                case .closed, .frame, .late, .setAside: break
                }
            }
            if outputs.isEmpty { break }
        }
        document.end(Explain.Explanation(names: ["capture"], capture, tally: tally))
        return (document.take(), gravest.numbers, shared)
    }

    /// Lines of SYNs of many kinds, with some answers, repetitions and used ports between them.
    private static func lines(_ random: inout SplitMix64) -> String {
        func pick<T>(_ choices: [T]) -> T { choices[Int(random.next() % UInt64(choices.count))] }
        let hosts = random.next() % 2 == 0 ? ["A"] : ["A", "B", "D", "E"]
        let ports = random.next() % 2 == 0 ? 40_000...40_199 : 1...60_000
        var time = 1
        var lines: [String] = []
        for _ in 0..<120 {
            time += pick([0, 1, 30, 400])
            let client = "\(pick(hosts)):\(ports.lowerBound + Int(random.next() % UInt64(ports.count)))"
            let server = pick(["S", "S", "S:80", "T:25", "T:22"])
            var syn = "\(time) \(client) > \(server) SYN win \(pick([64_240, 1_024, 0])) ttl \(pick([64, 128]))"
            syn += " mss \(pick([1_460, 1_400])) isn \(random.next() % 1_000_000)"
            for option in ["sackok", "wscale 7", "ts \(random.next() % 1_000_000 + 2)"] where random.next() % 2 == 0 {
                syn += " " + option
            }
            let rare = [" len 3", " bad", " pseudo", " ece", " ce", " urg", " tfo 8", " ack 5", " cut 44"]
            if random.next() % 8 == 0 { syn += pick(rare) }
            lines.append(syn)
            switch random.next() % 16 {
            case 0: lines.append("\(time + 1) \(server) > \(client) RST,ACK")
            case 1: lines.append("\(time + 1) \(server) > \(client) SYN,ACK")
            case 2: lines.append("\(time + 1) again")
            default: break
            }
        }
        return lines.joined(separator: "\n")
    }

    @Test func aPatternTellsWhatEachWouldTell() throws {
        var shared = 0
        forEachSeed(12) { seed, random in
            let script = CaptureScript(Self.lines(&random))
            // Some files have no times: each is 0.
            let timeless = PcapFile.header() + script.packets.flatMap { PcapFile.record($0.frame) }
            let file = seed % 5 == 0 ? timeless : script.file
            let mostLive = seed % 3 == 0 ? 7 : 100_000
            let one = try Self.document(file, sharing: false, mostLive: mostLive)
            let other = try Self.document(file, sharing: true, mostLive: mostLive)
            #expect(one.shared == 0)
            #expect(String(decoding: one.text, as: UTF8.self) == String(decoding: other.text, as: UTF8.self))
            #expect(one.gravest == other.gravest)
            shared += other.shared
        }
        #expect(shared > 300)
    }

    /// A SYN flood: nearly all of it is told by one pattern.
    @Test func aFloodIsToldByOnePattern() throws {
        let lines = (1...1_000).map { "\($0) \($0 % 2 == 0 ? "A" : "B"):\(1_000 + $0) > S SYN mss 1460 isn \($0 * 77)" }
        let file = CaptureScript((lines + ["9000 A:1 > S SYN"]).joined(separator: "\n")).file
        let result = try Self.document(file, sharing: true, mostLive: 100_000)
        #expect(result.shared == 1_001)
        let whole = try Self.document(file, sharing: false, mostLive: 100_000)
        #expect(whole.text == result.text)
        #expect(String(decoding: result.text, as: UTF8.self).contains("\"code\":\"tcp.syn_flood\""))
    }
}
