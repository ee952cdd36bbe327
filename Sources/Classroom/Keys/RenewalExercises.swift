import Crypto
import PKI
import Simulator
import Trace
import TrustLab

/// Lesson 24: certificates when they go wrong.
extension Exercise {
    static let renewal: [Exercise] = [
        Exercise(lesson: 24, number: 1, answer: .letters(through: "d")) { seed, key in
            let kinds: [PresentedChain] = [.wrongHost, .notYetValid, .missingIntermediate, .selfSigned]
            let letters = try Exercise.letters(of: kinds) { kind in
                try Visit.journal(seed) { $0.serverChain = kind }.alert(of: .client) == "certificate_expired"
            }
            key.right = [.letters(letters)]
            key.because = Words(
                english: "One alert stands for both: expired, or not currently valid (RFC 5246 section 7.2.2). So a "
                    + "clock that is wrong looks like a certificate that is old.")
            key.hint = Words(english: "This alert is about dates. Ask for each of the four what is wrong with it.")
            key[.letters([])] = Words(
                english: "A certificate that is not valid yet has no alert of its own. Ask which of the others comes "
                    + "nearest.")
            key[.letters(letters.union(["a"]))] = Words(english: "A wrong name has nothing to do with the dates.")
            key[.letters(letters.union(["d"])), .letters(letters.union(["c"]))] = Words(
                english: "Here the client finds no authority that it knows. The alert for that is another one.")
        },
        Exercise(lesson: 24, number: 2, answer: .letters(through: "d")) { seed, key in
            let working = try working(
                on: "renewed, same key", bundle: { _ in 0 },
                policies: [
                    "default handling", "AFSecurityPolicy certificate", "AFSecurityPolicy publicKey", "TrustKit",
                ], seed)
            key.right = [.letters(working)]
            key.because = Words(
                english: "Only the app that compares whole certificates is locked out. The key has stayed, and the "
                    + "system compares nothing.")
            key.hint = Words(english: "Ask of each app what it compares, and whether the renewal has changed that.")
            key[.letters(working.union(["b"]))] = Words(
                english: "The dates and the serial number are new, so the certificate is another one, octet for octet.")
            key[.letters(["a"]), .letters([])] = Words(
                english: "The key is the old one. An app that compares keys finds it.")
        },
        Exercise(lesson: 24, number: 3, answer: .letters(through: "d")) { seed, key in
            let working = try working(
                on: "another authority, same key", bundle: { $0 },
                policies: ["TrustKit", "TrustKit", "TrustKit", "TrustKit"], seed)
            key.right = [.letters(working)]
            key.because = Words(
                english: "On that day the server has the spare key, and takes it along to the new authority. The "
                    + "keys of the old authority are gone from the chain.")
            key.hint = Words(
                english: "Ask whose key each bundle names: the server's own, or one of the authority that was left.")
            let authorityIsLeft = Words(english: "The old authority's keys are in no certificate of the new chain.")
            key[.letters(["d"]), .letters(["c", "d"])] = authorityIsLeft
            key[.letters(["a"]), .letters(working.union(["a"]))] = Words(
                english: "The server's first key was replaced by the spare one before that day. This bundle has the "
                    + "first key alone.")
            key[.letters(working.union(["d"]))] = authorityIsLeft
        },
        Exercise(lesson: 24, number: 4, answer: .digest) { seed, key in
            let chain = try Visit.Cast(Visit.Options(seed: seed)).server.chain
            guard chain.count > 1 else { throw ExerciseError.noStep("an intermediate") }
            key.right = [.octets(try PublicKeyPin(ofCertificate: chain[1]).digest)]
            key.because = Words(
                english: "The intermediate signs the next leaf as well, so its key stays in the chain when the "
                    + "server's key changes.")
            key.hint = Words(
                english: "The chain has two certificates. The second one belongs to the authority that has signed "
                    + "the first.")
            key[.octets(try PublicKeyPin(ofCertificate: chain[0]).digest)] = Words(
                english: "This is the server's own key. On that day it is replaced.")
            key[.octets(HashAlgorithm.sha256.hash(chain[1]))] = Words(
                english: "This is the digest of the certificate. A pin is the digest of the key in it.")
        },
    ]

    /// The letters of the policies that let an app connect on `day` of the usual story.
    ///
    /// - Parameter bundle: for the place of a policy in `policies`, the place of the pins that it has in ``StoryDay/bundles``.
    private static func working(
        on day: String, bundle: (Int) -> Int, policies: [String], _ seed: UInt64
    ) throws -> Set<String> {
        let story = try StoryDay(day, seed)
        return try letters(of: Array(policies.enumerated())) { index, policy in
            guard story.bundles.indices.contains(bundle(index)) else { throw ExerciseError.noStep("bundle") }
            return try story.decision(of: policy, story.bundles[bundle(index)].pins).accepts
        }
    }
}
