import Testing

@testable import Render

/// Texts on pages.
@Suite struct WebArticleTests {
    @Test func everyKindOfBlockBecomesAnElement() {
        let markdown = """
            # A *title*

            Text with `a < b`, **strength** and [the RFC](https://www.rfc-editor.org/rfc/rfc9293).

            - one
            - two

            3. three

            > said

            | | B |
            |---|---|
            | `x` | y |

            ---

            <details><summary>Answer</summary>

            No.

            </details>
            """
        #expect(
            MarkdownHTML.html(markdown) == """
                <h1>A <em>title</em></h1>
                <p>Text with <code>a &lt; b</code>, <strong>strength</strong> and \
                <a href="https://www.rfc-editor.org/rfc/rfc9293" rel="noreferrer">the RFC</a>.</p>
                <ul>
                <li>one</li>
                <li>two</li>
                </ul>
                <ol start="3">
                <li>three</li>
                </ol>
                <blockquote>
                <p>said</p>
                </blockquote>
                <table>
                <thead><tr><td></td><th scope="col">B</th></tr></thead>
                <tbody>
                <tr><td><code>x</code></td><td>y</td></tr>
                </tbody>
                </table>
                <hr>
                <details><summary>Answer</summary>
                <p>No.</p>
                </details>

                """)
    }

    /// Nothing in a text becomes an element, and no link leads to a script or to a file.
    @Test(arguments: [
        "<script>alert(1)</script>", "# <img src=x onerror=alert(1)>", "`</code><script>`", "- <b>",
        "| <i> |\n|---|\n| </td><u> |",
        "[x](javascript:alert(1))", "[x](../../etc/passwd)", "[x](https://a/\"onclick=\"alert(1))",
        "```console\n$ <script>\n```",
        "```\n</pre><script>\n```", "<details><summary><script></summary>\n\n</details><svg>", "\u{202e}txt\u{0}",
    ]) func whatAHostileTextSaysStaysText(markdown: String) {
        let html = MarkdownHTML.html(markdown)
        let elements = html.split(separator: "<").dropFirst(html.hasPrefix("<") ? 0 : 1).compactMap {
            $0.split(separator: ">").first.map(String.init)
        }
        let known = [
            "h1", "p", "code", "pre", "ul", "ol", "li", "table", "thead", "tbody", "tr", "td", "th", "details",
            "summary",
        ]
        for element in elements {
            let name = element.split(separator: " ").first.map { $0.drop { $0 == "/" } } ?? ""
            #expect(known.contains(String(name)) || name == "a", "\(html)")
            if name == "a", !element.hasPrefix("/") {
                #expect(element.hasPrefix("a href=\"https://a/&quot;onclick"), "\(html)")
            }
        }
        #expect(!html.contains("\u{202e}") && !html.contains("\u{0}"))
    }

    @Test func aCommandWithARunIsFollowedByItsWay() {
        let markdown = "```console\n$ HandshakeSim --rsa \\\n  --only tcp.syn\noutput\n$ ls\nmore\n```\n"
        #expect(WebArticle.commands(in: markdown) == ["HandshakeSim --rsa   --only tcp.syn", "ls"])
        let html = MarkdownHTML.html(markdown) { $0 == "ls" ? nil : WebArticle.Way(run: "run-1", step: 8) }
        #expect(
            html == """
                <pre><code>$ HandshakeSim --rsa \\
                  --only tcp.syn
                output</code></pre>
                <p class="look"><a href="#run=run-1&amp;step=8" data-run="run-1" data-step="8">Look at it: step 8</a></p>
                <pre><code>$ ls
                more</code></pre>

                """)
    }
}
