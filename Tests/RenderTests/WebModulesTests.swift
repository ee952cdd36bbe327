import Foundation
import Testing

@testable import Render

/// The modules of the page, joined.
@Suite struct WebModulesTests {
    @Test func modulesStandAfterWhatTheyImport() throws {
        let script = try WebModules.join(
            [
                "main.js":
                    "// Begins.\nimport {double} from \"./number.js\";\nimport { say,\n  shout } from \"./words.js\";\nsay(double(2));\n",
                "number.js": "import {say} from './words.js'".replacing("'", with: "\"")
                    + "\n\nexport function double(n) {\n  return 2 * n;\n}\n",
                "words.js": "export const say = (x) => x;\nexport async function shout(x) { return x; }\n",
                "idle.js": "nothing imports this\n",
            ], from: "main.js")
        #expect(
            script == """
                (function () {
                "use strict";
                // words.js
                const say = (x) => x;
                async function shout(x) { return x; }
                // number.js
                function double(n) {
                return 2 * n;
                }
                // main.js
                say(double(2));
                })();

                """)
    }

    @Test(arguments: [
        ("import x from \"./a.js\";", 1), ("import * as x from \"./a.js\";", 1),
        ("import {a as b} from \"./a.js\";", 1),
        ("import {a} from \"a.js\";", 1), ("import {a} from \"https://example.com/a.js\";", 1),
        ("import \"./a.js\";", 1),
        ("import {b} from \"./a.js\";", 1), ("import {a} from \"./b.js\";", 0),
        ("f();\nimport {a} from \"./a.js\";", 2), ("import {a} from \"./a.js\";\nconst a = 1;", 2),
        ("export default 1;", 1), ("export {x};", 1), ("export let x = 1;", 1), ("export class X {}", 1),
        ("const x = await import(\"./a.js\");", 1), ("await f();", 1), ("const x = 1;\nconst x = 2;", 2),
        ("const x = \"</script>\";", 1), ("import {main} from \"./main.js\";", 0), ("import {a,", 0),
    ])
    func aModuleThatBreaksARuleIsNamedWithItsLine(text: String, line: Int) {
        let error = #expect(throws: WebModules.Violation.self) {
            try WebModules.join(["main.js": text, "a.js": "export const a = 1;"], from: "main.js")
        }
        #expect(error?.module == "main.js")
        #expect(error?.line == line, "\(error?.rule ?? "")")
    }

    @Test func theModulesOfThePageKeepTheRules() throws {
        let script = try WebFiles.script()
        #expect(!script.contains("\nimport ") && !script.contains("\nexport "))
        #expect(script.contains("// main.js\n"))
        // A line that begins with a comment is left out of the script, so no code stands behind it.
        for (name, text) in WebFiles.texts where name.hasSuffix(".js") {
            for line in text.split(separator: "\n") where line.drop(while: { $0 == " " }).hasPrefix("/*") {
                #expect(!line.contains("*/") || line.hasSuffix("*/"), "\(name): \(line)")
            }
        }
    }

    @Test func everyFileOfThePageIsCompiledIn() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "web")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { name in [".js", ".css", ".html"].contains { name.hasSuffix($0) } }
        #expect(Set(names) == Set(WebFiles.texts.keys))
        for name in names {
            #expect(
                try String(contentsOf: folder.appending(path: name), encoding: .utf8) == WebFiles.texts[name], "\(name)"
            )
        }
    }
}
