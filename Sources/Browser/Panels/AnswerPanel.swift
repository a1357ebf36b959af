import ContainerModel
import Inspection
import Screen

/// What a worker found out about the container, and what may be done about it.
struct AnswerPanel: Panel {
    private let question: ContainerQuestion
    private let answer: ContainerAnswer

    init(_ question: ContainerQuestion, _ answer: ContainerAnswer) {
        self.question = question
        self.answer = answer
    }

    var title: String { question.title }

    func rows(_ state: BrowserState) -> [PanelRow] {
        answer.lines.map { .wrapped(DisplayText($0, ascii: state.isASCII)) }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        if case .purge = question { return [KeyHint("d", "does it, asking first"), .closes] }
        return answer.move == nil ? standardHints(state) : [KeyHint("m", "moves it"), .closes]
    }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        switch (key, question) {
        case (.character("d"), .purge(let event)):
            state.panel = nil
            return state.begin(.purge(event))
        case (.character("m"), _):
            guard let move = answer.move else { return nil }
            state.panel = nil
            let items = ItemSet(move.items.map { state.containerItem($0) })
            return state.begin(.move(items, into: state.containerItem(move.directory)))
        default: return nil
        }
    }
}
