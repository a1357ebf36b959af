import FileSharing
import Screen

/// The question what to do with an edited text that cannot be saved, and the reason.
struct MistakePanel: Panel {
    let title = EditingMistake.title
    let isQuestion = true
    let textColumns = 70
    private let mistake: EditingMistake

    init(_ mistake: EditingMistake) { self.mistake = mistake }

    func rows(_ state: BrowserState) -> [PanelRow] {
        state.screen.rows(saying: [mistake.reason, mistake.place, "", EditingMistake.question, ""]) + [
            state.screen.answer(EditingMistake.no, .no) { [mistake] state in Self.release(mistake) },
            state.screen.answer(EditingMistake.yes, .yes) { [mistake] state in [.outside(.openEditor(mistake.file))] },
        ]
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { Self.release(mistake) }

    private static func release(_ mistake: EditingMistake) -> [BrowserEffect] {
        mistake.file.ticket.map { [.outside(.giveUpEditing($0))] } ?? []
    }
}
