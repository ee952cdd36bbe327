import TCPSim

extension TCPSpace {
    /// A state, as the numbers of its parts in ``Memory``. For two connections the parts are both sides and the two queues between them. For a
    /// host the parts are B and a ``Leg`` for each of up to three clients.
    ///
    /// ```
    ///          63          32 31           0
    ///  high   | A, or leg A1 |      B       |
    ///          63            40 39            16 15        0
    ///  low    | to A, or leg A2 | to B, or leg A3 | allowance |
    /// ```
    struct State: Hashable, Sendable {
        var packed: PackedState

        /// How many queues can have numbers.
        static let queues = 1 << 24
        /// How many legs can have numbers. The number 2^24 - 1 is left out, so that no state has all bits set.
        static let legs = 1 << 24 - 1

        init(_ packed: PackedState) { self.packed = packed }

        /// The number of B, which is a side or a host.
        var b: UInt32 {
            get { UInt32(truncatingIfNeeded: packed.high) }
            set { packed.high = packed.high & ~0xffff_ffff | UInt64(newValue) }
        }

        /// The number of one of the other parts: A, the queue to A and the queue to B; or the legs of the clients.
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

        /// The number of the allowance; in a sequel, its marks.
        var allowance: UInt16 {
            get { UInt16(truncatingIfNeeded: packed.low) }
            set { packed.low = packed.low & ~0xffff | UInt64(newValue) }
        }
    }

    /// The number of a client's side, and the numbers of the queues of segments in flight between it and B. In a space of two connections, A is
    /// the client.
    struct Leg: Sendable {
        /// The number of the client's side.
        var side: UInt32
        var toClient: UInt32 = 0
        var toB: UInt32 = 0

        /// Whether nothing is in flight.
        var isQuiet: Bool { toClient == 0 && toB == 0 }

        /// The number of the queue to `peer`.
        subscript(peer: Peer) -> UInt32 {
            get { peer == .a ? toClient : toB }
            set { if peer == .a { toClient = newValue } else { toB = newValue } }
        }

        /// The leg as a 64-bit word, by which ``Memory`` finds its number; nil if a part of it has too high a number.
        var word: UInt64? {
            guard side < 1 << 20 - 1, toClient < 1 << 22, toB < 1 << 22 else { return nil }
            return UInt64(side) << 44 | UInt64(toClient) << 22 | UInt64(toB)
        }
    }

    /// The state of the connection at `end` in `state`.
    package func state(of end: End, in state: PackedState) -> TCPSim.State { view(of: end, in: State(state)).state }
}
