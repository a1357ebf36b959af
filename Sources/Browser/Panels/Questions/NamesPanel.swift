import FileSharing
import Screen

/// The question what to do with an edited list of names that was not applied, and the reason.
struct NamesPanel: Panel {
    let title = NamesRejection.title
    let isQuestion = true
    let textColumns = 70
    private let rejection: NamesRejection

    init(_ rejection: NamesRejection) { self.rejection = rejection }

    func rows(_ state: BrowserState) -> [PanelRow] {
        state.screen.rows(saying: [rejection.reason, "", NamesRejection.question, ""]) + [
            state.screen.answer(NamesRejection.no, .no) { [rejection] state in
                [.outside(.giveUpEditing(rejection.list.ticket))]
            },
            state.screen.answer(NamesRejection.yes, .yes) { [rejection] state in [.outside(.editNamesAgain(rejection))]
            },
        ]
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        [.outside(.giveUpEditing(rejection.list.ticket))]
    }
}
