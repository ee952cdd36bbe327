import Testing
@testable import Explain
@Test func placeholder() { #expect(FigureText.span(5) == "5 µs") }
