import Trace

/// States in boxes and the ways between them, as a drawing on a page. A terminal shows nothing of it, because the report has the same as
/// facts.
package struct StateGraph: Sendable {
    /// A state.
    package struct Box: Sendable {
        fileprivate let title: String
        fileprivate let lines: [Words]
        fileprivate let isOnPath: Bool

        /// A box with a title and lines.
        ///
        /// - Parameter isOnPath: whether it stands on the line from top to bottom. The others stand beside it.
        package init(_ title: String, _ lines: [Words], isOnPath: Bool) {
            (self.title, self.lines, self.isOnPath) = (title, lines, isOnPath)
        }
    }

    /// A way from one box to another, by their places in the list of boxes.
    package struct Way: Sendable {
        fileprivate let from: Int
        fileprivate let to: Int
        fileprivate let label: Words
        fileprivate let isStep: Bool

        /// A way with a label.
        ///
        /// - Parameter isStep: whether it is a part of the line from top to bottom.
        package init(from: Int, to: Int, _ label: Words, isStep: Bool) {
            (self.from, self.to, self.label, self.isStep) = (from, to, label, isStep)
        }
    }

    private let title: Words
    private let boxes: [Box]
    private let ways: [Way]

    /// A drawing of these boxes and of the ways between them.
    package init(_ title: Words, _ boxes: [Box], _ ways: [Way]) {
        self.title = title
        self.boxes = boxes
        self.ways = ways.filter { boxes.indices.contains($0.from) && boxes.indices.contains($0.to) }
    }

    /// The drawing as an element.
    var markup: WebMarkup {
        WebMarkup(each: { language in
            Drawing(
                title: title.sentence(in: language),
                boxes: boxes.map { box in
                    let lines = box.lines.flatMap { Text.wrap($0.sentence(in: language), to: Drawing.characters) }
                    return Drawing.Box(lines: [box.title] + lines, isOnPath: box.isOnPath)
                },
                ways: ways.map { way in
                    Drawing.Way(
                        from: way.from, to: way.to, label: way.label.sentence(in: language), isStep: way.isStep)
                }
            ).markup
        })
    }
}

/// The graph in one language: its lines take the room that they need there.
private struct Drawing {
    struct Box {
        let lines: [String]
        let isOnPath: Bool

        var height: Int { Drawing.line * lines.count + 12 }
    }

    struct Way {
        let from: Int
        let to: Int
        let label: String
        let isStep: Bool
    }

    let title: String
    let boxes: [Box]
    let ways: [Way]

    // Lengths in pixels; a character of the font is at most 7 wide.
    static let characters = 58
    private static let line = 16
    private static let width = 420
    private static let aisle = 330
    private static let gap = 44

    /// The left upper corner of each box: those of the line on the left, the others on the right.
    private var corners: [(x: Int, y: Int)] {
        var next = [Self.gap / 2, Self.gap / 2]
        return boxes.map { box in
            let column = box.isOnPath ? 0 : 1
            defer { next[column] += box.height + Self.gap }
            return (10 + column * (Self.width + Self.aisle), next[column])
        }
    }

    /// The drawing as an element.
    var markup: WebMarkup {
        let corners = corners
        let bottom = zip(boxes, corners).map { $0.height + $1.y }.max() ?? 0
        let right = Self.width + 20 + (boxes.allSatisfy(\.isOnPath) ? Self.aisle : Self.aisle + Self.width)
        let drawn = ways.enumerated().map { number, way in draw(way, number, corners) } + zip(boxes, corners).map(draw)
        return .element(
            "div", ["class": "across", "tabindex": "0"],
            .element(
                "svg",
                [
                    "viewBox": "0 0 \(right) \(bottom + Self.gap / 2)", "width": "\(right)", "role": "img",
                    "aria-label": title,
                    "font-size": "12", "fill": "currentColor", "stroke": "currentColor",
                ], drawn.asOne))
    }

    private func draw(_ box: Box, at corner: (x: Int, y: Int)) -> WebMarkup {
        let frame = WebMarkup.element(
            "rect",
            [
                "x": "\(corner.x)", "y": "\(corner.y)", "width": "\(Self.width)", "height": "\(box.height)", "rx": "4",
                "fill": "none", "stroke-width": box.isOnPath ? "2" : "1",
            ])
        let lines = box.lines.enumerated().map { index, line in
            text(line, x: corner.x + 8, y: corner.y + (index + 1) * Self.line, isStrong: index == 0)
        }
        return ([frame] + lines).asOne
    }

    private func draw(_ way: Way, _ number: Int, _ corners: [(x: Int, y: Int)]) -> WebMarkup {
        let (from, to) = (corners[way.from], corners[way.to])
        if way.isStep, boxes[way.from].isOnPath, to.x == from.x, to.y > from.y {
            let (x, top, bottom) = (from.x + 30, from.y + boxes[way.from].height, to.y)
            let line = WebMarkup.element(
                "path", ["d": "M\(x) \(top) V\(bottom) l-5 -8 m5 8 l5 -8", "fill": "none", "stroke-width": "3"])
            return [line, text(way.label, x: x + 12, y: (top + bottom) / 2 + 4)].asOne
        }
        // The ways of a box leave it below one another.
        let place = ways.prefix(number).filter { $0.from == way.from && !$0.isStep }.count
        let y = from.y + 14 + place * Self.line
        let isLeft = from.x < to.x || from.x == to.x && boxes[way.from].isOnPath
        let (x, sign) = isLeft ? (from.x + Self.width, 1) : (from.x, -1)
        let endsRight = from.x == to.x ? isLeft : !isLeft
        let (end, turn) = endsRight ? (to.x + Self.width, 1) : (to.x, -1)
        let target = to.y + boxes[way.to].height / 2
        let curve =
            "M\(x) \(y) C\(x + sign * 140) \(y) \(end + turn * 140) \(target) \(end) \(target) l\(turn * 8) -5 m\(-turn * 8) 5 l\(turn * 8) 5"
        let line = WebMarkup.element("path", ["d": curve, "fill": "none", "opacity": "0.6"])
        let label = text(way.label, x: x + sign * 6, y: y - 3, anchor: isLeft ? "start" : "end")
        return [line, label].asOne
    }

    private func text(_ words: String, x: Int, y: Int, anchor: String = "start", isStrong: Bool = false) -> WebMarkup {
        .element(
            "text",
            [
                "x": "\(x)", "y": "\(y)", "text-anchor": anchor, "stroke": "none",
                "font-weight": isStrong ? "bold" : nil,
            ], WebMarkup(words))
    }
}
