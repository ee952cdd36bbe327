import Testing
import Trace

/// What a field means depends on where it stands.
struct GlossaryTests {
    private let glossary =
        Glossary([
            .init("x.number", english: "A number.", chinese: ""),
            .init("x.number 2", "x.number frame", english: "Another number.", chinese: ""),
            .init("x.number 2 server", english: "A number of the server.", chinese: ""),
        ]) + Glossary(at: "x.frame") { field, place in place.words.insert(field.value) }

    @Test func ofTheMeaningsThatFitTheOneWithTheMostWordsHolds() {
        func key(_ words: String...) -> String? {
            var place = Place()
            place.words = Set(words)
            return glossary.meaning(of: "x.number", at: place)?.key
        }
        #expect(key() == "x.number" && key("1", "server") == "x.number")
        #expect(key("2") == "x.number 2" && key("2", "client") == "x.number 2")
        #expect(key("2", "server") == "x.number 2 server")
        #expect(glossary.meaning(of: "x.other", at: Place()) == nil)
    }

    @Test func aFieldTellsThoseInsideItWhereTheyStand() {
        let inner = Field(name: "x.number", range: 0..<1)
        let frame = Field(name: "x.frame", range: 0..<1, value: "frame", children: [inner])
        let place = glossary.place(of: frame, at: Place("1"))
        #expect(place.words == ["1", "frame"])
        #expect(glossary.meaning(of: inner.name, at: place)?.key == "x.number frame")
        #expect(glossary.place(of: inner, at: Place("1")) == Place("1"))
    }

    @Test func aMessageBeginsWithItsVersionAndItsSender() {
        let message = Message(machine: "X", label: "", step: "", version: "2", panes: [], stream: 0..<0)
        #expect(Place(message, from: .server).words == ["2", "server"])
        #expect(glossary.all.map(\.key) == ["x.number", "x.number 2", "x.number 2 server", "x.number frame"])
    }
}
