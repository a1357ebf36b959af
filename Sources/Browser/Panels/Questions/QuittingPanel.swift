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
        return state.rows(saying: [running ?? "Operations are waiting."])
            + (count > 1 ? state.rows(saying: ["\(count) operations are running or waiting."]) : []) + [
                PanelRow(.empty),
                state.answer("Stay", .no) { state in
                    state.panels.current = nil
                    return []
                },
                state.answer("Quit when they have finished", .yes) { state in
                    state.panels.current = nil
                    state.tasks.quitsWhenDone = state.tasks.busyCount > 0
                    return state.tasks.quitsWhenDone ? [] : [.quit]
                },
                state.answer("Cancel them and quit; finished items stay") { state in
                    state.panels.current = nil
                    return [.quit]
                },
            ]
    }
}
