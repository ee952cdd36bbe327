import PKI
import Trace

@testable import TLSSim

/// A conversation of a pair, as far as it has come. Being a value, it can be kept before a flight arrives, and go on from there in
/// as many ways as one likes.
struct Exchange {
    /// May change a flight, by its number and sender, before it is delivered.
    typealias Tamper = (_ flight: Int, _ from: Principal, _ octets: [UInt8]) -> [UInt8]

    /// What one side is about to take.
    private struct Step {
        let principal: Principal
        var input: Input
        /// The flight that arrives, if one does.
        var flight: Int?
    }

    private(set) var pair: Pair
    private(set) var outcome = Pair.Outcome()
    private var queue = [Step(principal: .client, input: .start)]
    private var hasEnded = false

    init(_ pair: Pair) { self.pair = pair }

    /// The flight that arrives next; nil if something else happens before.
    var arriving: Int? { queue.first?.flight }

    /// Changes the flight that arrives next.
    mutating func deliver(_ octets: [UInt8]) {
        guard arriving != nil else { return }
        queue[0].input = .bytes(octets)
    }

    /// The exchange as it stands before each of its flights arrives, the flight's octets with it.
    static func flights(of pair: Pair) async -> [(flight: Int, octets: [UInt8], before: Exchange)] {
        var found: [(flight: Int, octets: [UInt8], before: Exchange)] = []
        var exchange = Exchange(pair)
        while !exchange.queue.isEmpty {
            if let flight = exchange.arriving {
                found.append((flight, exchange.outcome.flights[flight].octets, exchange))
            }
            await exchange.step { _, _, octets in octets }
        }
        return found
    }

    /// Goes on until nothing more happens.
    mutating func finish(_ tamper: Tamper = { _, _, octets in octets }) async {
        while !queue.isEmpty { await step(tamper) }
    }

    private mutating func step(_ tamper: Tamper) async {
        let step = queue.removeFirst()
        let (principal, peer): (Principal, Principal) =
            step.principal == .client ? (.client, .server) : (.server, .client)
        let outputs = pair.handle(step.input, by: principal)
        outcome.outputs[principal, default: []] += outputs
        var judged: [Step] = []
        for output in outputs {
            switch output {
            case .bytes(let octets):
                let flight = outcome.flights.count
                outcome.flights.append((principal, octets))
                queue.append(Step(principal: peer, input: .bytes(tamper(flight, principal, octets)), flight: flight))
            case .judge(let chain):
                if let verdict = await pair.judge(chain, for: principal) {
                    judged.append(Step(principal: principal, input: .verdict(verdict)))
                }
            case .established:
                outcome.established.insert(principal)
                if principal == .client { queue.append(Step(principal: .client, input: .send(Array("ping".utf8)))) }
            case .plaintext(let octets):
                outcome.plaintext[principal, default: []] += octets
                queue.append(
                    principal == .server
                        ? Step(principal: .server, input: .send(Array("pong".utf8)))
                        : Step(principal: .client, input: .close))
            case .peerClosed: queue.append(Step(principal: principal, input: .close))
            case .failed(let error, let alert):
                outcome.errors[principal] = error
                outcome.alerts[principal] = alert
                queue.append(Step(principal: peer, input: .transportEnded))
            default: break
            }
        }
        queue = judged + queue
        // Whoever is still waiting when nothing more will come is told that the other side has gone.
        if queue.isEmpty, !hasEnded {
            hasEnded = true
            queue = [.client, .server].map { Step(principal: $0, input: .transportEnded) }
        }
    }
}

extension Pair {
    /// What the judge of `principal` says of the other side's chain.
    fileprivate func judge(_ chain: [[UInt8]], for principal: Principal) async -> Verdict? {
        guard principal == .client else {
            if let clientVerdict { return clientVerdict }
            return await Fixture.judge(client: chain, pki)
        }
        return chain == pki.identity.chain ? verdict : await Fixture.judge(chain, pki)
    }
}
