import Testing

@testable import TLSSim

/// What a server remembers of early data (RFC 8446 section 8).
@Suite struct ReplayRegisterTests {
    @Test func theRegisterForgetsWhatCannotComeBack() {
        let hello: (Int64, UInt8) -> TLS13.EarlyHello = { now, number in
            TLS13.EarlyHello(
                binder: [number],
                ticket: TLS13.EarlyHello.TicketUse(octets: [9], issued: 0, lifetime: 1000, claimedAge: UInt32(now)))
        }
        var window = TLS13.ReplayRegister(.window, start: 0)
        for number in 0..<100 {
            let now = Int64(number) * 1000
            let answers = (0..<2).map { _ in window.admits(hello(now, UInt8(number)), at: now) }
            #expect(answers == [true, false])
        }
        #expect(window.count <= 21)
        // A connection that was begun long ago does not turn the clock back.
        let isOldTaken = window.admits(hello(1000, 1), at: 1000)
        #expect(!isOldTaken)
        var once = TLS13.ReplayRegister(.singleUse, start: 0)
        let uses = [once.admits(hello(5000, 1), at: 5000), once.admits(hello(9000, 2), at: 9000)]
        #expect(uses == [true, false])
        // What happened before the register began is not known: neither to a ticket, nor within the window.
        for method in [TLS13.ReplayRegister.Method.singleUse, .window] {
            var young = TLS13.ReplayRegister(method, start: 4000)
            let isTaken = young.admits(hello(5000, 1), at: 5000)
            #expect(!isTaken)
        }
        // A secret from outside TLS has no age: its hellos are remembered for ever.
        var external = TLS13.ReplayRegister(.window, start: 0)
        let answers = [0, 1 << 40].map { external.admits(TLS13.EarlyHello(binder: [1], ticket: nil), at: $0) }
        #expect(answers == [true, false])
    }
}
