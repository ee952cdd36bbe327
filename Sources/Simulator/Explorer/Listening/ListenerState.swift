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
    struct State: Hashable, Sendable {
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

        /// What the bounds still allow; in a sequel, its marks.
        var allowance: UInt16 {
            get { UInt16(truncatingIfNeeded: packed.low) }
            set { packed.low = packed.low & ~0xffff | UInt64(newValue) }
        }
    }

    /// What the bounds still allow, each item in a few bits.
    struct Allowance: Hashable, Sendable {
        private(set) var bits: UInt16

        init(bits: UInt16) { self.bits = bits }

        /// All that `bounds` and `scope` allow.
        init(_ bounds: TCPSpace.Bounds, _ scope: Scope) {
            bits = 0
            let counts: [Item: Int] = [
                .loss: bounds.loss, .duplicate: bounds.duplicate, .reorder: bounds.reorder,
                .timeout: bounds.timeouts, .forged: bounds.forged, .flood: scope.flood,
                .oldSYN: scope.oldSYN == nil ? 0 : 1,
            ]
            for item in Item.allCases {
                bits |= UInt16(min(max(0, counts[item] ?? 0), item.most)) << item.shift
            }
        }

        /// What can be used up.
        enum Item: Int, CaseIterable {
            case loss, duplicate, reorder, timeout, forged, flood, oldSYN

            /// The place of its lowest bit.
            var shift: UInt16 {
                switch self {
                case .loss: 0
                case .duplicate: 2
                case .reorder: 4
                case .timeout: 6
                case .forged: 9
                case .flood: 11
                case .oldSYN: 13
                }
            }

            /// The most of it that its bits can count.
            var most: Int {
                switch self {
                case .loss, .duplicate, .reorder, .forged, .flood: 3
                case .timeout: 7
                case .oldSYN: 1
                }
            }
        }

        /// How many there are left.
        func count(_ item: Item) -> Int { Int(bits >> item.shift) & item.most }

        func has(_ item: Item) -> Bool { count(item) > 0 }

        /// Less one of `item`, of which there is one.
        func without(_ item: Item) -> Allowance { Allowance(bits: bits &- 1 << item.shift) }
    }

    /// The largest bound on losses, copies, changes of order, forged segments and SYNs of strangers, and that on timers.
    public static let most = (segments: 3, timeouts: 7)
}
