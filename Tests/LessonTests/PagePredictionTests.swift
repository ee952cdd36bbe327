import Foundation
import TestSupport
import Testing
import Trace

@testable import HandshakeSim
@testable import Render

/// "Ask me first" on a page asks as `--step --predict` does: its module, run by Node.js, beside the questions of the program.
@Suite struct PagePredictionTests {
    /// Visits with and without losses, a figure of an RFC, whose sides have names of their own, and an attack with a third host.
    private static let commands = [
        "--rsa --seed 7", "--dh --loss 0.2 --seed 3", "--tls13 --resume early --seed 9", "tcp figure-13",
        "attack rst-injection --defence off --seed 7",
    ]

    @Test func aPageAsksWhatTheTerminalAsks() async throws {
        try await Tool.require("node")
        var memory = RunMemory()
        var runs: [WebDocument.Run] = []
        for command in Self.commands {
            for run in try await memory.runs(command.split(separator: " ").map(String.init)) {
                runs.append(WebDocument.Run("run-\(runs.count)", run.journal))
            }
        }
        #expect(runs.count >= Self.commands.count)
        let wanted = runs.enumerated().flatMap { place, run in
            Prediction.all(of: run.journal).sorted { $0.key < $1.key }.map { number, asked in
                JSON.array(
                    ([String(place), String(number), asked.note.english, asked.right] + asked.choices).map {
                        .string($0)
                    }
                )
                .compact
            }
        }
        #expect(wanted.count > 200)
        let web = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../web").standardized
        let asked = try await TemporaryDirectory.use { folder in
            let document = WebDocument(program: "", command: [], runs: runs)
            let path = try folder.write(text: document.json.compact, to: "runs.json")
            let script = """
                import { readFileSync } from "node:fs";
                import { makeModel } from "\(web.absoluteString)/model.js";
                import { wholeSight } from "\(web.absoluteString)/seat.js";
                import { questionBefore, wordsOfQuestion } from "\(web.absoluteString)/ask.js";
                JSON.parse(readFileSync("\(path)", "utf8")).runs.forEach((run, place) => {
                  const model = makeModel(run, place), sight = wholeSight(model);
                  for (let number = 1; number <= model.count; number++) {
                    const asked = questionBefore(model, number, sight);
                    if (!asked) continue;
                    const words = wordsOfQuestion(model, asked);
                    console.log(JSON.stringify([String(place), String(number), words, asked.right, ...asked.choices]));
                  }
                });
                """
            let result = try await Tool.run("node", ["--input-type=module", "-e", script])
            #expect(result.status == 0, "\(result.standardError)")
            return result.lines
        }
        #expect(asked.count == wanted.count)
        for (page, terminal) in zip(asked, wanted) { #expect(page == terminal) }
    }
}
