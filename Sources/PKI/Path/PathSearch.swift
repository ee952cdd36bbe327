import Trace

/// The search for a path from the leaf to an anchor (RFC 4158), with bounded work.
///
/// There are two searches. The first one looks for a path without a fault above the leaf. It leaves out certificates that can be
/// in no such path, tries the shortest paths first, and turns back at a certificate that fails. If there is no such path, the
/// second search looks for the path with the fewest faults, so that the verdict can name them.
///
/// Each certificate is read once, each pair of certificate and issuer is verified once, and the total cost is limited. So a
/// sender whose certificates issue each other in all directions gets a refusal and does not keep the processor busy.
struct PathSearch {
    private let pool: CertificatePool
    private let question: ChainQuestion
    /// The path that has only the leaf.
    private let start: CandidatePath
    /// The outcomes of the verifications so far.
    private var signatures: [Edge: SignatureCheck.Outcome] = [:]
    /// The pairs whose signature does not verify.
    private var broken: Set<Edge> = []
    /// The work that the search may still do, in verifications with an RSA key of 2048 bits.
    private var effort = PathSearch.mostEffort
    /// The best path so far.
    private var best: CandidatePath?
    /// The number of paths that the second search has compared.
    private var completed = 0
    /// The length of the shortest of the paths that were longer than the limit of the current round; nil if there was none.
    private var nextLength: Int?

    /// A certificate and its possible issuers.
    struct Edge: Hashable {
        let subject: Int
        let issuer: Int
    }

    /// The limit of the work: many times the work for any real path, and some hundredths of a second.
    static let mostEffort = 600
    /// The longest path that is searched, in certificates; OpenSSL has the same limit. Real paths are much shorter.
    static let longestPath = 100

    private init(_ pool: CertificatePool, _ question: ChainQuestion, leaf: CertificatePool.Item) {
        self.pool = pool
        self.question = question
        var start = CandidatePath()
        start.append(PathSearch.member(leaf, isLeaf: true), signature: nil, question)
        self.start = start
    }

    /// The best path for the leaf, and whether the search has reached the limit of its work; nil if the leaf cannot be read.
    static func run(_ pool: CertificatePool, _ question: ChainQuestion) -> (path: CandidatePath, isExhausted: Bool)? {
        guard pool.hasLeaf, let leaf = pool.items.first else { return nil }
        var search = PathSearch(pool, question, leaf: leaf)
        if !leaf.isAnchor {
            if let straight = search.straight() { return (straight, false) }
            search.findSound()
            if let best = search.best { return (best, false) }
            let isExhausted = search.effort <= 0
            search.effort = PathSearch.mostEffort / 3
            search.findLeastBad()
            if let best = search.best { return (best, isExhausted || search.effort <= 0) }
        }
        var alone = search.start
        alone.conclude(question)
        return (alone, search.effort <= 0)
    }

    private static func member(_ item: CertificatePool.Item, isLeaf: Bool) -> CandidatePath.Member {
        let role: CheckResult.Role =
            isLeaf ? .leaf : item.isAnchor ? .anchor(item.structure.label) : .authority(item.structure)
        return CandidatePath.Member(
            index: item.index, role: role, structure: item.structure, isAnchor: item.isAnchor,
            anchorKind: item.anchorKind)
    }

    // MARK: - The usual path

    /// The path of a pool in which nothing has to be searched: each certificate has one possible issuer, up to an anchor, and
    /// there is no fault. Nil in all other cases, also if there could be a shorter path.
    private mutating func straight() -> CandidatePath? {
        var path = start
        var tip = 0
        for _ in 1..<PathSearch.longestPath {
            let candidates = pool.issuers(of: pool.items[tip])
            guard let place = candidates.first, candidates.count == 1, place > tip || pool.items[place].isAnchor,
                effort > 0, signature(Edge(subject: tip, issuer: place)) == .verifies
            else { return nil }
            let item = pool.items[place]
            effort -= 1 + weight(of: item, above: path)
            path.append(PathSearch.member(item, isLeaf: false), signature: .verifies, question)
            guard path.failures == start.failures else { return nil }
            guard item.isAnchor else {
                tip = place
                continue
            }
            path.conclude(question)
            return path.failures == start.failures ? path : nil
        }
        return nil
    }

    // MARK: - A path without fault

    /// Looks for a path without a fault above the leaf, the shortest first.
    private mutating func findSound() {
        var sound: [Int: Bool] = [:]
        var graph = soundGraph(&sound)
        while best == nil, effort > 0, let distance = graph.distances[0] {
            let length = max(distance, nextLength ?? 0)
            guard length < PathSearch.longestPath else { return }
            let brokenBefore = broken.count
            nextLength = nil
            extend(start, at: [0], to: length, in: graph)
            guard best == nil else { return }
            if broken.count > brokenBefore {
                // An issuer that has the right name did not sign the certificate. The graph without that pair has longer paths,
                // or none.
                effort -= graph.edgeCount / 1000
                graph = soundGraph(&sound)
                nextLength = nextLength ?? graph.distances[0]
            }
            if nextLength == nil { return }
        }
    }

    /// The graph of the certificates that nothing speaks against.
    ///
    /// - Parameter sound: the results of ``isSound(_:)`` so far, by place.
    private mutating func soundGraph(_ sound: inout [Int: Bool]) -> IssuerGraph {
        for place in pool.items.indices.dropFirst() where sound[place] == nil { sound[place] = isSound(place) }
        let known = sound
        return IssuerGraph(
            pool, needsIdentifiers: question.profile == .webPKI, broken: broken, isUsable: { known[$0] ?? false })
    }

    /// Whether a certificate passes all checks as an issuer above the leaf, whatever certificates stand between the two.
    private mutating func isSound(_ place: Int) -> Bool {
        let item = pool.items[place]
        effort -= weight(of: item, above: start)
        guard effort > 0 else { return false }
        var path = start
        path.append(PathSearch.member(item, isLeaf: false), signature: nil, question)
        return path.failures == start.failures
    }

    /// Extends a path in all ways that can end with `length` certificates above the leaf, until a path without a fault is found.
    ///
    /// - Parameter places: the places of the path's certificates in the pool.
    private mutating func extend(
        _ path: CandidatePath, at places: [Int], to length: Int, in graph: IssuerGraph
    ) {
        guard let tip = places.last else { return }
        for place in graph.issuers(of: tip) {
            guard best == nil, effort > 0, let distance = graph.distances[place] else { return }
            // The issuers are sorted by distance, so the later ones are no nearer.
            guard places.count + distance <= length else {
                nextLength = min(nextLength ?? .max, places.count + distance)
                return
            }
            let edge = Edge(subject: tip, issuer: place)
            guard !repeats(place, in: places), signature(edge) == .verifies else { continue }
            let item = pool.items[place]
            effort -= 1 + weight(of: item, above: path)
            var longer = path
            longer.append(PathSearch.member(item, isLeaf: false), signature: .verifies, question)
            guard longer.failures == path.failures else { continue }
            guard item.isAnchor else {
                extend(longer, at: places + [place], to: length, in: graph)
                continue
            }
            let failures = longer.failures
            longer.conclude(question)
            if longer.failures == failures { best = longer }
        }
    }

    // MARK: - The least bad path

    /// Looks for the path with the fewest faults.
    private mutating func findLeastBad() {
        // A signature that does not verify can be part of the reason, so no pair is left out.
        let graph = IssuerGraph(pool, needsIdentifiers: false, broken: [], isUsable: { $0 > 0 })
        walk(start, at: [0], in: graph)
    }

    /// Extends a path in all ways and keeps the best path.
    private mutating func walk(_ path: CandidatePath, at places: [Int], in graph: IssuerGraph) {
        guard let tip = places.last else { return }
        guard path.members.count < PathSearch.longestPath, effort > 0 else { return keep(path) }
        var isDeadEnd = true
        let candidates = ranked(graph.issuers(of: tip).filter { !repeats($0, in: places) }, for: tip, graph)
        for place in candidates {
            guard effort > 0, completed < 16 else { break }
            let edge = Edge(subject: tip, issuer: place)
            guard signature(edge) == .verifies else { continue }
            isDeadEnd = false
            take(edge, from: path, at: places, in: graph)
        }
        guard isDeadEnd else { return }
        // No issuer verifies the signature. The path goes on to the likeliest issuer, so that the verdict names the bad signature.
        if let first = candidates.first, !pool.items[tip].structure.isSelfIssued, effort > 0 {
            take(Edge(subject: tip, issuer: first), from: path, at: places, in: graph)
        } else {
            keep(path)
        }
    }

    /// Extends a path by the issuer of `edge`, and then in all ways.
    private mutating func take(_ edge: Edge, from path: CandidatePath, at places: [Int], in graph: IssuerGraph) {
        guard let signature = signature(edge) else { return keep(path) }
        let item = pool.items[edge.issuer]
        effort -= 1 + weight(of: item, above: path)
        var longer = path
        longer.append(PathSearch.member(item, isLeaf: false), signature: signature, question)
        if item.isAnchor { keep(longer) } else { walk(longer, at: places + [edge.issuer], in: graph) }
    }

    /// Concludes a path and keeps it if it is the best so far.
    private mutating func keep(_ path: CandidatePath) {
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

    /// Possible issuers in the order in which they are tried: anchors first; among equals those with the right key identifier
    /// first; then those nearer to an anchor.
    private func ranked(_ places: [Int], for tip: Int, _ graph: IssuerGraph) -> [Int] {
        let wanted = pool.items[tip].structure.meaning.authorityKeyIdentifier?.value?.keyIdentifier
        func rank(_ place: Int) -> (Int, Int, Int) {
            let own = pool.items[place].structure.meaning.subjectKeyIdentifier?.value
            let fits = wanted.flatMap { wanted in own.map { wanted.elementsEqual($0) } } ?? true
            return ((pool.items[place].isAnchor ? 0 : 2) + (fits ? 0 : 1), graph.distances[place] ?? .max, place)
        }
        return places.map { (rank($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    // MARK: - Steps

    /// Whether a certificate, or one with the same name and key, is in a path already. Such a path would go round in circles.
    private func repeats(_ place: Int, in places: [Int]) -> Bool {
        let candidate = pool.items[place].structure
        return place == 0
            || places.dropFirst().contains { used in
                used == place
                    || (pool.items[used].structure.publicKeyInfo == candidate.publicKeyInfo
                        && pool.items[used].structure.comparableSubject == candidate.comparableSubject)
            }
    }

    /// The cost of comparing the names of a path with the constraints of a certificate above it.
    private func weight(of item: CertificatePool.Item, above path: CandidatePath) -> Int {
        guard item.structure.meaning.nameConstraints != nil else { return 0 }
        return path.members.reduce(0) { $0 + $1.structure.constrainedNames.count } / 256
    }

    /// Whether the issuer's key verifies the signature on the subject; nil if that would exceed the limit of the work.
    private mutating func signature(_ edge: Edge) -> SignatureCheck.Outcome? {
        if let known = signatures[edge] { return known }
        let key = pool.items[edge.issuer].structure.key
        effort -= SignatureCheck.cost(of: key)
        guard effort > 0 else { return nil }
        let subject = pool.items[edge.subject].structure
        let check = SignatureCheck(of: subject, by: key).outcome(of: subject, by: key, question.mistakes)
        signatures[edge] = check
        if check != .verifies { broken.insert(edge) }
        return check
    }
}
