import Foundation
import SwiftCrypto

/// A place where the same is said in English and in Chinese.
struct Translation {
    /// "Sources/Trace/Field.swift", and what is said there: "english.probe".
    let path: String
    let name: String
    let line: Int
    /// The digests of both texts.
    let digests: Digests

    /// What the ledger has of a place.
    struct Digests: Hashable {
        let english: String
        let chinese: String
    }

    init(path: String, name: String, line: Int, english: String, chinese: String) {
        (self.path, self.name, self.line) = (path, name, line)
        digests = Digests(english: Self.digest(of: english), chinese: Self.digest(of: chinese))
    }

    /// The key of the ledger.
    var place: String { "\(path)#\(name)" }

    func finding(_ rule: String) -> Finding { Finding(path: path, line: line, rule: "\(name): \(rule)") }

    /// The first twelve hexadecimal digits of SHA-256, however the white space is.
    static func digest(of text: String) -> String {
        let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let hash = SHA256.hash(data: Data(plain.utf8))
        return hash.prefix(6).map { octet in (octet < 16 ? "0" : "") + String(octet, radix: 16) }.joined()
    }
}

/// The ledger of translations, translations.json: for each place the digests of the English and of the Chinese that belong together.
///
/// It is there so that a text is not changed in one language and forgotten in the other. docs/notes.md says what to do with it.
enum Translations {
    typealias Entries = [String: Translation.Digests]

    /// What UPDATE_TRANSLATIONS in the environment asks for.
    enum Update: String {
        /// Write what is new, but for places where the English alone is: there the Chinese has to be looked at.
        case translated = "1"
        /// Write all: the Chinese was read, and still fits.
        case all
    }

    // MARK: The rule

    /// Where the ledger and the texts differ.
    static func examine(_ places: [Translation], _ entries: Entries) -> [Finding] {
        let names = Set(places.map(\.place))
        let left = entries.keys.filter { !names.contains($0) }.sorted().map { place in
            let parts = place.split(separator: "#", maxSplits: 1)
            let name = parts.count > 1 ? String(parts[1]) : place
            return Finding(
                path: String(parts.first ?? ""), line: 0, rule: "\(name): an entry in the ledger, and no such place")
        }
        let stale = stale(places, entries)
        return places.compactMap { place in
            if stale[place.place] != nil {
                return place.finding("the English of \(place.place) has changed; its Chinese has not")
            }
            guard let entry = entries[place.place] else {
                return place.finding("a place without an entry in the ledger")
            }
            return entry == place.digests ? nil : place.finding("the ledger does not have this Chinese yet")
        } + left
    }

    /// The ledger for these places. Where the English alone has changed, the old digest of the English stays, unless all is asked for.
    static func updated(_ entries: Entries, _ places: [Translation], _ update: Update) -> Entries {
        let stale = update == .all ? [:] : stale(places, entries)
        return Dictionary(places.map { ($0.place, stale[$0.place] ?? $0.digests) }) { first, _ in first }
    }

    /// The places whose English has changed while their Chinese has not, with what the ledger has for them. A place may have got another name
    /// at the same time: then the Chinese was in its file before, beside an English that is no longer there.
    private static func stale(_ places: [Translation], _ entries: Entries) -> Entries {
        var before: [String: Set<Translation.Digests>] = [:]
        for (place, digests) in entries {
            before[String(place.prefix { $0 != "#" }), default: []].insert(digests)
        }
        var stale: Entries = [:]
        for (path, now) in Dictionary(grouping: places, by: \.path) {
            let old = before[path, default: []]
            let gone = old.subtracting(now.map(\.digests)).sorted { $0.english < $1.english }
            for place in now where !old.contains(place.digests) {
                let entry = entries[place.place].flatMap { $0.chinese == place.digests.chinese ? $0 : nil }
                stale[place.place] = entry ?? gone.first { $0.chinese == place.digests.chinese }
            }
        }
        return stale
    }

    // MARK: The file

    private static let file = Project.root.appending(path: "Tests/TidyTests/translations.json")

    static func read() throws -> Entries {
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        return try entries(of: Data(contentsOf: file))
    }

    static func entries(of json: Data) throws -> Entries {
        try JSONDecoder().decode([String: [String]].self, from: json).mapValues { digests in
            Translation.Digests(english: digests.first ?? "", chinese: digests.count > 1 ? digests[1] : "")
        }
    }

    /// One line an entry, in the order of the places.
    static func text(of entries: Entries) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let lines = try entries.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }.map {
            place, digests in
            let key = String(decoding: try encoder.encode(place), as: UTF8.self)
            return "  \(key): [\"\(digests.english)\", \"\(digests.chinese)\"]"
        }
        return "{\n\(lines.joined(separator: ",\n"))\n}\n"
    }

    static func write(_ entries: Entries) throws {
        try Data(try text(of: entries).utf8).write(to: file)
    }

    // MARK: The places of the project

    /// Every place, and findings where a language is missing.
    static func ofProject() throws -> (places: [Translation], findings: [Finding]) {
        let sources = try Project.sources.get().map(TranslatedSource.init)
        let files = Dictionary(try Project.texts.get().map { ($0.path, $0) }) { first, _ in first }
        let documents = files.keys.sorted().filter(TranslatedText.isTranslated).map { path in
            let other = TranslatedText.chinese(of: path)
            return TranslatedText.document(files[path], files[other], at: path)
        }
        let web = try ["web/words.en.js", "web/words.zh.js"].map { path in
            SourceFile(path: path, text: try String(contentsOf: Project.root.appending(path: path), encoding: .utf8))
        }
        let all = documents + [TranslatedText.words(web[0], web[1])]
        return (
            sources.flatMap(\.places) + all.flatMap(\.places), sources.flatMap(\.findings) + all.flatMap(\.findings)
        )
    }
}
