import Simulator
import TLSSim
import Trace

/// TLSs that break one rule outside of their states. Rules within the states are switches of the configurations that only this package can
/// reach. No command that speaks with the world outside has a way to them.
package enum CarelessTLS {
    /// WRONG: the end of the transport is the end of the stream, whether close_notify came or not (against RFC 5246 section 7.2.1).
    package static let endIsWhole: TLSVariant = { end, input in
        input == .transportEnded ? [.peerClosed] : end.take(input)
    }

    /// WRONG: an end without close_notify is noticed, and the program is not told of it.
    static let truncationIsSilent: TLSVariant = { end, input in
        let outputs = end.take(input)
        guard input == .transportEnded else { return outputs }
        return outputs.filter { if case .failed = $0 { false } else { true } } + [.peerClosed]
    }
}
