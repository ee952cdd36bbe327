import Simulator
import TLSSim

/// When and where the flights of a scene arrive. Times are in milliseconds since 1970.
extension EarlyDataReplay.Scene {
    /// How long after its ticket was made the client comes back.
    private static let age: Int64 = 60_000
    /// How long a server has been running when the ticket is made.
    private static let uptime: Int64 = 3_600_000
    /// When the ticket is made.
    private static let begin = Visit.epoch * 1_000

    /// When the client comes back and sends its order early.
    static let arrival = begin + age

    /// For how many milliseconds the original is held up on its way.
    var delay: Int64 { self == .heldUp ? 11_000 : 0 }

    /// How many milliseconds after the original the second flight comes.
    var interval: Int64 { self == .late ? 30_000 : 1_000 }

    /// The register of the original's server, before the original arrives.
    func register(_ defence: EarlyDataReplay.Defence) -> TLS13.ReplayRegister {
        TLS13.ReplayRegister(defence, start: Self.begin - Self.uptime)
    }

    /// The register of the copy's server; nil if it is the register of the original's server.
    func otherRegister(_ defence: EarlyDataReplay.Defence) -> TLS13.ReplayRegister? {
        switch self {
        case .otherServer: register(defence)
        case .restarted: TLS13.ReplayRegister(defence, start: Self.arrival + interval - 500)
        case .soon, .late, .sharedMemory, .heldUp, .clientRepeats: nil
        }
    }
}
