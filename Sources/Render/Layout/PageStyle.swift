import Trace

/// Whether a rendering may use colour. Colour is a second channel only: glyph and word say everything without it.
package enum Palette: Sendable {
    /// No escape codes at all.
    case plain
    /// With escape codes for colour and weight.
    case coloured
}

/// How a rendering may look: its colours and its width. The caller knows the terminal and the user's wishes.
package struct PageStyle: Sendable {
    /// Whether colour may be used.
    package let palette: Palette
    /// The columns that a line may take.
    package let columns: Int
    /// The language of everything that is printed.
    package let language: Language

    /// The narrowest page. In fewer columns a ladder has no room between its sides.
    package static let narrowest = 80

    /// A style of at least ``narrowest`` columns.
    package init(_ palette: Palette = .plain, columns: Int = Text.columns, language: Language = .english) {
        self.palette = palette
        self.columns = max(PageStyle.narrowest, columns)
        self.language = language
    }

    /// No colour, and lines of at most ``Text/columns`` columns.
    package static let plain = PageStyle(.plain)
    /// Colour, and lines of at most ``Text/columns`` columns.
    package static let coloured = PageStyle(.coloured)
}
