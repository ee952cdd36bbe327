import PKI
import Trace

extension Diagnosis {
    /// Makes a diagnosis.
    ///
    /// It collects the judgements of others: SecTrust judges the chain, App Transport Security the connection, and the models of the libraries
    /// the pins. The commands `trust evaluate`, `trust ats` and `trust matrix` ask the same models.
    package init(_ examination: Examination) {
        self = TrustMemory.during { Diagnosis(examination, on: Groundwork(examination)) }
    }

    /// Makes a diagnosis from the part that is common to all policies of an app.
    ///
    /// - Parameter groundwork: the findings about the same server, which do not depend on the app's policy.
    init(_ examination: Examination, on groundwork: Groundwork) {
        self.examination = examination
        let evidence = examination.evidence
        (shown, bundled, changes) = (groundwork.shown, groundwork.bundled, groundwork.changes)
        let pins = PinJudgement(examination, groundwork)
        let excused = pins.excusesChain
        let refusals = groundwork.refusals + pins.refusals
        // The sort is stable: reasons of one weight keep their order.
        let ordered = refusals.sorted { $0.weight < $1.weight }
        let leaf = shown.first
        reasons = ordered.map { refusal in
            Reason(
                refusal: refusal, errors: refusal.errors(isPinningByApp: pins.isComparedByApp),
                remedies: Diagnosis.remedies(refusal, examination, leaf: leaf))
        }
        let isStopped = ordered.contains { refusal in
            switch refusal {
            case .chain: !excused && refusal.weight < .pins
            case .handshake: true
            case .contact, .transport, .request, .pins, .hiddenCertificates, .unseen, .unsettled: refusal.weight < .pins
            }
        }
        result =
            if isStopped || pins.refuses {
                .refuses
            } else if ordered.contains(where: { $0.weight == .unseen }) {
                .undecided
            } else {
                pins.depends ? .depends : .connects
            }
        remarks = examination.remarks + groundwork.remarks
        next = NextBreak.all(
            in: shown, pins: evidence.pins, keys: pins.keys, comparesCertificates: pins.comparesCertificates,
            at: evidence.time)
    }

    fileprivate static func contact(_ examination: Examination) -> [RefusalReason] {
        if case .nothing(let problem) = examination.sight { [.contact(problem)] } else { [] }
    }

    /// The demands of App Transport Security besides the chain, and the facts that were not seen.
    fileprivate static func transport(_ examination: Examination, _ evaluation: SecTrust.Evaluation?) -> [RefusalReason]
    {
        guard let judgement = examination.transport() else { return [] }
        let isUnseen = examination.evidence.chain.isEmpty
        var refusals: [RefusalReason] = isUnseen ? [.hiddenCertificates(examination.absence)] : []
        for finding in judgement.findings {
            switch finding.outcome {
            case .met, .waived: continue
            case .unknown where finding.note.isUnsettled && finding.requirement == .host: continue
            case .unknown where finding.note.isUnsettled: refusals.append(.unsettled(finding))
            case .unknown:
                if case .handshake(let trial) = finding.note, let doubt = trial.doubt {
                    refusals.append(.request(doubt))
                    continue
                }
                // SecTrust's findings tell which certificate is missing, and which timestamps.
                if finding.note.isToldBySecTrust { continue }
                if !isUnseen || ATSPolicy.isNegotiation(finding.requirement) || finding.requirement == .handshake {
                    refusals.append(.unseen(finding.requirement))
                }
            case .failed:
                if case .handshake(.failed(let failure)) = finding.note {
                    refusals.append(.handshake(failure))
                    continue
                }
                // That the leaf cannot be read is SecTrust's reason, and one for all requirements.
                if case .unreadable = finding.note, evaluation?.result.isSuccess != true { continue }
                // SecTrust checks the system's rules too. If it refuses the chain, its findings give the reasons in full.
                guard !finding.requirement.isTrust || evaluation?.result.isSuccess == true else { continue }
                refusals.append(.transport(finding))
            }
        }
        return refusals
    }

    fileprivate static func chain(_ evaluation: SecTrust.Evaluation, _ examination: Examination) -> [RefusalReason] {
        guard !evaluation.result.isSuccess, !examination.evidence.chain.isEmpty else { return [] }
        let others = examination.evidence.pins + examination.earlier
        return ChainProblem.all(in: evaluation, of: examination.evidence, besides: others).map { .chain($0) }
    }

    private static func remedies(_ refusal: RefusalReason, _ examination: Examination, leaf: CertificatePins?)
        -> [Remedy]
    {
        switch refusal {
        case .contact(let problem): return problem.remedies
        case .handshake(let failure): return failure.remedies
        case .request(let request): return request.remedies
        case .chain(let problem): return problem.remedies
        case .pins(let problem):
            return problem.remedies(leaf: leaf).filter { remedy in
                // An expired certificate is no remedy.
                if case .restoreCertificate(let old) = remedy {
                    old.notAfter >= examination.evidence.time
                } else {
                    true
                }
            }
        case .hiddenCertificates: return [.giveChain(examination.place)]
        case .unseen, .unsettled: return []
        case .transport(let finding):
            let repair: [Remedy] = finding.repair == nil ? [] : [.repair(finding)]
            guard case .server(let server) = examination.sight, examination.dictionary == ATSDictionary(),
                let exception = ATSPolicy(anchorKind: examination.evidence.systemKind)
                    .remedy(for: server, scheme: .https, host: examination.host, on: examination.period),
                exception != ATSException()
            else { return repair }
            return repair + [.exempt(exception, examination.host)]
        }
    }
}

/// The part of a diagnosis that does not depend on the app's policy.
struct Groundwork {
    /// Whether the device trusts the chain.
    let isTrusted: Bool
    /// Whether it cannot be told whether the device trusts the chain.
    let isOpen: Bool
    /// Whether the path is whole, and the device trusts or may trust it.
    let isWhole: Bool
    /// The certificates that the server shows: of the path if it is whole and the device may trust the chain, otherwise those that were sent.
    let shown: [CertificatePins]
    /// Comparisons of the app's certificates with those that are shown.
    let bundled: [Renewal]
    /// Comparisons of the certificates that the server showed earlier with those that are shown now.
    let changes: [Renewal]
    /// The faults of the contact, the connection and the chain.
    let refusals: [RefusalReason]
    /// The remarks about the handshake and about revocation.
    let remarks: [Words]

    /// Collects the findings about the server of `examination`.
    init(_ examination: Examination) {
        let evidence = examination.evidence
        let evaluation = evidence.attempt.map { _ in examination.evaluation }
        isTrusted = evaluation?.result.isSuccess == true
        isOpen = evaluation?.doubt != nil
        // Without a path that may be trusted all certificates that were sent are shown, because a pin may belong to any of them.
        isWhole = isTrusted || isOpen && evaluation?.doubtAboutPath == nil
        let chain = isWhole ? evaluation?.certificateChain ?? evidence.chain : evidence.chain
        shown = (try? CertificatePins.of(chain: chain)) ?? []
        let host = examination.host.text
        bundled = evidence.chain.isEmpty ? [] : Renewal.all(of: evidence.pins, in: chain, host: host)
        changes =
            evidence.chain.isEmpty ? [] : examination.earlier.compactMap { Renewal(of: $0, in: chain, host: host) }
        refusals =
            Diagnosis.contact(examination) + Diagnosis.transport(examination, evaluation)
            + (evaluation.map { Diagnosis.chain($0, examination) } ?? [])
        let rules = examination.dictionary.rules(forHost: examination.host, on: examination.period)
        let isJudged = if case .nothing = examination.sight { false } else { true }
        remarks =
            examination.remarks(on: evaluation?.verdict)
            + (isJudged ? [Words(ExaminationRemark.rules(of: rules.period))] : [])
            + (isJudged ? rules.differences.map { Words($0) } : [])
    }
}

/// The decisions of the app and of the system about the pins.
private struct PinJudgement {
    /// Why the pins do not fit.
    var refusals: [RefusalReason] = []
    /// Whether the connection is refused because of the pins.
    var refuses = false
    /// Whether the answer depends on the app: a comparison of keys accepts, one of whole certificates refuses.
    var depends = false
    /// Whether the app's policy accepts a chain that the system refuses, and App Transport Security lets it decide.
    var excusesChain = false
    /// Whether the app's own code compares the pins. If not, the system does.
    var isComparedByApp = true
    /// Whether whole certificates are compared.
    var comparesCertificates = false
    /// All pinned keys, with those of the bundled certificates.
    var keys: [PublicKeyPin]
    /// The certificates that the server shows.
    private let shown: [CertificatePins]
    /// Whether they are all the certificates of the chain.
    private let isWhole: Bool

    /// Compares the pins as the system and the app do.
    ///
    /// Where it cannot be told whether the device trusts the chain, pins that fit nothing whatever comes refuse for certain.
    init(_ examination: Examination, _ groundwork: Groundwork) {
        let evidence = examination.evidence
        let renewals = groundwork.bundled + groundwork.changes
        let (isTrusted, isOpen) = (groundwork.isTrusted, groundwork.isOpen)
        (shown, isWhole) = (groundwork.shown, groundwork.isWhole)
        keys = evidence.pins.compactMap { PublicKeyPin(ifOfCertificate: $0) } + evidence.pinnedKeys
        guard !evidence.chain.isEmpty else { return }
        if let pinned = examination.dictionary.pinning?.pinned(for: examination.host.text),
            let attempt = evidence.attempt
        {
            keys += pinned.all
            let decision = examination.dictionary.pinning?.decide(attempt)
            if let decision, decision.isRefused, isTrusted || isOpen {
                isComparedByApp = false
                let kind: PinnedKind? =
                    if case .noneOfList(let kind, _, _)? = decision.steps.last?.why { kind } else { nil }
                refuse(
                    decision, by: "NSPinnedDomains", given: renewals, keys: kind.map(pinned.pins) ?? pinned.all,
                    byKey: true)
            }
        }
        if let policy = examination.policy {
            guard let decision = policy.decision(on: evidence) else { return }
            comparesCertificates = policy.comparison == .certificates
            if decision.accepts {
                // While ATS is on, the app's own code can refuse more than the system, never less.
                let rules = examination.dictionary.rules(forHost: examination.host, on: examination.period)
                excusesChain = !isTrusted && rules.letsAppDecide
            } else if decision.isRefused, isTrusted || isOpen {
                isComparedByApp = !policy.isOfSystem
                refuse(
                    decision, by: policy.name, given: renewals, keys: evidence.pinnedKeys,
                    byKey: policy.comparison != .certificates)
            }
            return
        }
        guard isTrusted || isOpen, !keys.isEmpty, !evidence.pins.isEmpty || !evidence.pinnedKeys.isEmpty,
            let byKey = PolicyColumn.publicKeys.decision(on: evidence)
        else { return }
        comparesCertificates = !evidence.pins.isEmpty
        guard !byKey.isRefused else {
            refuse(
                byKey, by: PolicyColumn.publicKeys.name, given: renewals, keys: evidence.pinnedKeys, byKey: true)
            return
        }
        if byKey.accepts, !evidence.pins.isEmpty, let whole = PolicyColumn.certificates.decision(on: evidence),
            !whole.accepts
        {
            depends = evidence.pinnedKeys.isEmpty
            refusals += PinProblem.all(
                whole, by: PolicyColumn.certificates.name, given: renewals.filter { $0.kind == .sameKey }, keys: [],
                byKey: false, shown: shown, isWhole: isWhole
            ).map { .pins($0) }
        }
    }

    private mutating func refuse(
        _ decision: TrustDecision, by name: String, given renewals: [Renewal], keys: [PublicKeyPin], byKey: Bool
    ) {
        refuses = true
        // A pin without a bundled certificate may belong to a certificate that the server showed earlier.
        let known = Set(renewals.map(\.bundled.publicKeyPin))
        let unknown = keys.filter { !known.contains($0) }
        let own = renewals.filter { self.keys.contains($0.bundled.publicKeyPin) }
        let problems = PinProblem.all(
            decision, by: name, given: own, keys: unknown, byKey: byKey, shown: shown, isWhole: isWhole)
        refusals += problems.map { .pins($0) }
    }
}
