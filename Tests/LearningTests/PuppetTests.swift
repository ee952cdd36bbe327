import Crypto
import Learning
import PKI
import TLSSim
import TestPKI
import Testing
import Trace

/// Puppets before this program's own server, and the machines that are learned of it.
@Suite struct PuppetTests {
    /// A teacher that asks a server of TLS 1.2.
    static func tls12(_ change: (inout Server.Configuration) -> Void = { _ in }) throws -> EndpointTeacher {
        var server = Server.Configuration(
            identity: try TestPKI.Sample.pki().identity, extendedMasterSecret: true, arithmetic: .live, tracing: false)
        change(&server)
        return EndpointTeacher(TLSEndpoint(server), .echoes, seed: 1) { TLS12ClientPuppet(host: nil, random: $0) }
    }

    /// A teacher that asks a server of TLS 1.3.
    static func tls13(_ change: (inout TLS13.ServerConfiguration) -> Void = { _ in }) throws -> EndpointTeacher {
        var server = TLS13.ServerConfiguration(
            identity: try TestPKI.Sample.pki().identity, common: TLS13.CommonConfiguration(arithmetic: .live))
        server.common.tracing = false
        change(&server)
        return EndpointTeacher(TLSEndpoint(server: .tls13(server)), .echoes, seed: 1) {
            TLS13ClientPuppet(host: nil, random: $0)
        }
    }

    private static func texts(_ teacher: EndpointTeacher, _ word: [Letter]) -> [String] {
        var teacher = teacher
        return teacher.answers(to: word, known: [], patience: 1).map(\.text)
    }

    @Test(arguments: [Letter.clientHello, .clientHelloDHE, .clientHelloRSA])
    func aGoodHandshakeOfTLS12OpensTheConnection(_ hello: Letter) throws {
        let flight =
            hello == .clientHelloRSA
            ? "ServerHello Certificate ServerHelloDone" : "ServerHello Certificate ServerKeyExchange ServerHelloDone"
        let word: [Letter] = [hello, .clientKeyExchange, .changeCipherSpec, .finished, .data, .closeNotify, .data]
        #expect(
            Self.texts(try Self.tls12(), word) == [
                flight, "nothing", "nothing", "ChangeCipherSpec Finished", "ApplicationData",
                "warning close_notify, closes",
                "closes",
            ])
    }

    @Test func aGoodHandshakeOfTLS13OpensTheConnection() throws {
        #expect(
            Self.texts(try Self.tls13(), [.clientHello, .finished, .data, .keyUpdate, .data, .closeNotify]) == [
                "ServerHello ChangeCipherSpec EncryptedExtensions Certificate CertificateVerify Finished", "nothing",
                "ApplicationData",
                "KeyUpdate", "ApplicationData", "warning close_notify, closes",
            ])
        #expect(
            Self.texts(try Self.tls13(), [.clientHelloWithoutShare, .clientHello, .finished, .data]) == [
                "HelloRetryRequest ChangeCipherSpec",
                "ServerHello EncryptedExtensions Certificate CertificateVerify Finished", "nothing",
                "ApplicationData",
            ])
    }

    @Test func aClientWithoutACertificateSaysSo() throws {
        let optional = try Self.tls12 { $0.clientAuthentication = .requested(authorities: []) }
        #expect(
            Self.texts(
                optional, [.clientHello, .emptyCertificate, .clientKeyExchange, .changeCipherSpec, .finished, .data]
            ).last
                == "ApplicationData")
    }

    /// What is learned from a teacher.
    static func learn(_ teacher: EndpointTeacher, _ letters: [Letter]) throws -> LearnedMachine {
        var learner = Learner(letters, from: teacher)
        return try learner.learn()
    }

    @Test func theServerOfTLS12IsLearnedAndHasNoShortcut() throws {
        let learned = try Self.learn(try Self.tls12(), Alphabet.small(.server, .tls12))
        let good = GoodHandshake(with: learned.machine, role: .server, .tls12)
        #expect(good.isComplete(in: learned.machine))
        #expect(good.shortcuts(in: learned.machine).isEmpty)
        #expect(learned.machine.states.count == 6)
        #expect(learned.runs.contains { $0.letter == .warning && $0.most == TLSEndpoint.idleLimit })
    }

    @Test func theServerOfTLS13IsLearnedAndHasNoShortcut() throws {
        let learned = try Self.learn(try Self.tls13(), Alphabet.small(.server, .tls13))
        let good = GoodHandshake(with: learned.machine, role: .server, .tls13)
        #expect(good.isComplete(in: learned.machine))
        #expect(good.shortcuts(in: learned.machine).isEmpty)
        #expect(learned.machine.states.count == 4)
    }

    /// A rule that is left out on purpose, and the shortest way to data on which a step is missing.
    struct Wrong {
        let mistake: WrongEndpoint
        let role: Role
        let word: [Letter]
        let missing: [Letter]
    }

    static let wrongs = [
        Wrong(
            mistake: .earlyCCS, role: .server,
            word: [.clientHello, .changeCipherSpec, .clientKeyExchange, .finished, .data], missing: [.clientKeyExchange]
        ),
        Wrong(
            mistake: .skipMessages, role: .server, word: [.clientHello, .changeCipherSpec, .finished, .data],
            missing: [.clientKeyExchange]),
        Wrong(
            mistake: .skipFinished, role: .server,
            word: [.clientHello, .clientKeyExchange, .changeCipherSpec, .data], missing: [.finished]),
        Wrong(
            mistake: .finishedUnchecked, role: .server,
            word: [.clientHello, .clientKeyExchange, .changeCipherSpec, .wrongFinished, .data], missing: [.finished]),
        Wrong(
            mistake: .skipMessages, role: .client, word: [.serverHello, .certificate, .finished],
            missing: [.serverKeyExchange, .serverHelloDone, .changeCipherSpec]),
    ]

    @Test(arguments: wrongs) func anEndpointThatLeavesOutARuleHasAShortcut(_ wrong: Wrong) throws {
        var endpoint = try OwnEndpoint(wrong.role, .tls12, at: TestPKI.Sample.time, seed: 1)
        endpoint.missingRules = wrong.mistake.missingRules(of: wrong.role)
        let learned = try Self.learn(endpoint.teacher(of: wrong.role), Alphabet.small(wrong.role, .tls12))
        let good = GoodHandshake(with: learned.machine, role: wrong.role, .tls12)
        #expect(good.isComplete(in: learned.machine))
        let shortcut = try #require(good.shortcuts(in: learned.machine).first)
        #expect(shortcut.word == wrong.word && shortcut.missing == wrong.missing && shortcut.isAnswered)
    }

    // MARK: Clients that have a certificate

    /// A teacher that asks a server which asks for a certificate. The puppet has one that the server trusts.
    private static func certified(_ version: ProtocolVersion, _ authentication: ClientAuthentication) throws
        -> EndpointTeacher
    {
        let pki = try TestPKI.Sample.pki()
        var random = SeededRandomSource(seed: 3)
        let identity = try pki.root.issueClient(
            named: "Ada", key: .rsa(pki.serverKey), at: TestPKI.Sample.time, using: &random)
        let question = ChainQuestion(.client, time: TestPKI.Sample.time)
        let judge = ChainJudge(by: try TestPKI.Sample.evaluator(), asking: question)
        let tls12 = Server.Configuration(
            identity: pki.identity, extendedMasterSecret: true, clientAuthentication: authentication, arithmetic: .live,
            tracing: false)
        let tls13 = TLS13.ServerConfiguration(
            identity: pki.identity, clientAuthentication: authentication,
            common: TLS13.CommonConfiguration(arithmetic: .live, tracing: false))
        return EndpointTeacher(TLSEndpoint(server: .both(tls12, tls13)), .echoes, judge: judge, seed: 1) { random in
            if version == .tls13 { return TLS13ClientPuppet(host: nil, identity: identity, random: random) }
            return TLS12ClientPuppet(host: nil, identity: identity, random: random)
        }
    }

    @Test(arguments: [ProtocolVersion.tls12, .tls13], [true, false])
    func aServerThatDemandsACertificateIsOpenedWithOneAlone(_ version: ProtocolVersion, demands: Bool) throws {
        let teacher = try Self.certified(version, demands ? .required() : .requested())
        let letters = Alphabet.small(.server, version, isCertified: true).filter {
            ![.warning, .closeNotify].contains($0)
        }
        let machine = try Self.learn(teacher, letters).machine
        let good = GoodHandshake(with: machine, role: .server, version)
        #expect(good.steps.contains(.certificateVerify) && good.isComplete(in: machine))
        #expect((good.uncertified(in: machine) == nil) == demands)
        #expect(good.shortcuts(in: machine).isEmpty)
        // Without the signature nobody is in.
        let word = good.steps.filter { $0 != .certificateVerify } + [.data]
        #expect(machine.run(word).answers.last == .gone)
    }

    // MARK: Clients

    /// A judge who trusts the sample's root.
    private static func judge() throws -> ChainJudge {
        ChainJudge(by: try TestPKI.Sample.evaluator(), asking: TestPKI.Sample.question)
    }

    /// A teacher that asks a client of TLS 1.2.
    static func client12(_ change: (inout Client.Configuration) -> Void = { _ in }) throws -> EndpointTeacher {
        var client = Client.Configuration(hostName: TestPKI.Sample.host, extendedMasterSecret: true)
        (client.arithmetic, client.tracing) = (.live, false)
        change(&client)
        let identity = try TestPKI.Sample.pki().identity
        return EndpointTeacher(TLSEndpoint(client), .asks, judge: try judge(), seed: 1) {
            TLS12ServerPuppet(identity, random: $0)
        }
    }

    /// A teacher that asks a client of TLS 1.3.
    static func client13() throws -> EndpointTeacher {
        let common = TLS13.CommonConfiguration(arithmetic: .live, tracing: false)
        let client = TLS13.ClientConfiguration(hostName: TestPKI.Sample.host, common: common)
        let identity = try TestPKI.Sample.pki().identity
        return EndpointTeacher(TLSEndpoint(client: .tls13(client)), .asks, judge: try judge(), seed: 1) {
            TLS13ServerPuppet(identity, random: $0)
        }
    }

    @Test func aGoodHandshakeOpensAClientOfTLS12() throws {
        let word = GoodHandshake(ofServer: .tls12).steps + [.data]
        #expect(
            Self.texts(try Self.client12(), word) == [
                "nothing", "nothing", "nothing", "ClientKeyExchange ChangeCipherSpec Finished", "nothing",
                "ApplicationData",
                "warning close_notify, closes",
            ])
    }

    @Test func aGoodHandshakeOpensAClientOfTLS13() throws {
        let word = GoodHandshake(ofServer: .tls13).steps + [.data]
        // In compatibility mode the client sends a ChangeCipherSpec as soon as it can, before its second flight.
        let answers = Self.texts(try Self.client13(), word)
        #expect(
            answers == [
                "ChangeCipherSpec", "nothing", "nothing", "nothing", "Finished ApplicationData",
                "warning close_notify, closes",
            ])
        let retried = Self.texts(try Self.client13(), [.helloRetryRequest] + word)
        #expect(retried.first == "ChangeCipherSpec ClientHello")
        #expect(retried.dropLast().last == "Finished ApplicationData")
    }

    @Test func theClientsAreLearnedAndHaveNoShortcut() throws {
        for (teacher, version) in [(try Self.client12(), ProtocolVersion.tls12), (try Self.client13(), .tls13)] {
            let learned = try Self.learn(teacher, Alphabet.small(.client, version))
            let good = GoodHandshake(with: learned.machine, role: .client, version)
            #expect(good.isComplete(in: learned.machine))
            #expect(good.shortcuts(in: learned.machine).isEmpty)
        }
    }
}
