import TCPSim

extension TCPSpace {
    /// A state: the numbers of its parts in ``Memory``.
    ///
    /// ```
    ///          63          32 31           0
    ///  high   |    side A    |    side B    |
    ///          63    40 39    16 15        0
    ///  low    |  to A  |  to B  | allowance |
    /// ```
    struct State: NumberedParts {
        var packed: PackedState

        /// How many queues have numbers.
        static let queues = 1 << 24

        init(_ packed: PackedState) { self.packed = packed }

        /// The number of a side.
        subscript(peer: Peer) -> UInt32 {
            get { UInt32(truncatingIfNeeded: peer == .a ? packed.high >> 32 : packed.high) }
            set {
                packed.high =
                    peer == .a
                    ? packed.high & 0xffff_ffff | UInt64(newValue) << 32 : packed.high & ~0xffff_ffff | UInt64(newValue)
            }
        }

        /// The number of the queue of segments that are under way to `peer`, the oldest first.
        func queue(to peer: Peer) -> UInt32 {
            UInt32(truncatingIfNeeded: (peer == .a ? packed.low >> 40 : packed.low >> 16) & 0xff_ffff)
        }

        mutating func setQueue(to peer: Peer, _ queue: UInt32) {
            let shift: UInt64 = peer == .a ? 40 : 16
            packed.low = packed.low & ~(0xff_ffff << shift) | UInt64(queue) << shift
        }

        /// Whether nothing is under way.
        var isQuiet: Bool { packed.low >> 16 == 0 }
    }

    /// The state of the connection of `peer` in `state`.
    package func state(of peer: Peer, in state: PackedState) -> TCPSim.State { memory[State(state)[peer]].state }
}
