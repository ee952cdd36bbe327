import Trace

/// Numbers of round trips, measured in the virtual time of a run.
package struct RoundTrips: Hashable, Sendable {
    /// From ClientHello to the first application data of the client.
    package let beforeRequest: Int
    /// From the SYN to the first application data of the client.
    package let withTCP: Int
    /// From ClientHello until the client has the first octets of the answer.
    package let untilAnswer: Int

    /// The round trips of a visit. The wire must delay each packet by the same time. Nil if the client has received no answer.
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
