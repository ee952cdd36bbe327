import TCPSim
import TLSSim
import Trace

/// Tells applications of events, and carries out their actions.
extension World {
    /// Tells the application of a host of an event, and carries out what it does about it.
    ///
    /// - Parameters:
    ///   - host: the place of the host in ``hosts``.
    ///   - cause: the number of the event in the journal that the actions follow from.
    mutating func tell(_ event: ApplicationEvent, to host: Int, cause: Int) {
        perform(hosts[host].application.handle(event), by: host, cause: cause)
    }

    mutating func perform(_ actions: [ApplicationAction], by host: Int, cause: Int) {
        let who = hosts[host].principal
        for action in actions {
            switch action {
            case .begin(let chapter): chapter.record(in: &journal, at: now, cause: cause)
            case .supply(let secret, let octets):
                journal.record(
                    at: now, who: who, cause: cause, step: "tls.application_data",
                    .learned(secret, .supplied, value: octets))
            case .outputs(let outputs, let then):
                var recorder = OutputRecorder(who: who, at: now, cause: cause)
                for output in outputs {
                    recorder.record(output, in: &journal)
                    if case .bytes(let octets) = output { send(octets, by: host, cause: recorder.cause ?? cause) }
                }
                perform(then, by: host, cause: recorder.cause ?? cause)
            case .pass(let passage):
                let sent = passage.record(in: &journal, at: now, who: who, cause: cause)
                send(passage.octets, by: host, cause: sent ?? cause)
            case .close: call(.close, by: host, cause: cause)
            case .abort: call(.abort, by: host, cause: cause)
            case .later(let prompt, let span):
                schedule.add(.prompt(prompt, to: host, cause: cause), at: now + span)
            case .wait(let octets): request = (octets, now, who, cause)
            case .cue:
                let prompt = Prompt.cut(hosts[host].address, at: hosts[host].nextNumber)
                for observer in hosts.indices where hosts[observer].eye != .offPath {
                    tell(.prompted(prompt), to: observer, cause: cause)
                }
            case .note(let remark, let step):
                journal.record(
                    at: now, who: who, cause: cause, step: step, .remarked(bookkeeping: false), remark: remark)
            // `transmit` has seen to segments that are kept, and a world has no router.
            case .keep, .report: break
            case .send(let segment, let source, let destination, let remark, let step, let cite):
                // A datagram in another host's name has the Identification of that host's next datagram.
                let named = place(of: source) ?? host
                let packet = hosts[named].station.packet(
                    segment, from: source, to: Socket(destination, segment.destinationPort),
                    number: network.packets + 1, by: nil)
                let event = journal.record(
                    at: now, who: who, cause: cause, step: step, .sent(packet, to: principal(at: destination)),
                    remark: remark, cite: cite)
                network.entered(segment, in: event)
                let isFiltered = !hosts[host].mayBear(source)
                if let receiver = place(of: destination), !isFiltered {
                    // The wire's faults and rules do not apply to a forged segment.
                    schedule.add(
                        .arrival(packet, octets: packet.bytes, sentIn: event, at: receiver), at: now + network.latency)
                } else {
                    let lost = journal.recordLoss(
                        of: packet, sentIn: event, at: now,
                        why: isFiltered ? .filtered(source) : .noSuchHost(destination))
                    network.flights.lost(packet.number, in: lost)
                }
            }
        }
    }
}
