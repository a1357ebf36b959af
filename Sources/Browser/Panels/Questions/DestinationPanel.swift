import FileSharing
import Jobs
import Screen

/// The question what a destination means that does not exist.
struct DestinationPanel: Panel {
    let title = "Where to?"
    let isQuestion = true
    let textColumns = 70
    let ticket: Ticket?
    private let question: DestinationQuestion

    init(_ question: DestinationQuestion, about ticket: Ticket) {
        self.question = question
        self.ticket = ticket
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let no = state.answer("Cancel; nothing is changed", .no) { [ticket] in $0.giveUp(ticket) }
        let answers = question.answers.map { answer in
            let title = state.screen.display(question.title(of: answer, showing: state.pathText).utf8).description
            return state.answer(title, .yes) { [question, ticket] state in
                guard let ticket, let destination = question.destination(answer) else { return [] }
                return state.redirect(ticket, to: destination)
            }
        }
        return state.rows(saying: [question.sentence(showing: state.pathText), ""]) + [no] + answers
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { state.giveUp(ticket) }
}
