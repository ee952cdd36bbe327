import Foundation
import PKI
import TestPKI
import Testing
import Trace

@testable import Render
@testable import TrustLab

/// The pages of `trust matrix` and `trust show`.
@Suite struct ReportPageTests {
    /// What a text is inside an element.
    private func escaped(_ text: String) -> String { WebPage.text(Text.legible(text)).replacing("\"", with: "&quot;") }

    /// The page without its style and its script, which hold "<" as they like.
    private func shell(_ html: String) throws -> String {
        var shell = html
        for (start, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
            let first = try #require(shell.range(of: start))
            let last = try #require(shell.range(of: end, range: first.upperBound..<shell.endIndex))
            shell.removeSubrange(first.upperBound..<last.lowerBound)
        }
        return shell
    }

    /// What has the id, up to the end of its element: articles stand in no article.
    private func article(_ id: String, of page: String) throws -> Substring {
        let first = try #require(page.range(of: "<article id=\"\(id)\">"), "\(id)")
        let last = try #require(page.range(of: "</article>", range: first.upperBound..<page.endIndex))
        return page[first.upperBound..<last.lowerBound]
    }

    @Test func theTablesPageHasEachCellAndLeadsToEveryReasonThatJSONHas() throws {
        let rows = try ["genuine", "other-site-same-ca", "installed-root"].map { name in
            MatrixRow(name: name, scenario: TrustScenario.named(name), evidence: try SampleWorld.evidence(name))
        }
        let chosen = Array(MatrixReport.policies.indices)
        let report = MatrixReport.all(rows, of: chosen, seed: 7)
        let html = try #require(WebReport(report)).html()
        let page = try shell(html)
        var cells = 0
        for row in rows {
            let one = MatrixReport.one(row, why: true, of: chosen, seed: 7).json.text
            let json = try JSONSerialization.jsonObject(with: Data(one.utf8)) as? [String: Any]
            let policies = try #require(json?["policies"] as? [[String: Any]])
            #expect(page.contains("<section id=\"\(row.name ?? "")\">"))
            for policy in policies {
                let name = try #require(policy["policy"] as? String)
                let accepts = try #require(policy["accepts"] as? Bool)
                let words = Matrix.Mark(accepts, shouldAccept: row.deservesTrust).meaning(isPlatform: false).english
                let label = "aria-label=\"\(escaped("\(row.name ?? ""), \(name): \(words)"))\""
                let cell = try #require(page.range(of: label), "\(label)")
                let link = try #require(page[..<cell.lowerBound].range(of: "href=\"#", options: .backwards))
                let id = page[link.upperBound...].prefix { $0 != "\"" }
                let told = try article(String(id), of: page)
                // Shared reasons name the rows and policies that have them, a row a line.
                let uses = told.components(separatedBy: "<p class=\"uses\">").last?.split { "\n<".contains($0) } ?? []
                let use = try #require(uses.first { $0.hasPrefix("\(row.name ?? ""): ") })
                #expect(use.drop { $0 != " " }.dropFirst().components(separatedBy: "; ").contains(escaped(name)))
                #expect(told.contains(escaped(try #require(policy["reason"] as? String))))
                for step in try #require(policy["steps"] as? [[String: Any]]) {
                    for member in ["asked", "why", "source"] {
                        if let text = step[member] as? String { #expect(told.contains(escaped(text)), "\(text)") }
                    }
                }
                cells += 1
            }
            for failure in row.transport?.failures ?? [] {
                #expect(page.contains(escaped(failure.sentence(in: .english))))
            }
        }
        #expect(cells == 75)
        // Marks of the table's text and of the page are the same.
        let text = report.text()
        let grid = text.split(separator: "\n").filter { line in rows.contains { line.hasPrefix("\($0.name ?? "") ") } }
        #expect(grid.count == rows.count)
        #expect(page.matches(of: /data-mark="!"[^>]*><a/).count == grid.joined().count { $0 == "!" })
        #expect(try WebReport(report)?.html() == html)
    }

    @Test func namesOfAnEnemyBecomeTextAndNothingElse() throws {
        let enemy =
            "</span><script>alert(1)</script><img src=x onerror=alert(2)>\" onclick=\"x\u{202e}\u{1b}[31m\u{7}\u{200f}\n"
            + String(repeating: "w", count: 3_000)
        let chain = try Sample.chain { $0.commonName = enemy }
        let certificates = chain.map { AnnotatedCertificate($0) }
        let sources = chain.indices.map { CertificateSource(path: "<b>\(enemy)", number: $0 + 1, count: chain.count) }
        let page = try shell(TrustShowReport(certificates, sources).page().html())
        let known: Set = [
            "!doctype", "html", "head", "meta", "title", "link", "style", "body", "header", "div", "h1", "h2", "h3",
            "p", "label",
            "select", "option", "main", "nav", "ul", "li", "a", "section", "dl", "dt", "dd", "span", "pre", "script",
        ]
        for tag in page.split(separator: "<").dropFirst().map({ $0.prefix { $0 != ">" } }) {
            let name = tag.drop { $0 == "/" }.prefix { !$0.isWhitespace }
            #expect(known.contains(String(name)), "\(tag.prefix(100))")
            // Outside the values of attributes.
            let names = tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 0 }.map(\.element).joined()
            #expect(!names.contains(#/\son[a-z]+=|\ssrc=|\sstyle=/#), "\(tag.prefix(100))")
        }
        #expect(page.components(separatedBy: "<script>").count == 2)
        #expect(
            !page.unicodeScalars.contains { $0.value == 0x202e || $0.value == 0x200f || ($0.value < 32 && $0 != "\n") })
        #expect(page.contains(String(repeating: "w", count: 3_000)))
    }

    @Test func theOctetsOfACertificateStandInTheirOrderAndBelongToTheirElements() throws {
        let chain = try Sample.chain { _ in }
        let certificates = chain.map { AnnotatedCertificate($0) }
        let sources = chain.indices.map { CertificateSource(path: "chain.pem", number: $0 + 1, count: chain.count) }
        let page = try shell(TrustShowReport(certificates, sources).page().html())
        let sections = page.components(separatedBy: "<section class=\"certificate\"").dropFirst()
        #expect(sections.count == chain.count)
        for (section, certificate) in zip(sections, certificates) {
            let lines = certificate.lines
            var octets: [UInt8] = []
            for found in section.matches(of: #/<span data-of="(\d+)"(?: class="header")?>([0-9a-f ]+)<\/span>/#) {
                let piece = found.2.split(separator: " ").compactMap { UInt8($0, radix: 16) }
                let number = try #require(Int(found.1))
                let range = lines[number].range
                #expect(range.lowerBound <= octets.count && octets.count + piece.count <= range.upperBound)
                octets += piece
            }
            #expect(octets == certificate.der)
            let items = section.components(separatedBy: "role=\"treeitem\"").dropFirst()
            #expect(items.count == lines.count)
            for (item, line) in zip(items, lines) {
                #expect(item.contains("data-offset=\"\(line.range.lowerBound)\" data-length=\"\(line.range.count)\""))
                #expect(item.contains(escaped(line.part.name)))
                #expect(line.value.isEmpty || item.contains(escaped(line.value)))
                #expect(
                    item.contains(escaped(line.part.sentence(in: .english)))
                        && item.contains(escaped(line.part.cite.description)))
            }
        }
    }

    @Test func moreCertificatesThanAPageHoldsAreRefused() throws {
        let certificate = AnnotatedCertificate([])
        let source = CertificateSource(path: "x", number: 1, count: 1)
        #expect(throws: TrustShowReport.TooMany.self) {
            try TrustShowReport(Array(repeating: certificate, count: 33), Array(repeating: source, count: 33)).page()
        }
        _ = try TrustShowReport([certificate], [source]).page().html()
    }

    @Test func aLongNameBreaksBeforeACapitalLetterThatFollowsASmallOne() {
        #expect(WebMatrix.words(of: "NSPinnedDomains") == ["NSPinned", "Domains"])
        #expect(WebMatrix.words(of: "App Transport Security") == ["App Transport Security"])
        #expect(WebMatrix.words(of: "") == [])
    }
}
