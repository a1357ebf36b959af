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
        let no = state.screen.answer("Cancel; nothing is changed", .no) { [ticket] in $0.answer(.giveUp, about: ticket)
        }
        let answers = question.answers.map { answer in
            let title = state.screen.display(question.title(of: answer, showing: state.pathText).utf8).description
            return state.screen.answer(title, .yes) { [question, ticket] state in
                question.destination(answer).map { state.answer(.redirect($0), about: ticket) } ?? []
            }
        }
        return state.screen.rows(saying: [question.sentence(showing: state.pathText), ""]) + [no] + answers
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { state.answer(.giveUp, about: ticket) }
}
