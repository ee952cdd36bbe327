import Crypto
import PKI
import TCPSim
import TLSSim
import Trace

extension World {
    /// A client and a server with a wire between them, before anything has happened.
    ///
    /// - Parameters:
    ///   - title: the title of the journal.
    ///   - settings: the settings in the journal, without the seed.
    ///   - epoch: the start of the run, in seconds since 1970.
    ///   - names: the names of hosts in the journal, where they differ from the usual ones.
    ///   - glossary: the names that the settings and `names` have in other languages, beside the usual ones.
    ///   - rules: which quantities can be computed from which others.
    ///   - client: the application that opens actively, its address, and the chapter that begins when it is connected.
    ///   - server: the application that listens.
    ///   - options: the seed and the choices for TCP.
    ///   - seeds: the sources of the randomness of each host's TCP and of the wire.
    ///   - key: the identity whose private key the server has; nil if it has none.
    package init(
        title: Words, settings: [(name: String, value: String)], epoch: Int64 = Visit.epoch,
        names: [Principal: String] = [:], glossary: Glossary = Glossary(), rules: [Derivation],
        client: (application: any Application, address: IPv4Address, chapter: Chapter), server: any Application,
        options: Visit.Options,
        seeds: (client: SeededRandomSource, server: SeededRandomSource, wire: SeededRandomSource),
        key: Identity?, wire: Wire = Wire(), from start: Instant = .zero
    ) {
        let caller = Visit.clientConnection(options, seeds.client, at: client.address)
        let listener = Visit.serverConnection(options, seeds.server)
        var journal = Journal(
            title: title, settings: [("seed", String(options.seed))] + settings, epoch: epoch,
            client: caller.local.endpoint, server: listener.local.endpoint, names: names,
            glossary: .tcp + .tls + .settings + wire.names + glossary)
        journal.add(rules)
        if let key { journal.configure(.server, Knowledge.privateKey(of: key), of: key, at: start) }
        let hosts = [
            Host(.client, connection: caller, application: client.application, chapter: client.chapter),
            Host(.server, connection: listener, application: server),
        ]
        self.init(journal: journal, hosts: hosts, wire: wire, random: seeds.wire, from: start)
    }
}
