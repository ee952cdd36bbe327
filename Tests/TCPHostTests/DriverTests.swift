import TCPHost
import TCPSim
import Testing
import Trace

/// A driver that only says what it is to do.
private struct Recorder: Driver {
    var said: [String] = []

    private mutating func say(_ words: String, _ note: Note?, _ subject: String) {
        said.append("\(subject) \(words)" + (note.map { " because \($0.subject.step)" } ?? ""))
    }

    mutating func transmit(_ segment: Segment, because note: Note?, for subject: String) {
        say("sends \(segment.control)", note, subject)
    }

    mutating func enter(_ state: State, from: State, because note: Note?, for subject: String) {
        say("enters \(state)", note, subject)
    }

    mutating func arm(_ timer: Connection.Timer, at due: Instant, for subject: String) {
        say("sets \(timer.rawValue) to \(due.microseconds)", nil, subject)
    }

    mutating func disarm(_ timer: Connection.Timer, for subject: String) {
        say("stops \(timer.rawValue)", nil, subject)
    }

    mutating func deliver(_ octets: [UInt8], to subject: String) { say("reads \(octets)", nil, subject) }

    mutating func signal(_ signal: Connection.Signal, to subject: String) { say("hears \(signal)", nil, subject) }

    mutating func remark(_ note: Note, about subject: String) { say("remarks", note, subject) }
}

/// How every driver reads a connection's actions.
@Suite struct DriverTests {
    private let segment = Segment(
        sourcePort: 1, destinationPort: 2, sequence: SequenceNumber(100), control: .syn, window: 1_000)

    @Test func aNoteGoesWithTheSegmentOrTheChangeOfStateAfterIt() {
        var recorder = Recorder()
        let (crossed, cookie) = (Note.opening(.synsCrossed), Note.cookie(.refused(SequenceNumber(7))))
        recorder.perform(
            [
                .note(crossed), .arm(.retransmission, at: Instant(microseconds: 5)), .transmit(segment),
                .entered(.synSent, from: .closed), .note(cookie), .note(crossed),
                .entered(.synReceived, from: .synSent), .disarm(.persist), .note(cookie), .deliver([1]),
                .signal(.readable), .transmit(segment), .note(crossed),
                .signal(.closed),
            ], for: "a")
        let (crossing, refusal) = (crossed.subject.step, cookie.subject.step)
        #expect(
            recorder.said == [
                "a sets retransmission to 5", "a sends SYN because \(crossing)", "a enters SYN-SENT",
                "a remarks because \(refusal)", "a enters SYN-RECEIVED because \(crossing)", "a stops persist",
                "a reads [1]", "a hears readable", "a sends SYN because \(refusal)", "a hears closed",
                "a remarks because \(crossing)",
            ])
    }

    /// What two drivers do about the same actions differs, what they are told does not: a host's events are the notes and the segments in
    /// the order of the actions.
    @Test func aHostTellsANoteWithWhatItExplains() throws {
        let configuration = Connection.Configuration(isn: .forced(SequenceNumber(300)))
        let address = IPv4Address(10, 0, 0, 1)
        var host = Host(Host.Settings(local: address, connection: configuration))
        let remote = Socket(IPv4Address(10, 0, 0, 2), 7)
        try host.connect(0, port: 1_000, to: remote)
        let told = host.takeEvents()

        var connection = Connection(local: Socket(address, 1_000), remote: remote, configuration: configuration)
        var recorder = Recorder()
        recorder.perform(connection.handle(.activeOpen, at: .zero), for: "")
        let words = told.map { event in
            let reason = event.note.map { " because \($0.subject.step)" } ?? ""
            return switch event.kind {
            case .note(let note): "remarks because \(note.subject.step)"
            case .transmit(let segment, _): "sends \(segment.control)\(reason)"
            case .entered(let state, _, _): "enters \(state)\(reason)"
            }
        }
        let expected = recorder.said.filter { !$0.contains("sets") }.map { String($0.dropFirst()) }
        #expect(words == expected && words.contains { $0.hasPrefix("sends SYN because ") })
    }

    @Test func theIdentificationGoesRoundAndBeginsAnew() {
        var identification = Identification()
        #expect((0..<65_535).map { _ in identification.take() } == Array(1...65_535))
        #expect(identification.take() == 0 && identification.next == 1)
    }
}
