import Testing
import Trace

@testable import LiveIO
@testable import TLSSim

@Suite struct RequestTests {
    private func head(_ pieces: [[UInt8]]) -> RequestHead {
        var head = RequestHead()
        for piece in pieces { head.append(piece) }
        return head
    }

    @Test func aRequestIsWholeAtItsEmptyLineHoweverItIsCut() {
        for text in ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\n\n", "HEAD / HTTP/1.0\r\nHost: a\r\n\r\n", "a\n\r\n"] {
            let octets = Array(text.utf8)
            for cut in octets.indices {
                let pieces = [Array(octets[..<cut]), Array(octets[cut...])]
                #expect(head(pieces).progress == .whole)
                #expect(head([pieces[0]]).progress == .unfinished)
            }
        }
        for text in ["", "\r", "\r\n", "GET / HTTP/1.0\r\n", "GET\r\n\r", "GET\r\nx\r\n", "\r\r\r\r"] {
            #expect(head([Array(text.utf8)]).progress == .unfinished, "\(text)")
        }
    }

    /// A client that sends its request octet by octet makes no more work than one that sends it at once.
    @Test func eachOctetOfARequestIsLookedAtOnce() {
        let octets = [UInt8](repeating: UInt8(ascii: "a"), count: RequestHead.limit - 1)
        let slow = head(octets.map { [$0] })
        #expect(slow.progress == .unfinished && slow.examined == octets.count)
        #expect(head([octets]).examined == octets.count)
        // And none after the end, or after the limit.
        let rest = [UInt8](repeating: UInt8(ascii: "b"), count: 1 << 16)
        let endless = head([octets, rest, rest])
        #expect(endless.progress == .tooLong && endless.examined == RequestHead.limit + 1)
        let whole = head([Array("GET / HTTP/1.0\n\n".utf8) + rest, rest])
        #expect(whole.progress == .whole && whole.examined == 16)
    }

    @Test func theServiceAnswersARequestOfRecordsOfOneOctetOnce() {
        var service = TLSService(echoes: false, patience: .seconds(1))
        var actions: [TLSApplicationAction] = []
        for octet in "GET / HTTP/1.0\r\nA: b\r\n\r\n\r\n\r\n".utf8 { actions += service.react(to: .received([octet])) }
        #expect(actions.count == 2 && service.requests == 1)
        guard case .send(let page)? = actions.first else {
            Issue.record("no page")
            return
        }
        #expect(String(decoding: page, as: UTF8.self).hasPrefix("HTTP/1.0 200 OK\r\n"))
        // One that never ends is answered, too.
        var other = TLSService(echoes: false, patience: .seconds(1))
        let endless = other.react(to: .received([UInt8](repeating: 65, count: RequestHead.limit + 1)))
        guard case .send(let refusal)? = endless.first else {
            Issue.record("no answer")
            return
        }
        #expect(String(decoding: refusal, as: UTF8.self).hasPrefix("HTTP/1.0 400 "))
    }

    /// RFC 8446 section 2.3: the answer may follow the server's Finished at once. The end waits, so that the tickets come before it.
    @Test func anEarlyRequestIsAnsweredBeforeTheHandshakeIsComplete() {
        let request = Array("GET / HTTP/1.0\r\n\r\n".utf8)
        let parameters = SecurityParameters(
            .aes128GCM, group: .x25519, applicationProtocol: nil, serverName: nil, psk: .resumption,
            earlyData: .accepted, peer: .anonymous)
        var service = TLSService(echoes: false, patience: .seconds(1))
        let half = service.react(to: .receivedEarly(Array(request.prefix(5)), parameters))
        #expect(half.isEmpty && service.requests == 0)
        let answer = service.react(to: .receivedEarly(Array(request.dropFirst(5)), parameters))
        guard answer.count == 1, case .send(let page)? = answer.first else {
            Issue.record("no page")
            return
        }
        #expect(String(decoding: page, as: UTF8.self).contains("accepted, \(request.count) octets"))
        let end = service.react(to: .established(parameters))
        #expect(end.count == 1 && service.requests == 1)
        if case .close? = end.first {} else { Issue.record("no end") }
        // Where nothing may go out before the client's Finished, the answer waits for it.
        var patient = TLSService(echoes: false, patience: .seconds(1))
        let nothing = patient.react(to: .receivedEarly(request, nil))
        #expect(nothing.isEmpty)
        let both = patient.react(to: .established(parameters))
        #expect(both.count == 2 && patient.requests == 1)
    }
}
