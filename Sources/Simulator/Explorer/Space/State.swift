import TCPSim

extension TCPSpace {
    /// A state as the numbers of its parts in ``Memory``. Of two connections these are the sides and the queues between them. A host that
    /// listens has up to three clients, and each ``Leg`` has one number.
    ///
    /// ```
    ///          63          32 31           0
    ///  high   | A, or leg A1 |      B       |
    ///          63            40 39            16 15        0
    ///  low    | to A, or leg A2 | to B, or leg A3 | allowance |
    /// ```
    struct State: Hashable, Sendable {
        var packed: PackedState

        /// How many queues have numbers, and how many legs. The last leg is left out, so that no state has all bits set.
        static let queues = 1 << 24
        static let legs = 1 << 24 - 1

        init(_ packed: PackedState) { self.packed = packed }

        /// The number of B: of a side, or of a host.
        var b: UInt32 {
            get { UInt32(truncatingIfNeeded: packed.high) }
            set { packed.high = packed.high & ~0xffff_ffff | UInt64(newValue) }
        }

        /// The numbers of the other parts: A, the queue to A and the queue to B, or the legs of the clients.
        subscript(part: Int) -> UInt32 {
            get {
                switch part {
                case 0: UInt32(truncatingIfNeeded: packed.high >> 32)
                case 1: UInt32(truncatingIfNeeded: packed.low >> 40)
                default: UInt32(truncatingIfNeeded: packed.low >> 16) & 0xff_ffff
                }
            }
            set {
                switch part {
                case 0: packed.high = packed.high & 0xffff_ffff | UInt64(newValue) << 32
                case 1: packed.low = packed.low & 0xff_ffff_ffff | UInt64(newValue) << 40
                default: packed.low = packed.low & ~(0xff_ffff << 16) | UInt64(newValue) << 16
                }
            }
        }

        /// The number of what the bounds still allow; in a sequel, its marks.
        var allowance: UInt16 {
            get { UInt16(truncatingIfNeeded: packed.low) }
            set { packed.low = packed.low & ~0xffff | UInt64(newValue) }
        }
    }

    /// A client, and the queues of segments that are under way between it and B, the oldest first, by their numbers. Of two connections A is
    /// the client.
    struct Leg: Sendable {
        /// The side of the client.
        var side: UInt32
        var toClient: UInt32 = 0
        var toB: UInt32 = 0

        /// Whether nothing is under way.
        var isQuiet: Bool { toClient == 0 && toB == 0 }

        /// The queue that leads to `peer`.
        subscript(peer: Peer) -> UInt32 {
            get { peer == .a ? toClient : toB }
            set { if peer == .a { toClient = newValue } else { toB = newValue } }
        }

        /// The leg as a word, by which it gets a number; nil if one of its parts has too high a number for that.
        var word: UInt64? {
            guard side < 1 << 20 - 1, toClient < 1 << 22, toB < 1 << 22 else { return nil }
            return UInt64(side) << 44 | UInt64(toClient) << 22 | UInt64(toB)
        }
    }

    /// The state of the connection at `end` in `state`.
    package func state(of end: End, in state: PackedState) -> TCPSim.State { view(of: end, in: State(state)).state }
}
