import Trace

/// The search for a path from the leaf to an anchor (RFC 4158), with bounded work.
///
/// Two searches. The first one wants a path without fault above the leaf: it leaves out at once what can be in none, tries the
/// shortest paths first, and turns back where a certificate does not do. Only where there is no such path a second one asks
/// which is least bad, for the reason. Each certificate is read once, each pair of certificate and issuer verified once, and
/// the number of steps is limited: a sender of certificates that issue each other in all directions gets a refusal and not
/// the processor.
struct PathSearch {
    private let pool: CertificatePool
    private let question: Question
    /// The leaf alone.
    private let start: CandidatePath
    private var signatures: [Edge: SignatureCheck.Outcome] = [:]
    private var broken: Set<Edge> = []
    /// The rest of the work that a question may cost, in verifications with an RSA key of 2048 bits.
    private var effort = PathSearch.mostEffort
    private var best: CandidatePath?
    private var completed = 0
    /// The least length of the paths that were left for later.
    private var nextLength: Int?

    /// A certificate and its possible issuers.
    struct Edge: Hashable {
        let subject: Int
        let issuer: Int
    }

    /// Enough for any path of the real world many times over, and some hundredths of a second.
    static let mostEffort = 600
    /// The longest path that is searched for, as in OpenSSL. No path of the real world is as long.
    static let longestPath = 100

    private init(_ pool: CertificatePool, _ question: Question, leaf: CertificatePool.Item) {
        self.pool = pool
        self.question = question
        var start = CandidatePath()
        start.append(PathSearch.member(leaf, isLeaf: true), signature: nil, question)
        self.start = start
    }

    /// The path that speaks most for the leaf, and whether the search had to be given up; nil where the leaf is missing.
    static func run(_ pool: CertificatePool, _ question: Question) -> (path: CandidatePath, isExhausted: Bool)? {
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
        let role: Finding.Role =
            isLeaf ? .leaf : item.isAnchor ? .anchor(item.structure.label) : .authority(item.structure)
        return CandidatePath.Member(
            index: item.index, role: role, structure: item.structure, isAnchor: item.isAnchor,
            anchorKind: item.anchorKind)
    }

    // MARK: - The usual path

    /// The path where there is nothing to search: each certificate has one issuer, up to an anchor, and none has a fault. Nil in
    /// all other cases, among them those in which a shorter path could be found.
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

    private mutating func findSound() {
        var sound: [Int: Bool] = [:]
        var graph = soundGraph(&sound)
        while best == nil, effort > 0, let length = max(graph.distances[0], nextLength),
            length < PathSearch.longestPath
        {
            let brokenBefore = broken.count
            nextLength = nil
            extend(start, [0], to: length, graph)
            guard best == nil else { return }
            if broken.count > brokenBefore {
                // An issuer by name did not sign the certificate: the way may be longer, or there is none.
                effort -= graph.edgeCount / 1000
                graph = soundGraph(&sound)
                nextLength = nextLength ?? graph.distances[0]
            }
            if nextLength == nil { return }
        }
    }

    private func max(_ a: Int?, _ b: Int?) -> Int? { a.map { a in b.map { Swift.max(a, $0) } ?? a } }

    private mutating func soundGraph(_ sound: inout [Int: Bool]) -> IssuerGraph {
        for place in pool.items.indices.dropFirst() where sound[place] == nil { sound[place] = isSound(place) }
        let known = sound
        return IssuerGraph(
            pool, needsIdentifiers: question.profile == .webPKI, broken: broken, isUsable: { known[$0] ?? false })
    }

    /// Whether nothing speaks against a certificate as an issuer above this leaf, whatever is between them.
    private mutating func isSound(_ place: Int) -> Bool {
        let item = pool.items[place]
        effort -= weight(of: item, above: start)
        guard effort > 0 else { return false }
        var path = start
        path.append(PathSearch.member(item, isLeaf: false), signature: nil, question)
        return path.failures == start.failures
    }

    /// Extends a path in all ways that can be completed with so many certificates above the leaf.
    private mutating func extend(_ path: CandidatePath, _ places: [Int], to length: Int, _ graph: IssuerGraph) {
        guard let tip = places.last else { return }
        for place in graph.issuers(of: tip) {
            guard best == nil, effort > 0, let distance = graph.distances[place] else { return }
            // They are sorted by distance.
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
                extend(longer, places + [place], to: length, graph)
                continue
            }
            let failures = longer.failures
            longer.conclude(question)
            if longer.failures == failures { best = longer }
        }
    }

    // MARK: - The least bad path

    private mutating func findLeastBad() {
        // What lies behind a signature that does not verify belongs to the reason too.
        let graph = IssuerGraph(pool, needsIdentifiers: false, broken: [], isUsable: { $0 > 0 })
        walk(start, [0], graph)
    }

    /// Extends a path in all ways and keeps the best.
    private mutating func walk(_ path: CandidatePath, _ places: [Int], _ graph: IssuerGraph) {
        guard let tip = places.last else { return }
        guard path.members.count < PathSearch.longestPath, effort > 0 else { return keep(path) }
        var isDeadEnd = true
        let candidates = ranked(graph.issuers(of: tip).filter { !repeats($0, in: places) }, for: tip, graph)
        for place in candidates {
            guard effort > 0, completed < 16 else { break }
            let edge = Edge(subject: tip, issuer: place)
            guard signature(edge) == .verifies else { continue }
            isDeadEnd = false
            take(edge, path, places, graph)
        }
        guard isDeadEnd else { return }
        // A signature that does not verify is worth telling where no other certificate could be the issuer's.
        if let first = candidates.first, !pool.items[tip].structure.isSelfIssued, effort > 0 {
            take(Edge(subject: tip, issuer: first), path, places, graph)
        } else {
            keep(path)
        }
    }

    private mutating func take(_ edge: Edge, _ path: CandidatePath, _ places: [Int], _ graph: IssuerGraph) {
        guard let signature = signature(edge) else { return keep(path) }
        let item = pool.items[edge.issuer]
        effort -= 1 + weight(of: item, above: path)
        var longer = path
        longer.append(PathSearch.member(item, isLeaf: false), signature: signature, question)
        if item.isAnchor { keep(longer) } else { walk(longer, places + [edge.issuer], graph) }
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

    /// Anchors first, those with the right key identifier before others, the nearer to an anchor before the farther.
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

    /// Whether a certificate, or one with its name and key, is in a path already: it would go round in circles.
    private func repeats(_ place: Int, in places: [Int]) -> Bool {
        let candidate = pool.items[place].structure
        return place == 0
            || places.dropFirst().contains { used in
                used == place
                    || (pool.items[used].structure.publicKeyInfo == candidate.publicKeyInfo
                        && pool.items[used].structure.comparableSubject == candidate.comparableSubject)
            }
    }

    /// The cost of comparing the names below a certificate with its constraints.
    private func weight(of item: CertificatePool.Item, above path: CandidatePath) -> Int {
        guard item.structure.meaning.nameConstraints != nil else { return 0 }
        return path.members.reduce(0) { $0 + $1.structure.constrainedNames.count } / 256
    }

    /// Whether one certificate's key verifies the signature on another; nil where that would be too much work.
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
