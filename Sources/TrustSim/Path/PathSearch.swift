import Trace

/// The search for a path from the leaf to an anchor (RFC 4158), with bounded work.
///
/// It goes from issuer to issuer and turns back where a certificate does not do. Each certificate is read once, each pair
/// of certificate and issuer verified once, and the number of steps is limited: whoever sends certificates that issue each
/// other in all directions gets a refusal and not the processor.
struct PathSearch {
    private let pool: CertificatePool
    private let question: Question
    private var signatures: [Edge: SignatureCheck] = [:]
    /// What is left of the work that a question is worth, in verifications with an RSA key of 2048 bits.
    private var effort = PathSearch.mostEffort
    private var best: CandidatePath?
    private var completed = 0

    private struct Edge: Hashable {
        let subject: Int
        let issuer: Int
    }

    /// Enough for any path of the real world many times over, and some hundredths of a second.
    static let mostEffort = 600
    /// No path of the real world is as long.
    static let longestPath = 24

    init(_ pool: CertificatePool, _ question: Question) {
        self.pool = pool
        self.question = question
    }

    /// The path that speaks most for the leaf, and whether the search had to be given up; nil where the leaf is missing.
    static func run(_ pool: CertificatePool, _ question: Question) -> (path: CandidatePath, isExhausted: Bool)? {
        guard pool.hasLeaf, let leaf = pool.items.first else { return nil }
        var search = PathSearch(pool, question)
        var start = CandidatePath()
        start.append(search.member(leaf, isLeaf: true), signature: nil, question)
        if leaf.isAnchor {
            start.conclude(question)
            return (start, false)
        }
        // A path without fault above the leaf is as good as it gets. Only without one is it worth asking which is least bad.
        search.walk(start, [0], isStrict: true)
        if search.best == nil {
            search.effort = max(search.effort, PathSearch.mostEffort / 3)
            search.walk(start, [0], isStrict: false)
        }
        let isExhausted = search.effort <= 0
        if let best = search.best { return (best, isExhausted) }
        start.conclude(question)
        return (start, isExhausted)
    }

    private func member(_ item: CertificatePool.Item, isLeaf: Bool) -> CandidatePath.Member {
        let role: Finding.Role =
            isLeaf ? .leaf : item.isAnchor ? .anchor(item.structure.label) : .intermediate(item.structure.label)
        return CandidatePath.Member(
            index: item.index, role: role, structure: item.structure, isAnchor: item.isAnchor)
    }

    /// Extends a path in all ways.
    ///
    /// - Parameter isStrict: turn back at the first fault of an issuer, and stop at the first anchor; otherwise go on and keep
    ///   the best.
    private mutating func walk(_ path: CandidatePath, _ places: [Int], isStrict: Bool) {
        guard let tip = places.last else { return }
        guard path.members.count < PathSearch.longestPath, effort > 0 else { return keep(path, isStrict: isStrict) }
        let candidates = issuers(of: tip, not: places)
        let verified = candidates.filter { signature(on: tip, by: $0) == .verifies }
        // A signature that does not verify is worth telling where nobody else could have signed.
        let usable =
            verified.isEmpty && !isStrict && !pool.items[tip].structure.isSelfIssued
            ? Array(candidates.prefix(1)) : verified
        var isDeadEnd = true
        for place in usable {
            guard effort > 0, completed < 16 else { break }
            effort -= 1
            let item = pool.items[place]
            var longer = path
            longer.append(member(item, isLeaf: false), signature: signature(on: tip, by: place), question)
            if isStrict, longer.failures > path.failures { continue }
            isDeadEnd = false
            if item.isAnchor {
                keep(longer, isStrict: isStrict)
            } else {
                walk(longer, places + [place], isStrict: isStrict)
            }
            if isStrict, best != nil { return }
        }
        if isDeadEnd { keep(path, isStrict: isStrict) }
    }

    /// Concludes a path and keeps it if it is the best so far.
    private mutating func keep(_ path: CandidatePath, isStrict: Bool) {
        if isStrict, !path.isComplete { return }
        completed += 1
        var path = path
        path.conclude(question)
        guard let rival = best else {
            best = path
            return
        }
        let isBetter =
            (path.isComplete ? 1 : 0, -path.failures, path.members.count)
            > (rival.isComplete ? 1 : 0, -rival.failures, rival.members.count)
        if isBetter { best = path }
    }

    /// Who may have issued a certificate: those with the right name, anchors first, those with the right key identifier
    /// before others. No name with the same key twice in a path, or it would go round in circles.
    private func issuers(of tip: Int, not places: [Int]) -> [Int] {
        let item = pool.items[tip]
        let wanted = item.structure.meaning.authorityKeyIdentifier?.value?.keyIdentifier
        let usable = pool.issuers(of: item).filter { place in
            let candidate = pool.items[place].structure
            return !places.contains(place)
                && !places.dropFirst().contains { used in
                    (pool.items[used].structure.publicKeyInfo == candidate.publicKeyInfo
                        && pool.items[used].structure.subjectOctets == candidate.subjectOctets)
                }
        }
        func rank(_ place: Int) -> Int {
            let own = pool.items[place].structure.meaning.subjectKeyIdentifier?.value
            let fits = wanted.flatMap { wanted in own.map { wanted.elementsEqual($0) } } ?? true
            return (pool.items[place].isAnchor ? 0 : 2) + (fits ? 0 : 1)
        }
        return usable.map { (rank($0), $0) }.sorted { $0 < $1 }.map(\.1)
    }

    private mutating func signature(on subject: Int, by issuer: Int) -> SignatureCheck {
        let edge = Edge(subject: subject, issuer: issuer)
        if let known = signatures[edge] { return known }
        let key = pool.items[issuer].structure.key
        effort -= SignatureCheck.cost(of: key)
        let check: SignatureCheck =
            effort < 0 ? .fails : SignatureCheck(of: pool.items[subject].structure, by: key)
        signatures[edge] = check
        return check
    }
}
