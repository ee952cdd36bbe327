/// A heading on a rule from edge to edge.
public struct Heading: Sendable {
    private let title: String

    /// A heading with that title.
    public init(_ title: String) { self.title = title }

    /// Its line, ended by a line feed.
    public func text(style: PageStyle = .plain, ascii: Bool = false) -> String {
        let pen = Pen(style, ascii: ascii)
        return pen.draw([pen.heading(title)])
    }
}
