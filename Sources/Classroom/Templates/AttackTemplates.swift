import Museum
import Trace

/// Questions about attacks.
extension Template {
    static let attacks: [Template] = [
        Template(
            "attack.mitm-no-hostname", .choice,
            run: "attack mitm --policy no-hostname --attacker same-public-ca", step: "tls.application_data",
            cites: [.rfc(9525, "6.1")], words: AttackWords.noHostname
        ) { run in
            try .choice(
                run.fateOfVictim,
                [
                    "chain-is-enough": "refused", "noticed-at-finished": "finished", "noticed-by-the-server": "server",
                    "intercepted": "intercepted",
                ])
        },
        Template(
            "attack.mitm-full", .choice, run: "attack mitm --policy full --attacker same-public-ca", step: "tls.alert",
            cites: [.rfc(9525, "6.1")], words: AttackWords.fullCheck
        ) { run in
            try .choice(
                run.fateOfVictim,
                [
                    "all-is-lost": "intercepted", "noticed-at-finished": "finished", "noticed-by-the-server": "server",
                    "refused": "refused",
                ])
        },
        Template(
            "attack.downgrade-mark", .hex, run: "attack version-downgrade --exchange ecdhe --client checks",
            step: "tls.server_hello",
            cites: [.rfc(8446, "4.1.3")], words: AttackWords.downgradeMark
        ) { run in
            let server = try run.journal("ecdhe-hello-checks-server").message("tls.server_hello", of: .server).random
            return Working(
                .octets(server.suffix(8)),
                slips: [
                    .octets("random-as-ever", server.prefix(8)),
                    .octets("older-version", server.suffix(8).dropLast() + [0]),
                ], shown: [.octets(.quantity("ServerHello.random[0..23]"), server.dropLast(8))])
        },
        Template(
            alert: "attack.replay", run: "attack replay", named: "on", words: AttackWords.replay,
            cites: [.rfc(5246, "7.4.1.3")],
            slips: [
                "same-secret-same-keys": accepted, "noticed-at-the-hello": "handshake_failure",
                "noticed-by-the-hash": "decrypt_error",
            ]),
        Template(
            "attack.isn-next", .number, credit: 2, run: "--dh --isn plus64000", distinct: true, step: "tcp.syn",
            cites: [.rfc(6528, "3")], words: AttackWords.nextISN
        ) { run in
            let (syn, fin) = try (run.syn, run.fin)
            return try Working(
                .number(syn.sequence.advanced(inSequenceSpaceBy: 64_000)),
                slips: [
                    .number("same-again", syn.sequence),
                    .number("goes-on", fin.sequence.advanced(inSequenceSpaceBy: 1)),
                ], shown: [run.shown("SYN", syn), .text(.sequenceNumber(of: "FIN"), "\(fin.sequence)")])
        },
        Template(
            "attack.oracle-tries", .number, run: "attack bleichenbacher --defence off", needsJournals: false, step: "",
            cites: [.rfc(5246, "7.4.7.1")], words: AttackWords.oracleTries
        ) { run in
            let outcome = try MuseumQuestion("bleichenbacher").performed(run.seed).outcome
            let premaster = try outcome.loot.first.orThrow(.noStep("premaster"))
            let first = try outcome.figures.first { $0.name == "first" }.orThrow(.noStep("first"))
            let yes = outcome.answers.map(\.count).min() ?? 0
            let counts = outcome.answers.map { "\($0.name) \($0.count)" }
            return Working(
                .number(outcome.tries),
                slips: [
                    .number("yes-alone", yes), .number("first-is-enough", Int(first.measured)),
                    .number("a-bit-each", 8 * premaster.value.count),
                ], shown: [.text(.alerts, counts.joined(separator: "\n"))])
        },
        Template(
            "tcp.ghost", .choice, run: "tcp ghost-syn", step: "tcp.state", cites: [.rfc(9293, "3.5")],
            words: AttackWords.ghost
        ) { run in
            try .choice(
                run.state(of: .server, after: "SYN-RECEIVED"),
                [
                    "two-messages-open": "ESTABLISHED", "waits-for-ever": "SYN-RECEIVED", "gives-up": "CLOSED",
                ])
        },
    ]
}

extension QuestionRun {
    /// "intercepted" if application data goes over the victim's connection, else "refused".
    fileprivate var fateOfVictim: String {
        get throws(ExerciseError) {
            let isHeard = try only("victim").messages.contains { $0.message.label == "application data" }
            return isHeard ? "intercepted" : "refused"
        }
    }
}
