import Foundation
import Misconceptions
import Museum
import Render
import TestSupport
import Testing
import Trace

@testable import HandshakeSim

/// The pages that `HandshakeSim site` writes.
@Suite struct SiteCommandTests {
    /// The files of a folder by their paths in it.
    private func files(in folder: String) throws -> [String: String] {
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".html") {
            files[path] = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        }
        return files
    }

    /// The path in the site to which a relative link leads.
    private func target(of link: Substring, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast()
        for part in link.split(separator: "/") {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// Whether a page contains a text. Octets are compared: to compare characters takes seconds for pages of megabytes.
    private func holds(_ page: String, _ text: String) -> Bool { strstr(page, text) != nil }

    /// The pages come in an archive, which another program opens; a folder of pages is made by the same calls.
    @Test func everyLessonIsAPageWithItsRunsAndEveryLinkLeadsSomewhere() async throws {
        try await Tool.require("python3")
        try await TemporaryDirectory.use { directory in
            let (folder, archive) = (directory.path(of: "pages"), directory.path(of: "pages.zip"))
            // All runs of all lessons and exhibits are made, beside the other tests.
            let result = try await Tool.run(BuiltProgram.path(), ["site", archive], deadline: .seconds(900))
            #expect(result.status == 0, "\(result.standardError)")
            let unpacked = try await Tool.run(
                "python3", ["-m", "zipfile", "-e", archive, directory.path(of: ".")])
            #expect(unpacked.status == 0, "\(unpacked.standardError)")
            let files = try files(in: folder)
            #expect(files.values.reduce(0) { $0 + $1.utf8.count } < 160 << 20)
            for (path, html) in files {
                #expect(html.utf8.count < 4 << 20, "\(path)")
                // A reader of the page finds the journals as --json writes them, whatever their length.
                #expect(!holds(html, "\"schema\":\"handshakesim.shared\""), "\(path)")
            }
            let index = try #require(files["index.html"])
            let lessons = files.keys.filter { $0.hasPrefix("lessons/") }
            let listed = try await BuiltProgram.run(["lesson"]).lines.count(where: { $0.contains(#/^ *\d+ /#) })
            #expect(lessons.count >= 10 && lessons.count >= listed)
            for question in [
                "What does an interceptor get?", "Is an order carried out twice", "What changes from TLS 1.2",
            ] {
                #expect(index.contains(question), "\(question)")
            }
            // The attacks of the lessons are runs on their pages.
            for attack in ["early-data-replay", "forward-secrecy"] {
                #expect(
                    lessons.contains { files[$0].map { holds($0, "\"command\":[\"attack\",\"\(attack)\"") } == true })
            }
            // A machine that was learned is drawn, with what is wrong in it.
            for machine in Catalogue.machines {
                let page = try #require(machine.path.flatMap { files[$0] }, "\(machine.command)")
                #expect(holds(page, "<svg") && holds(page, "The states of the"), "\(machine.command)")
                #expect(holds(page, "did not come in its place") == machine.arguments.contains("--variant"))
            }
            // The visits that settle claims are linked from the claims alone.
            func claims(below folder: String) -> String {
                files.filter { $0.key.hasPrefix("\(folder)claims/") }.values.joined()
            }
            let claims = [claims(below: ""), claims(below: "zh/")]
            let chinese = try #require(files["zh/index.html"])
            var ways = 0
            var linked: Set<String> = []
            for (path, html) in files {
                #expect(path.allSatisfy { $0.isLowercase || $0.isNumber || "-./".contains($0) }, "\(path)")
                // Each page is linked from the first one, or from a hall that is.
                let isChinese = path.hasPrefix("zh/")
                let (folder, name) = isChinese ? ("zh/", String(path.dropFirst(3))) : ("", path)
                let halls = [
                    isChinese ? chinese : index, files["\(folder)museum.html"] ?? "",
                    files["\(folder)clinic.html"] ?? "",
                    claims[isChinese ? 1 : 0],
                ]
                #expect(name == "index.html" || halls.contains { $0.contains("\(name)") }, "\(path)")
                // A page in one language leads to its other form.
                let isShared = ["runs/", "exhibits/"].contains { name.hasPrefix($0) }
                #expect(isChinese == html.hasPrefix("<!doctype html>\n<html lang=\"zh-Hans\""), "\(path)")
                #expect(html.contains(" hreflang=\"\(isChinese ? "en" : "zh-Hans")\"") != isShared, "\(path)")
                #expect(isShared || files[isChinese ? name : "zh/\(name)"] != nil, "\(path)")
                let article = try #require(html.firstRange(of: "<article id=\"hs-lesson\""))
                let end = try #require(html[article.upperBound...].firstRange(of: "</article>"))
                let text = html[article.upperBound..<end.lowerBound]
                for link in text.matches(of: /href="([^"]*)"/).map(\.output.1) where !link.hasPrefix("https://") {
                    guard !link.hasPrefix("#") else { continue }
                    let plain = link.replacing("&amp;lang=zh", with: "").replacing("#lang=zh", with: "")
                    #expect(plain != link || !isChinese || !link.contains("/runs/"), "\(path): \(link)")
                    let parts = plain.split(separator: "#", maxSplits: 1)
                    let page = parts.first.flatMap { files[target(of: $0, from: path)] }
                    #expect(page != nil, "\(path): \(link)")
                    if parts.count == 2, parts[1].hasPrefix("term-") {
                        #expect(parts[0] == "../glossary.html" && lessons.contains(name), "\(path): \(link)")
                        if !isChinese { linked.insert(String(parts[1])) }
                    } else if parts.count == 2, parts[1].hasPrefix("run=") {
                        let id = parts[1].dropFirst("run=".count).prefix { $0 != "&" }
                        #expect(page.map { holds($0, "{\"id\":\"\(id)\"") } == true, "\(link)")
                    } else if parts.count == 2 {
                        // A step by its name: the run has it.
                        let step = parts[1].dropFirst("step=".count).prefix { $0 != ":" }
                        #expect(page.map { holds($0, "\"step\":\"\(step)") } == true, "\(path): \(link)")
                    }
                }
                if lessons.contains(name) {
                    let places = text.matches(of: /data-exercise="(\d+)"/).map { String($0.output.1) }
                    let keys = text.firstRange(of: "id=\"hs-exercises\">").map { text[$0.upperBound...] } ?? ""
                    #expect(
                        !places.isEmpty && places.count == text.matches(of: #/<h3 id="exercise-\d/#).count, "\(path)")
                    #expect(places.allSatisfy { keys.contains("{\"number\":\($0),\"form\":") }, "\(path)")
                }
                let data = html.firstRange(of: "id=\"hs-data\">").map { String(html[$0.upperBound...]) } ?? ""
                for way in text.matches(of: /data-run="([a-z0-9-]+)" data-step="(\d+)"/) {
                    ways += 1
                    #expect(holds(data, "{\"id\":\"\(way.output.1)\""), "\(path): \(way.output.1)")
                    #expect(try #require(Int(way.output.2)) > 0)
                }
            }
            #expect(ways >= 10)
            // Each exhibit and each claim has its page, with its neighbours.
            #expect(files.keys.count { $0.hasPrefix("exhibits/") } == ExhibitName.allCases.count)
            #expect(files.keys.count { $0.hasPrefix("claims/") } == Claim.all.count)
            for (list, folder) in [
                (ExhibitName.allCases.map(\.card.name), "exhibits"), (Claim.all.map { "\($0.number)" }, "claims"),
            ] {
                for (name, next) in zip(list, list.dropFirst()) {
                    #expect(
                        files["\(folder)/\(name).html"]?.contains("href=\"../\(folder)/\(next).html\"") == true,
                        "\(name)")
                    #expect(
                        files["\(folder)/\(next).html"]?.contains("href=\"../\(folder)/\(name).html\"") == true,
                        "\(next)")
                }
            }
            // A lesson leads to its exhibits and claims, and they lead back.
            let blind = try #require(lessons.first { $0.hasPrefix("lessons/14-") })
            #expect(files[blind]?.contains("\"../exhibits/isn-prediction.html\"") == true)
            #expect(files["exhibits/isn-prediction.html"].map { holds($0, "\"../\(blind)\"") } == true)
            #expect(files["claims/62.html"]?.contains("../lessons/01-") == true)
            // Each claim has a lesson.
            for claim in Claim.all {
                #expect(files[SiteMap.path(of: claim)]?.contains("../lessons/") == true, "claim \(claim.number)")
            }
            // No answer of an exercise is in the search.
            #expect(files["search.html"]?.contains("<details") == false)
            // Each term of the glossary is used in a lesson, and its first use there leads to it.
            let glossary = try #require(files["glossary.html"])
            let terms = glossary.matches(of: /<h3 id="(term-[a-z0-9-]+)">/).map(\.output.1)
            #expect(terms.count > 80 && Set(terms).count == terms.count)
            #expect(linked == Set(terms.map { String($0) }))
            // A folder with something in it stays as it is.
            let again = try await BuiltProgram.run(["site", folder])
            #expect(again.status == 1 && again.standardError.contains("is not empty"))
            #expect(try self.files(in: folder) == files)
        }
    }

    @Test func aFileIsNoFolderForPages() async throws {
        try await TemporaryDirectory.use { directory in
            let path = try directory.write(text: "mine", to: "file")
            let result = try await BuiltProgram.run(["site", path])
            #expect(result.status == 1 && result.standardError.contains("is a file"))
            #expect(try directory.read("file") == Array("mine".utf8))
        }
    }
}
