import Museum
import PKI
import TestSupport
import Testing

@testable import HandshakeSim

/// The interceptor against apps that decide as libraries do, with real handshakes of both versions.
@Suite struct LibraryInterceptionTests {
    /// Which policies fall to whom, by the first letters of their names.
    private static let falls: [Interception.Attacker: Set<String>] = [
        .installedAuthority: [
            "default handling", "AFSecurityPolicy none", "no host name", "trust anything",
        ],
        .samePublicAuthority: ["no host name", "trust anything"], .ownAuthority: ["trust anything"],
        .selfSigned: ["trust anything"],
    ]

    @Test(arguments: [false, true]) func eachLibraryFallsToThoseItMustFallTo(speaksTLS13: Bool) throws {
        let stage = try InterceptionStage(seed: 7)
        for attacker in Interception.Attacker.allCases {
            let judges = LibraryJudge.all(on: stage, against: attacker)
            #expect(judges.map(\.name) == LibraryJudge.names)
            for judge in judges {
                // The genuine server is let in by each, so that a refusal says something.
                #expect(judge.verdict(on: stage.pki.identity.chain).chain != nil, "\(judge.name)")
                let run = Interception.run(attacker, on: stage, judge: judge, speaksTLS13: speaksTLS13)
                let falls = try #require(Self.falls[attacker]).contains(judge.name)
                #expect((run.loot != nil) == falls, "\(attacker.rawValue) against \(judge.name)")
                if let loot = run.loot {
                    #expect(!loot.victimSecret.isEmpty && loot.victimSecret != loot.serverSecret)
                    #expect(loot.altered != loot.answer && !loot.request.isEmpty)
                }
            }
        }
    }

    @Test func theTableIsPrinted() async throws {
        let told = try await BuiltProgram.run(
            ["attack", "mitm", "--table", "--libraries", "--tls13", "--attacker", "installed-ca"])
        #expect(told.status == 0 && told.lines.contains { $0.contains("TrustKit") && $0.contains("nothing") })
        for arguments in [
            ["--libraries"], ["--tls13"], ["--table", "--tls13", "--rsa"],
            ["--table", "--libraries", "--policy", "pin"],
        ] {
            #expect(try await BuiltProgram.run(["attack", "mitm"] + arguments).status == 64, "\(arguments)")
        }
    }
}
