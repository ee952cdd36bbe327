/// A heading on a rule from edge to edge.
package struct Heading: Sendable {
    private let title: String

    /// A heading with that title.
    package init(_ title: String) { self.title = title }

    /// Its line, ended by a line feed.
    package func text(style: PageStyle = .plain, ascii: Bool = false) -> String {
        let pen = Pen(style, ascii: ascii)
        return pen.draw([pen.heading(title)])
    }
}
