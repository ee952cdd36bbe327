import Testing

@testable import Render

/// The words of the page in its languages.
@Suite struct WebWordsTests {
    /// The words of a file by their keys.
    private func words(_ name: String) throws -> [String: String] {
        let text = try #require(WebFiles.texts[name])
        let pairs = text.matches(of: /"([\w.]+)": "((?:[^"\\]|\\.)*)"/).map { (String($0.1), String($0.2)) }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test func chineseHasTheWordsOfEnglish() throws {
        let (english, chinese) = (try words("words.en.js"), try words("words.zh.js"))
        #expect(english.count > 200)
        #expect(Set(english.keys) == Set(chinese.keys))
        for (key, text) in english {
            func places(_ text: String?) -> [String] {
                (text ?? "").matches(of: /\{\w+\}/).map { String($0.output) }.sorted()
            }
            #expect(places(text) == places(chinese[key]), "\(key)")
        }
    }
}
