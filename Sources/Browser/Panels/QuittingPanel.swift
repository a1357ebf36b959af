import FileSharing
import Screen

/// Whether to quit while something is at work.
struct QuittingPanel: Panel {
    let title = "Quit?"
    let isQuestion = true
    let textColumns = 70

    func rows(_ state: BrowserState) -> [PanelRow] {
        let running = state.operations.running.map { "\($0.operation.title) is not finished yet." }
        let count = state.operations.busyCount
        return state.rows(saying: [running ?? "There is work waiting."])
            + (count > 1 ? state.rows(saying: ["\(count) operations run or wait."]) : []) + [
                PanelRow(.empty),
                state.answer("Stay") { state in
                    state.panel = nil
                    return []
                },
                state.answer("Quit when it is done") { state in
                    state.panel = nil
                    state.quitsWhenDone = state.operations.busyCount > 0
                    return state.quitsWhenDone ? [] : [.quit]
                },
                state.answer("Cancel it and quit; what is finished stays") { state in
                    state.panel = nil
                    return [.quit]
                },
            ]
    }
}
