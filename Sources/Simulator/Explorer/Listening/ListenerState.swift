import TCPSim

extension ListenerSpace {
    /// A state: the numbers of its parts in ``ListenerMemory``. A leg is a client with what is under way between it and B.
    ///
    /// ```
    ///          63          32 31           0
    ///  high   |      B       |    leg A1    |
    ///          63    40 39    16 15        0
    ///  low    | leg A2 | leg A3 | allowance |
    /// ```
    struct State: NumberedParts {
        var packed: PackedState

        /// How many legs have numbers. The last is left out, so that no state has all bits set.
        static let legs = 1 << 24 - 1

        init(_ packed: PackedState) { self.packed = packed }

        /// The number of B.
        var host: UInt32 {
            get { UInt32(truncatingIfNeeded: packed.high >> 32) }
            set { packed.high = packed.high & 0xffff_ffff | UInt64(newValue) << 32 }
        }

        /// The number of a client's leg.
        subscript(client: Int) -> UInt32 {
            get {
                switch client {
                case 0: UInt32(truncatingIfNeeded: packed.high)
                case 1: UInt32(truncatingIfNeeded: packed.low >> 40)
                default: UInt32(truncatingIfNeeded: packed.low >> 16) & 0xff_ffff
                }
            }
            set {
                switch client {
                case 0: packed.high = packed.high & ~0xffff_ffff | UInt64(newValue)
                case 1: packed.low = packed.low & 0xff_ffff_ffff | UInt64(newValue) << 40
                default: packed.low = packed.low & ~(0xff_ffff << 16) | UInt64(newValue) << 16
                }
            }
        }
    }

    /// The largest bound on losses, copies, changes of order, forged segments and SYNs of strangers, and that on timers.
    package static let most = (segments: 3, timeouts: 7)
}
