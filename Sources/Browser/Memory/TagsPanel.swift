import ContainerModel
import FileSharing
import Screen

/// The choice of a colour for the selected items, or the one under the cursor.
struct TagsPanel: Panel {
    let title = "Tag"
    private let paths: [ContainerPath]

    init(_ paths: [ContainerPath]) { self.paths = paths }

    func rows(_ state: BrowserState) -> [PanelRow] {
        var none = PanelRow(DisplayText("  no tag"), note: "n") { $0.tag(paths, nil) }
        none.linearTexts = [DisplayText("no tag")]
        return TagColor.allCases.map { color in
            let mark = String(Character(state.screen.glyphs.selected))
            let text = DisplayText("\(mark) \(color.rawValue)")
            var row = PanelRow(text, note: String(color.letter)) { $0.tag(paths, color) }
            if state.screen.colors != .none {
                let style = Style(foreground: color.color)
                row.paints = [PanelRow.Paint(columns: 0..<text.width, style: style, underCursor: .reversed)]
            }
            return row
        } + [none]
    }

    func firstChoice(_ state: BrowserState) -> Int {
        let color = paths.first.flatMap { state.bookmarks.tags[$0] }
        return color.flatMap { TagColor.allCases.firstIndex(of: $0) } ?? 0
    }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard case .character(let letter) = key else { return nil }
        if letter == "n" { return state.tag(paths, nil) }
        return TagColor.allCases.first { $0.letter == Character(letter) }.map { state.tag(paths, $0) }
    }
}

extension BrowserState {
    /// More tags are no help to anybody, and each is read at every start.
    private static let maxTagged = 1_000

    /// Asks for the colour of a tag.
    mutating func askForTag() -> [BrowserEffect] {
        guard panes.side == .container else {
            say("only items of a container have tags; \(keys.key("next-pane")) goes there", isError: true)
            return []
        }
        let items = subjects(on: .container)
        guard items.count <= Self.maxTagged else {
            say("at most \(Pluralized.items(Self.maxTagged)) can be tagged at once", isError: true)
            return []
        }
        let paths = items.prefix(items.count).map(\.path)
        if !paths.isEmpty { open(TagsPanel(paths)) }
        return []
    }

    /// Gives items a colour, or takes it away.
    mutating func tag(_ paths: [ContainerPath], _ color: TagColor?) -> [BrowserEffect] {
        panels.current = nil
        bookmarks.tag(paths, color)
        say("\(Pluralized.items(paths.count)) \(color.map { "tagged \($0.rawValue)" } ?? "without a tag")")
        return [.memory(.change(.tag(paths, color)))]
    }
}

extension ScreenContext {
    /// The colours of a tag among the entries of a listing.
    func tagStyle(_ color: TagColor) -> Style {
        Style(foreground: color.color, background: theme[.text].background)
    }

    /// The mark of a tagged item: a dot in its colour, and its first letter.
    func tagMark(_ color: TagColor) -> DisplayText {
        text(" \(Character(glyphs.selected))\(color.letter)")
    }
}
