import Render
import Trace

extension ExhibitName {
    /// The exhibits of each hall.
    package static var map: Report {
        var report = Report()
        for place in Card.Place.allCases {
            let cards = cards(of: place)
            guard !cards.isEmpty else { continue }
            report += Report([.heading(MapWords.hall(place))])
            report += Report(
                cards.flatMap { card -> [Report.Part] in
                    let marks = [Words(card.position)] + ([String(card.year)] + card.cves).map { Words(same: $0) }
                    return [
                        .text(card.headline, indent: 2, head: "\(card.name)  "),
                        .text(marks.joined(separator: Words(english: ", ", chinese: "、")), indent: 6),
                        .text(card.words(.mistake), indent: 6), .text(card.words(.defence), indent: 6),
                    ]
                })
            report += Report([.space])
        }
        return report
    }

    fileprivate static func cards(of place: Card.Place) -> [Card] {
        allCases.map(\.card).filter { $0.place == place }
    }
}

/// The page of the museum: a list through which a reader walks. It needs no run.
package enum MuseumPage {
    /// The title of the page.
    package static var title: Words { MapWords.title.words }

    /// The page.
    ///
    /// - Parameters:
    ///   - links: the links above its title.
    ///   - path: the path to the page of an exhibit.
    package static func hall(links: [WebArticle.Link], path: (Card) -> Words) -> WebHall {
        let cards = ExhibitName.allCases.map(\.card)
        let places = Card.Place.allCases.map { (value: "place-" + $0.rawValue, label: MapWords.hall($0).words) }
        let positions = Position.allCases.filter { position in cards.contains { $0.position == position } }
        let goals = Card.Goal.allCases.filter { goal in cards.contains { $0.goal == goal } }
        return WebHall(
            title: title, about: MapWords.introduction.words, links: links,
            nouns: (MapWords.exhibits(1).words, MapWords.exhibits(2).words),
            choices: [
                .init(MapWords.halls.words, any: MapWords.anyHall.words, places),
                .init(
                    MapWords.positions.words, any: MapWords.anyPosition.words,
                    positions.map { ("position-" + $0.rawValue, MapWords.position($0).words) }),
                .init(
                    MapWords.goals.words, any: MapWords.anyGoal.words,
                    goals.map { ("goal-" + $0.rawValue, MapWords.goal($0).words) }),
            ],
            parts: Card.Place.allCases.map { place in
                WebHall.Part(
                    MapWords.hall(place).words,
                    ExhibitName.cards(of: place).map { card in
                        let kinds = ["place-" + place.rawValue, "position-" + card.position.rawValue]
                        return WebHall.Entry(kinds: kinds + ["goal-" + card.goal.rawValue], entry(card, path(card)))
                    })
            })
    }

    private static func entry(_ card: Card, _ path: Words) -> WebMarkup {
        let marks =
            [Words(same: card.name), MapWords.position(card.position).words]
            + ([String(card.year)] + card.cves).map { Words(same: $0) }
        return [
            .element("a", ["href": path], WebMarkup(card.headline)),
            .element("p", [:], WebMarkup(card.words(.mistake))), .element("p", [:], WebMarkup(card.words(.defence))),
            .element("p", ["class": "quiet"], WebMarkup(marks.joined(separator: " · "))),
        ].asOne
    }
}

extension Card {
    /// What the card says, as a text in Markdown without a title: the mistake, the rule and the rest, and the documents.
    package var markdown: Words {
        let parts: [(StoryHeading, CardPart)] = [
            (.mistake, .mistake), (.goal, .goal), (.defence, .defence), (.cost, .cost), (.remains, .remains),
            (.misreading, .misreading), (.limit, .limit),
        ]
        let told = parts.map { heading, part in
            // A full stop inside of the stars would keep them from closing before a Han character.
            Words(
                english: "**\(heading.english).** \(words(part).english)",
                chinese: "**\(heading.chinese)**：\(words(part).chinese)")
        }
        let marks = ([String(year)] + cves + cites.map(\.description)).map { Words(same: $0) }
        let place = ([MapWords.position(position).words] + marks).joined(separator: " · ")
        return (told + [place]).joined(separator: "\n\n") + "\n"
    }
}

/// The texts around the exhibits on the museum's page and map.
enum MapWords: Wording {
    case hall(Card.Place)
    case title
    case introduction
    case position(Position)
    case goal(Card.Goal)
    /// The heads of the choices, and the words for no choice.
    case halls, anyHall, positions, anyPosition, goals, anyGoal
    /// What so many entries of the list are called.
    case exhibits(Int)

    var words: Words { Words(self) }

    var english: String {
        switch self {
        case .title: "The museum of attacks"
        case .introduction:
            "Each exhibit is an attack that is carried out twice: with a rule missing, and with the rule in place. `HandshakeSim attack "
                + "NAME` performs it in a terminal; `--pcap FILE` writes what was on the wire."
        case .position(.offPath): "Off the path"
        case .position(.onPath): "On the path: she sees all"
        case .position(.inPath): "In the path: she decides what passes"
        case .position(.peer): "At one end"
        case .position(.recording): "With a recording"
        case .goal(.read): "To read data"
        case .goal(.key): "To find a key"
        case .goal(.forge): "To change data"
        case .goal(.inject): "To add data"
        case .goal(.reset): "To end a connection"
        case .goal(.exhaust): "To use up a host"
        case .goal(.impersonate): "To act in another's name"
        case .goal(.downgrade): "To get a weaker choice"
        case .goal(.truncate): "To cut data short"
        case .halls: "The hall"
        case .anyHall: "All halls"
        case .positions: "Where she stands"
        case .anyPosition: "Anywhere"
        case .goals: "What she wants"
        case .anyGoal: "Anything"
        case .exhibits(let count): count == 1 ? "exhibit" : "exhibits"
        case .hall(.tcp): "The hall of TCP"
        case .hall(.handshake): "The hall of the handshake"
        case .hall(.record): "The hall of records"
        case .hall(.pki): "The hall of certificates"
        case .hall(.implementation): "The hall of programs"
        }
    }

    var chinese: String {
        switch self {
        case .title: "攻击博物馆"
        case .introduction:
            "每件展品都是一次攻击，要进行两遍：一遍缺少规则，一遍规则到位。`HandshakeSim attack NAME` 在终端里进行这次攻击；"
                + "`--pcap FILE` 写出线路上的内容。"
        case .position(.offPath): "不在路径上"
        case .position(.onPath): "在路径旁：她看到一切"
        case .position(.inPath): "在路径中间：什么能通过由她决定"
        case .position(.peer): "在其中一端"
        case .position(.recording): "手里有录下的流量"
        case .goal(.read): "读取数据"
        case .goal(.key): "找到密钥"
        case .goal(.forge): "篡改数据"
        case .goal(.inject): "加入数据"
        case .goal(.reset): "结束连接"
        case .goal(.exhaust): "耗尽一台主机"
        case .goal(.impersonate): "以别人的名义行事"
        case .goal(.downgrade): "得到更弱的选择"
        case .goal(.truncate): "截断数据"
        case .halls: "展厅"
        case .anyHall: "所有展厅"
        case .positions: "她在哪里"
        case .anyPosition: "任何位置"
        case .goals: "她想要什么"
        case .anyGoal: "任何目标"
        case .exhibits: "件展品"
        case .hall(.tcp): "TCP 展厅"
        case .hall(.handshake): "握手展厅"
        case .hall(.record): "记录展厅"
        case .hall(.pki): "证书展厅"
        case .hall(.implementation): "程序展厅"
        }
    }
}
