import Simulator
import TLSSim
import Trace

/// TLSs that break one rule outside their state machine. A rule inside the state machine is a switch of a configuration, which only this
/// package can set. No command that speaks with a real network can select them.
package enum CarelessTLS {
    /// WRONG: TLS takes the end of the transport for the end of the stream, with or without close_notify (against RFC 5246 section 7.2.1).
    package static let endIsWhole: TLSVariant = { end, input in
        input == .transportEnded ? [.peerClosed] : end.take(input)
    }

    /// WRONG: TLS notices an end without close_notify, and does not tell the program about it.
    static let truncationIsSilent: TLSVariant = { end, input in
        let outputs = end.take(input)
        guard input == .transportEnded else { return outputs }
        return outputs.filter { if case .failed = $0 { false } else { true } } + [.peerClosed]
    }
}
