import JSONLines
import TestSupport
import Testing
import Trace

/// `tls13 replay`: the traces of RFC 8448 in, line by line.
@Suite struct TLS13ReplayTests {
    private func object(_ members: KeyValuePairs<String, JSON>) -> String {
        JSON.object(members.map { JSON.Member($0.key, $0.value) }).compact
    }

    /// The lines that a trace comes in.
    private func input(_ trace: RFC8448) -> [String] {
        trace.lines.compactMap { line in
            let words = line.words.map(JSON.string)
            switch line.kind {
            case "private": return object(["op": "private", "group": words[1], "value": words[2]])
            case "psk": return object(["op": "psk", "value": words[0]])
            case "public":
                return words[1] == "rsa"
                    ? object(["op": "public", "of": words[0], "kind": "rsa", "n": words[2], "e": words[3]])
                    : object(["op": "public", "of": words[0], "kind": "p256", "point": words[2]])
            default: return nil
            }
        }
            + trace.records.map {
                object(["op": "record", "from": .string($0.side), "octets": .string(hex($0.octets))])
            }
    }

    private func events(_ lines: [String]) throws -> [JSON] {
        var replay = TLS13Replay()
        return try lines.flatMap { try replay.handle(line: $0.utf8).map { try JSON($0.utf8, .flat) } }
    }

    @Test(arguments: 3...7) func aTraceIsToldWithoutAFailure(section: Int) throws {
        let trace = RFC8448.section(section)
        let lines = input(trace)
        let told = try events(lines)
        #expect(told.filter { $0["ev"] == "done" }.count == lines.count)
        #expect(told.last?["ev"] == "done")
        #expect(told.filter { $0["ev"] == "failed" || $0["ev"] == "error" }.isEmpty)
        for line in trace.lines("secret") {
            let named = told.filter { $0["ev"] == "secret" && $0["name"] == .string(line.words[0]) }
            #expect(named.map { $0["value"] } == [.string(line.words[1])], "\(line)")
        }
        for line in trace.lines("message") {
            #expect(
                told.contains {
                    $0["ev"] == "message" && $0["name"] == .string(line.words[1])
                        && $0["octets"] == .string(line.words[2])
                })
        }
        #expect(told.filter { $0["ev"] == "check" }.allSatisfy { $0["ok"] == .bool(true) })
    }

    /// A connection begins anew: nothing of the one before is left.
    @Test func startForgetsEverything() throws {
        let lines = input(RFC8448.section(3))
        let told = try events(lines + [object(["op": "start"])] + lines)
        #expect(told.filter { $0["ev"] == "failed" }.isEmpty)
        #expect(told.filter { $0["ev"] == "check" }.count == 6)
    }

    @Test func aFailureNamesTheAlertAndEndsIt() throws {
        var lines = input(RFC8448.section(3))
        let place = try #require(lines.lastIndex { $0.contains("\"client\"") && $0.contains("1703030043") })
        lines[place] = lines[place].replacing("1703030043a2", with: "1703030043a3")
        let told = try events(lines)
        let failed = told.filter { $0["ev"] == "failed" }
        #expect(failed.map { $0["alert"] } == ["bad_record_mac"])
        let after = try #require(told.firstIndex { $0["ev"] == "failed" })
        #expect(told[(after + 1)...].allSatisfy { $0["ev"] == "done" })
    }

    @Test(arguments: [
        "", "{", "[]", #"{"op":1}"#, #"{"op":"record"}"#, #"{"op":"record","from":"x","octets":""}"#,
        #"{"op":"record","from":"client","octets":"1"}"#, #"{"op":"private","group":"x448","value":"00"}"#,
        #"{"op":"private","group":"x25519","value":"00"}"#, #"{"op":"private","group":"X25519MLKEM768","value":"00"}"#,
        #"{"op":"public","of":"server","kind":"dsa"}"#, #"{"op":"public","of":"server","kind":"p256","point":"04"}"#,
        #"{"op":"psk"}"#,
    ])
    func aLineThatCannotBeUsedIsAnError(line: String) throws {
        let told = try events([line])
        #expect(told.count == 2)
        #expect(told.first?["ev"] == "error")
        #expect(told.last?["ev"] == "done")
    }

    @Test func anUnknownOperationIsUnsupported() throws {
        let told = try events([#"{"op":"dance","x":1}"#])
        #expect(told.first?.compact == #"{"ev":"unsupported","what":"dance"}"#)
    }

    /// No record ends the program, however short or long it is.
    @Test func noRecordIsTooOdd() throws {
        var random = SplitMix64(seed: 13)
        let good = input(RFC8448.section(4))
        for _ in 0..<60 {
            var lines = good
            let place = Int.random(in: 0..<lines.count, using: &random)
            guard let start = lines[place].firstRange(of: "octets\":\"") else { continue }
            var digits = Array(lines[place][start.upperBound...].dropLast(2))
            switch Int.random(in: 0..<3, using: &random) {
            case 0: digits = Array(digits.prefix(2 * Int.random(in: 0...20, using: &random)))
            case 1: digits += "00"
            default: digits[Int.random(in: 0..<digits.count, using: &random)] = "5"
            }
            lines[place] = String(lines[place][..<start.upperBound]) + String(digits) + "\"}"
            #expect(try events(lines).filter { $0["ev"] == "done" }.count == lines.count)
        }
    }
}
