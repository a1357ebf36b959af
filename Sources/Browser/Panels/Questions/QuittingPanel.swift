import FileSharing
import Screen

/// The question whether to quit while operations are at work.
struct QuittingPanel: Panel {
    let title = "Quit?"
    let isQuestion = true
    let textColumns = 70

    func rows(_ state: BrowserState) -> [PanelRow] {
        let running = state.tasks.running.map { "\($0.title) is not finished yet." }
        let count = state.tasks.busyCount
        return state.screen.rows(saying: [running ?? "Operations are waiting."])
            + (count > 1 ? state.screen.rows(saying: ["\(count) operations are running or waiting."]) : []) + [
                PanelRow(.empty),
                state.screen.answer("Stay", .no),
                state.screen.answer("Quit when they have finished", .yes) { state in
                    state.tasks.quitsWhenDone = state.tasks.busyCount > 0
                    return state.tasks.quitsWhenDone ? [] : [.quit]
                },
                state.screen.answer("Cancel them and quit; finished items stay") { _ in [.quit] },
            ]
    }
}
