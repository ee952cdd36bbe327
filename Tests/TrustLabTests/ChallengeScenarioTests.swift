import PKI
import Testing
import Trace

@testable import TrustLab

/// What the answers to challenges lead to, and which loader of an app leaks.
@Suite struct ChallengeScenarioTests {
    private static let world = try? ScenarioWorld(seed: 7)
    private let world: ScenarioWorld

    init() throws { world = try #require(Self.world) }

    /// For each server whether the request is sent, in the order of the dispositions.
    @Test(
        arguments: [
            (.genuine, [true, true, false, true]), (.ownServer, [true, false, false, false]),
            (.interceptor, [true, true, false, true]), (.impostor, [true, false, false, false]),
            (.denied, [true, false, false, false]),
        ] as [(ChallengeScenario.Kind, [Bool])])
    func onlyCancellingRefusesWhateverTheSystemThinks(kind: ChallengeScenario.Kind, sent: [Bool]) throws {
        let scenario = try ChallengeScenario(kind, in: world)
        #expect(scenario.answers.map(\.disposition) == AuthChallengeDisposition.allCases)
        #expect(scenario.answers.map { $0.consequence == .serverBelieved } == sent)
        // What the system refuses, App Transport Security lets no delegate accept.
        let isRefused = [.ownServer, .impostor, .denied].contains(kind)
        #expect(scenario.answers.map(\.needsException) == [isRefused, false, false, false])
        for answer in scenario.answers where answer.consequence != .serverBelieved {
            let isCancelled = answer.disposition == .cancelAuthenticationChallenge
            #expect(answer.consequence.error == (isCancelled ? .cancelled : .certificateUntrusted))
        }
    }

    @Test func aClientIsAskedWithoutAnError() throws {
        let certificate = try ChallengeScenario(.clientCertificate, in: world).answers.map(\.consequence)
        #expect(certificate == [.identityPresented, .emptyCertificate, .cancelled, .emptyCertificate])
        let password = try ChallengeScenario(.password, in: world).answers.map(\.consequence)
        #expect(password == [.requestRepeated, .unauthorized, .cancelled, .nextMethod])
        for consequence in certificate + password {
            #expect((consequence.error == nil) == (consequence != .cancelled))
        }
    }

    /// In the order of the settings: nothing set, the app's anchors alone, the app's anchors beside all others.
    @Test(
        arguments: [
            (.genuine, [.unspecified, .recoverableTrustFailure, .unspecified]),
            (.ownServer, [.recoverableTrustFailure, .unspecified, .unspecified]),
            (.interceptor, [.proceed, .recoverableTrustFailure, .proceed]),
            // The path goes on to the system's root, which the user denies, whether the root counts as an anchor or not.
            (.denied, [.deny, .deny, .deny]),
            (.impostor, [.recoverableTrustFailure, .recoverableTrustFailure, .recoverableTrustFailure]),
        ] as [(ChallengeScenario.Kind, [SecTrustResult])])
    func theAppsAnchorsReplaceTheOthersUnlessItSaysOtherwise(
        kind: ChallengeScenario.Kind, results: [SecTrustResult]
    ) throws {
        let scenario = try #require(try AnchorScenario.all(in: world).first { $0.kind == kind })
        #expect(scenario.results.map(\.setting) == AnchorSetting.allCases)
        #expect(scenario.results.map(\.evaluation.result) == results)
    }

    @Test(arguments: AppLoader.allCases)
    func theLoaderThatForgetsThePolicyLeaksAndNoOther(forgetful: AppLoader) throws {
        let scenario = try LoaderScenario(forgetful: forgetful, in: world)
        #expect(scenario.requests.map(\.loader) == AppLoader.allCases)
        #expect(scenario.leaks.map(\.loader) == [forgetful])
        #expect(scenario.leaks.first?.decision.result == .proceed)
        for request in scenario.requests where request.loader != forgetful {
            #expect(request.ending == .answered(.cancelled))
        }
        for remedy in [LoaderRemedy.sharedPolicy, .pinnedDomains] {
            let mended = try LoaderScenario(forgetful: forgetful, remedy: remedy, in: world)
            #expect(mended.leaks.isEmpty, "\(remedy)")
            #expect(mended.requests.allSatisfy { !$0.isSent }, "\(remedy)")
            let genuine = try LoaderScenario(.genuine, forgetful: forgetful, remedy: remedy, in: world)
            #expect(genuine.requests.allSatisfy { $0.isSent }, "\(remedy)")
        }
    }

    @Test func anImpostorWithoutAnAuthorityGetsNoRequestEvenWhereThePolicyIsForgotten() throws {
        let scenario = try LoaderScenario(.impostor, in: world)
        #expect(scenario.leaks.isEmpty)
        #expect(scenario.requests.last?.ending == .answered(.handshakeFailed(.recoverableTrustFailure)))
        let careful = try LoaderScenario(forgetful: nil, in: world)
        #expect(careful.leaks.isEmpty)
    }
}
