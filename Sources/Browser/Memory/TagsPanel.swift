import ContainerModel
import FileSharing
import Screen

/// The choice of a colour for the selected items, or the one under the cursor.
struct TagsPanel: Panel {
    let title = "Tag"
    private let paths: [ContainerPath]

    init(_ paths: [ContainerPath]) { self.paths = paths }

    func rows(_ state: BrowserState) -> [PanelRow] {
        var none = PanelRow(DisplayText("  no tag"), note: "n") { tag(nil, in: &$0) }
        none.linearTexts = [DisplayText("no tag")]
        return TagColor.allCases.map { color in
            let mark = String(Character(state.screen.glyphs.selected))
            let text = DisplayText("\(mark) \(color.rawValue)")
            var row = PanelRow(text, note: String(color.letter)) { tag(color, in: &$0) }
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
        if letter == "n" { return tag(nil, in: &state) }
        return TagColor.allCases.first { $0.letter == Character(letter) }.map { tag($0, in: &state) }
    }
}

extension TagsPanel {
    /// More tags are no help to anybody, and each is read at every start.
    private static let maxTagged = 1_000

    /// Asks for the colour of a tag.
    static func show(in state: inout BrowserState) -> [BrowserEffect] {
        guard state.panes.side == .container else {
            state.say(
                "only items of a container have tags; \(state.keys.key("next-pane")) goes there", isError: true)
            return []
        }
        let items = state.subjects(on: .container)
        guard items.count <= maxTagged else {
            state.say("at most \(Pluralized.items(maxTagged)) can be tagged at once", isError: true)
            return []
        }
        let paths = items.prefix(items.count).map(\.path)
        if !paths.isEmpty { state.open(TagsPanel(paths)) }
        return []
    }

    /// Gives the items a colour, or takes it away.
    private func tag(_ color: TagColor?, in state: inout BrowserState) -> [BrowserEffect] {
        state.panels.current = nil
        return state.update(\.bookmarks) { $0.tag(paths, color, &$1) }
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
