import TCPSim
import Trace

/// A run through a space once more, with connections that explain what they do, and written down as a scenario is.
protocol Playback {
    /// Where the run leads through.
    associatedtype Space: ConnectionSpace

    /// What has been written down, and the stations at the ends that each have one connection.
    var run: PlayedRun { get set }

    /// The run before its first step.
    init(_ space: Space, _ counterexample: Exploration<Space>.Counterexample)
    /// Plays a step that is not about a segment under way.
    mutating func play(_ step: RunStep<Space>, in space: Space)
    /// A segment arrives at its end.
    mutating func arrive(_ flight: Flight, at end: End)
}

extension Playback {
    /// The run to `counterexample` as a record. If the counterexample is about what comes of the last state, that follows.
    static func journal(_ counterexample: Exploration<Space>.Counterexample, in space: Space) -> Journal {
        var space = space
        var playback = Self(space, counterexample)
        let steps = space.run(counterexample.actions)
        playback.play(steps, in: space)
        playback.run.journal.record(
            at: playback.run.now, who: .network, step: "explore.rule",
            .checked(what: counterexample.rule.sentence(in: .english), passed: false))
        if counterexample.rule.rawValue == space.endless {
            let rest = space.run(after: steps.last?.after ?? space.start)
            playback.run.begin("chapter.sequel", ExplorationCaption.titleOfSequel, ExplorationCaption.sequel)
            playback.play(rest.steps, in: space)
        }
        playback.run.journal.limit(ExplorationCaption.datedApart)
        return playback.run.journal
    }

    /// Plays a call of a user, or that a timer runs out at an end.
    mutating func playCall(_ step: RunStep<Space>, in space: Space) {
        let state = Space.State(step.before)
        switch step.action {
        case .open(let end):
            if space.view(of: end, in: state).hasOpened {
                run.stations[end]?.reboot(space.scope.connection(of: end, incarnation: 1, isTelling: true))
            }
            run.call(end.peer == .a ? .activeOpen : .passiveOpen, at: end)
        case .send(let end):
            let view = space.view(of: end, in: state)
            let octet = space.scope.octet(Int(view.sent), of: end, view.incarnation)
            run.call(.send([octet], push: true), at: end)
        case .close(let end): run.call(.close, at: end)
        case .read(let end): run.call(.receive(max: .max), at: end)
        case .abort(let end): run.call(.abort, at: end)
        case .timeout(let end, let timer): run.runOut(timer, at: end)
        default: break
        }
    }

    /// Time stands still while exploring. In the record a step takes ten milliseconds.
    private mutating func play(_ steps: [RunStep<Space>], in space: Space) {
        for step in steps {
            run.now = run.now + .milliseconds(10)
            guard let passage = step.action.passage else {
                play(step, in: space)
                continue
            }
            if let flight = run.pass(passage) { arrive(flight, at: passage.end) }
        }
    }
}

extension PlayedRun {
    /// Begins the record of a run to a state or a step that breaks `rule`.
    mutating func begin(_ rule: any Remark, steps: Int) {
        begin("chapter.counterexample", ExplorationCaption.title, ExplorationCaption.broken(rule, steps: steps))
    }

    /// Does what happens to a segment under way. Returns it if it arrives.
    fileprivate mutating func pass(_ passage: Passage) -> Flight? {
        let end = passage.end
        guard let queue = flights[end], queue.indices.contains(passage.place) else { return nil }
        let flight = queue[passage.place]
        if passage.isTaken { take(passage.place, to: end) }
        switch passage.fate {
        case .arrives: return flight
        case .isLost: lose(flight, why: .searched)
        case .isCopied: append(copy(flight, to: end), to: end)
        }
        return nil
    }
}
