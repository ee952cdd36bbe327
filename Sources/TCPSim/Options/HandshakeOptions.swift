import Trace

/// The options that are in use, because both SYNs have offered them.
struct AgreedOptions: Hashable, Sendable {
    /// The shifts of the windows; nil unless both sides have offered scaling.
    var windowScale: WindowScale?
    /// Whether both sides have permitted SACK.
    var usesSACK = false
    /// The state of the timestamps; nil unless both sides send them.
    var timestamps: Timestamps?

    // A shift is at most 14. So the masking shifts, `&<<` and `&>>`, give the same as `<<` and `>>`, without a check.

    /// By how many bits the windows that arrive are shifted left.
    var sendShift: Int { windowScale?.send ?? 0 }
    /// By how many bits the windows that we announce are shifted right.
    var receiveShift: Int { windowScale?.receive ?? 0 }
    /// The octets that timestamps take in each segment, padding included; 0 if timestamps are not in use.
    var timestampsLength: Int { timestamps == nil ? 0 : Connection.timestampsLength }
}

/// The SYNs of a connection, and the options that they offer and agree on.
///
/// An option that only one side offers is not used. The MSS option is different: it is not negotiated, each side states its
/// limit.
extension Connection {
    mutating func sendSYN(_ turn: inout Turn) {
        var syn = segment(.syn, at: turn.now)
        syn.options = [.maximumSegmentSize(configuration.mss)]
        if configuration.selectiveAcknowledgment { syn.options.append(.selectiveAcknowledgmentPermitted) }
        if let clock = configuration.timestamps {
            syn.options.append(.timestamps(value: clock.value(at: turn.now), echo: 0))
        }
        if let shift = offeredShift { syn.options += [.noOperation, .windowScale(shift)] }
        if syn.options.count > 1 {
            turn.note(
                .option(
                    .offered(
                        shift: offeredShift, timestamps: configuration.timestamps != nil,
                        sack: configuration.selectiveAcknowledgment)))
        }
        let (iss, mss) = (sending.initial, configuration.mss)
        transmit(syn, explained: .opening(.syn(iss: iss, mss: mss)), &turn)
    }

    /// Sends the SYN,ACK. It offers only options that the other side's SYN has offered (RFC 7323 1.3).
    mutating func sendSYNACK(_ turn: inout Turn) {
        var synack = segment([.syn, .ack], at: turn.now)
        synack.sequence = sending.initial
        synack.options = [.maximumSegmentSize(configuration.mss)]
        if usesSACK { synack.options.append(.selectiveAcknowledgmentPermitted) }
        if let timestamps = tcb.options.timestamps {
            synack.options.append(
                .timestamps(value: timestamps.clock.value(at: turn.now), echo: timestamps.recent))
        }
        if tcb.options.windowScale != nil, let shift = offeredShift {
            synack.options += [.noOperation, .windowScale(shift)]
        }
        let (iss, irs, crossed) = (sending.initial, receiving.initial, !openedPassively)
        transmit(synack, explained: .opening(.synAck(iss: iss, irs: irs, crossed: crossed)), &turn)
    }

    /// The least MSS that is taken for true. An MSS of 0 would stop the connection, and no network has a smaller MTU than 68 (RFC 791 3.2).
    static let leastMSS = 28

    /// Takes from a SYN the other side's initial sequence number, its MSS, and the options that it offers.
    mutating func synchronize(with syn: Segment, _ turn: inout Turn) {
        agreeOnOptions(syn, &turn)
        tcb.receiving = ReceiveSequenceSpace(initial: syn.sequence, window: freeReceiveBuffer())
        turn.note(
            .opening(.synArrived(irs: syn.sequence, data: syn.payload.count, answersOurs: syn.control.contains(.ack))))
        let announced = max(Self.leastMSS, Int(syn.maximumSegmentSize ?? UInt16(TransmissionControlBlock.defaultMSS)))
        let limit = min(announced, Int(configuration.mss))
        // The MSS includes the octets of options (RFC 6691), and every segment carries timestamps.
        tcb.agreedSendMSS = max(1, limit - tcb.options.timestampsLength)
        adaptSegmentSize()
        let (own, effective) = (configuration.mss, effectiveSendMSS)
        let octets = tcb.options.timestampsLength
        turn.note(
            .opening(
                .maximumSegmentSize(
                    own: own, announced: syn.maximumSegmentSize, options: octets, effective: effective)))
        let agreed = tcb.options
        if agreed != AgreedOptions() {
            turn.note(
                .option(
                    .agreed(
                        scale: agreed.windowScale, timestamps: agreed.timestamps != nil, sack: agreed.usesSACK)))
        }
    }

    /// Sets the timestamp of a SYN that is sent again to the present time. With the old timestamp its echo would give a wrong
    /// round-trip time.
    func restamp(_ options: inout [SegmentOption], at now: Instant) {
        guard let clock = configuration.timestamps else { return }
        for (index, option) in options.enumerated() {
            guard case .timestamps(_, let echo) = option else { continue }
            options[index] = .timestamps(value: clock.value(at: now), echo: echo)
        }
    }

    private mutating func agreeOnOptions(_ syn: Segment, _ turn: inout Turn) {
        tcb.options = AgreedOptions()
        for option in syn.options {
            switch option {
            case .windowScale(let shift):
                guard let own = offeredShift else { break }
                tcb.options.windowScale = WindowScale(
                    send: Int(min(shift, WindowScale.maximum)), receive: Int(own))
            case .selectiveAcknowledgmentPermitted: tcb.options.usesSACK = configuration.selectiveAcknowledgment
            case .timestamps(let value, _):
                tcb.options.timestamps = configuration.timestamps.map {
                    Timestamps(clock: $0, recent: value, at: turn.now)
                }
            case .noOperation, .maximumSegmentSize, .selectiveAcknowledgment, .other, .malformed: break
            }
        }
    }
}
