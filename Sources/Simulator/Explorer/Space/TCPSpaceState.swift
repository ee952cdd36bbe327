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
    struct State: Hashable, Sendable {
        var packed: PackedState

        /// How many queues and how many allowances have numbers.
        static let queues = 1 << 24
        static let allowances = 1 << 16

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

        /// The number of what the bounds still allow; in a sequel, its marks.
        var allowance: UInt16 {
            get { UInt16(truncatingIfNeeded: packed.low) }
            set { packed.low = packed.low & ~0xffff | UInt64(newValue) }
        }
    }

    /// What the bounds still allow.
    struct Allowance: Hashable, Sendable {
        var left: Bounds
        /// Whether the old SYN is still under way, for as long as it likes.
        var hasOldSYN: Bool

        /// What can be used up.
        enum Item: Int, CaseIterable {
            case loss, duplicate, reorder, timeout, forged, oldSYN

            var bit: UInt8 { 1 << UInt8(rawValue) }
        }

        func has(_ item: Item) -> Bool {
            switch item {
            case .loss: left.loss > 0
            case .duplicate: left.duplicate > 0
            case .reorder: left.reorder > 0
            case .timeout: left.timeouts > 0
            case .forged: left.forged > 0
            case .oldSYN: hasOldSYN
            }
        }

        func without(_ item: Item) -> Allowance {
            var rest = self
            switch item {
            case .loss: rest.left.loss -= 1
            case .duplicate: rest.left.duplicate -= 1
            case .reorder: rest.left.reorder -= 1
            case .timeout: rest.left.timeouts -= 1
            case .forged: rest.left.forged -= 1
            case .oldSYN: rest.hasOldSYN = false
            }
            return rest
        }
    }

    /// The state of the connection of `peer` in `state`.
    public func state(of peer: Peer, in state: PackedState) -> TCPSim.State { memory[State(state)[peer]].state }
}
