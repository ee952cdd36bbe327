import Crypto
import Trace

/// keyUsage allows the leaf's key to be used in a handshake (RFC 5280 section 4.2.1.3).
///
/// The cipher suite decides which of the two uses is needed, signing or decryption. This check demands that at least one of them
/// is allowed, and the verdict says which (``VerifiedChain/allowsSignatures``, ``VerifiedChain/allowsKeyEncipherment``).
///
/// SecTrust's policy for servers does not look at keyUsage of the leaf.
struct UsagePolicy: Policy {
    func examine(_ path: CandidatePath, _ question: ChainQuestion) -> [CheckResult] {
        guard path.members.count == 1, let leaf = path.tip else { return [] }
        return [key(of: leaf, question), keyUsage(of: leaf, question)]
    }

    private func key(of leaf: CandidatePath.Member, _ question: ChainQuestion) -> CheckResult {
        let cite = Citation.rfc(5246, "7.4.2")
        let place = leaf.structure.publicKeyPlace
        do throws(TrustError) {
            let statement: Statement =
                switch try leaf.structure.certifiedKey() {
                case .rsa(let key): .usage(.rsaKey(bits: key.n.bitWidth))
                case .ecdsa(let key): .usage(.ecdsaKey(curve: key.curve.name))
                case .ed25519: .usage(.ed25519Key)
                }
            return leaf.passed(.key, statement, cite: cite, at: place)
        } catch {
            let name = leaf.structure.key.phrase
            guard question.isForHandshake else {
                return leaf.passed(.key, .strength(.otherKey(name)), cite: cite, at: place)
            }
            return leaf.failed(.key, .usage(.unsupportedKey(name)), cite: cite, refusal: .unsupportedKey, at: place)
        }
    }

    private func keyUsage(of leaf: CandidatePath.Member, _ question: ChainQuestion) -> CheckResult {
        let cite = Citation.rfc(5280, "4.2.1.3")
        guard let entry = leaf.structure.meaning.keyUsage else {
            return leaf.passed(.keyUsage, .usage(.keyUsageFits(nil)), cite: cite)
        }
        guard let usage = entry.value else {
            return leaf.unreadable("keyUsage", for: .keyUsage, cite: cite, at: entry.place)
        }
        // A key on a curve can also be for key agreement without signatures (ECDH_ECDSA, RFC 8422 section 5.3).
        let agrees = if case .curve = leaf.structure.key { usage.contains(.keyAgreement) } else { false }
        guard
            !usage.isDisjoint(with: [.digitalSignature, .keyEncipherment]) || agrees || question.purpose == .basicX509
        else {
            let statement = Statement.usage(
                .keyUsageLacks(needed: ["digitalSignature", "keyEncipherment"], has: usage.purposes))
            if question.isSecTrustForServers {
                return leaf.noted(.keyUsage, statement, cite: cite, at: entry.place)
            }
            return leaf.failed(.keyUsage, statement, cite: cite, refusal: .wrongUsage, at: entry.place)
        }
        return leaf.passed(.keyUsage, .usage(.keyUsageFits(usage.purposes)), cite: cite, at: entry.place)
    }
}
