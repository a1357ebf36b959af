import ContainerModel
import Formats
import Previews
import Screen
import Search

/// The places in a file where a text was found.
struct HitsPanel: Panel {
    private let answer: ContentsHitsQuery.Answer
    private let file: ItemAddress
    private let question: ContentsQuestion

    init(_ answer: ContentsHitsQuery.Answer, in file: ItemAddress, _ question: ContentsQuestion) {
        self.answer = answer
        self.file = file
        self.question = question
    }

    var title: String {
        let count = answer.hits.count
        return count < ContentsHitsQuery.maxHits ? "\(count) hits" : "The first \(count) hits"
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let problems = answer.problems.map { PanelRow.wrapped(DisplayText($0, ascii: state.screen.isASCII)) }
        return problems
            + answer.hits.map { hit in
                var row = PanelRow(place(of: hit, state), fact: excerpt(of: hit, state)) { state in
                    state.panels.current = nil
                    return state.view(hit, in: file, question)
                }
                row.isNoteMinor = true
                return row
            }
    }

    /// The number of bytes that are shown before a match: of a long line, the match has to be in view.
    private static let lead = 24

    private func excerpt(of hit: ContentsHit, _ state: BrowserState) -> String {
        let excerpt = hit.excerpt
        var start = max(0, excerpt.match.lowerBound - Self.lead)
        // At the beginning of a character of UTF-8.
        while start < excerpt.match.lowerBound, excerpt.bytes[start] & 0xc0 == 0x80 { start += 1 }
        let text = state.screen.display(excerpt.bytes[start...]).description
        return start > 0 || excerpt.isCutBefore ? "\(Character(state.screen.glyphs.ellipsis))\(text)" : text
    }

    private func place(of hit: ContentsHit, _ state: BrowserState) -> DisplayText {
        let way = hit.address.map { state.screen.display($0) } ?? .empty
        let place: String =
            switch hit.place {
            case .line(let number, _) where number > 0: "line \(number)"
            case .line(_, let offset), .offset(let offset): "0x\(String(offset, radix: 16))"
            case .name: "key"
            case .value: ""
            }
        guard way.width > 0 else { return DisplayText(place) }
        return place.isEmpty ? way : way + DisplayText(", \(place)")
    }
}
