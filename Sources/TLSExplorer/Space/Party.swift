import Crypto
import PKI
import TLSSim
import Trace

/// One end of the connection: its machine, its random numbers, and what was seen of it from outside.
///
/// The draws of an end come from a source of its own. So they depend on the seed, on the role, and on what the end has drawn before. What an
/// end answers is a function of this value and of the input, and can be remembered.
struct Party: Sendable {
    /// The connection that this is an end of.
    let connection: Ordinal
    /// The machine; nil when the connection is over for this end.
    var tls: TLSEndpoint?
    /// The source of its draws.
    var random: SeededRandomSource
    /// The register of the early data that a server has accepted; nil for an end that accepts none.
    var replays: TLS13.ReplayRegister?
    /// What the end keeps for the next connection; nil if none follows.
    var legacy: Legacy?
    /// Where a connection follows, what the end has sent, as the numbers of the records: a flight for each input. Alerts are left out.
    var flights: [[UInt32]] = []
    /// What was seen of the end from outside.
    var account: Account

    /// An end that has done nothing yet.
    init(
        _ tls: TLSEndpoint, _ version: TLSScope.Version, in connection: Ordinal, random: SeededRandomSource,
        host: String, leaves: Set<[UInt8]>, replays: TLS13.ReplayRegister? = nil
    ) {
        account = Account(tls.role, version)
        (account.host, account.leaves) = (host, leaves)
        self.connection = connection
        self.tls = tls
        self.random = random
        self.replays = replays
    }

    /// How an end takes an input. The real one is ``Party/take(_:)``; a wrong TLS is wrapped around it.
    typealias Machine = @Sendable (inout Party, Input) -> [Output]

    /// Gives the machine an input, and returns its outputs.
    mutating func take(_ input: Input) -> [Output] {
        guard var machine = tls else { return [] }
        tls = nil
        defer { tls = machine }
        let outputs: [Output]
        if var register = replays {
            outputs = machine.handle(input, replays: &register, using: &random)
            replays = register
        } else {
            outputs = machine.handle(input, using: &random)
        }
        legacy?.keep(outputs, of: account.role)
        return outputs
    }

    /// Forgets what can no longer change anything, when the connection is over for this end.
    mutating func settle() {
        guard tls?.isOver == true else { return }
        tls = nil
        random = SeededRandomSource(seed: 0)
        account.settle()
    }
}

extension Party: Hashable {
    /// Whether both are in the same state.
    static func == (a: Party, b: Party) -> Bool {
        a.account == b.account && a.random == b.random && a.replays == b.replays && a.legacy == b.legacy
            && a.flights == b.flights && a.tls == b.tls
    }

    /// Hashes the machine as well: many ends differ in it alone, and to compare two takes longer than to hash one.
    func hash(into hasher: inout Hasher) {
        hasher.combine(account)
        hasher.combine(random)
        hasher.combine(tls)
    }
}
