import Trace

/// How often something has to cross the wire and come back, measured in the virtual time of a run.
package struct RoundTrips: Hashable, Sendable {
    /// From ClientHello to the first application data of the client.
    package let beforeRequest: Int
    /// The same from the SYN on.
    package let withTCP: Int
    /// From ClientHello until the client has the first octets of the answer.
    package let untilAnswer: Int

    /// Those of a visit over a wire that delays each packet by the same time; nil if the visit has not got so far.
    init?(_ journal: Journal) {
        var departures: [Int: Instant] = [:]
        var syn: Instant?
        var hello: Instant?
        var request: Instant?
        var answer: Instant?
        var latency: Int64?
        for event in journal.events {
            switch event.kind {
            case .sent(let packet, _):
                departures[packet.number] = event.at
                if syn == nil { syn = event.at }
            case .received(let packet, _):
                guard latency == nil, let departure = departures[packet.number] else { break }
                latency = event.at.microseconds - departure.microseconds
            case .wrote(let message) where event.who == .client:
                if message.step == "tls.client_hello", hello == nil { hello = event.at }
                if message.step == ComparedMessage.data, request == nil { request = event.at }
            case .read(let message) where event.who == .client && message.step == ComparedMessage.data:
                if answer == nil { answer = event.at }
            default: break
            }
        }
        guard let latency, latency > 0, let syn, let hello, let request, let answer else { return nil }
        func trips(_ from: Instant, _ to: Instant) -> Int {
            Int((to.microseconds - from.microseconds + latency) / (2 * latency))
        }
        beforeRequest = trips(hello, request)
        withTCP = trips(syn, request)
        untilAnswer = trips(hello, answer)
    }
}
