import Screen

/// Whether to quit while something is at work.
struct QuittingPanel: Panel {
    let title = "Quit?"
    let isQuestion = true
    let textColumns = 70

    func rows(_ state: BrowserState) -> [PanelRow] {
        let running = state.errands.running.map { "\($0.errand.title) is not finished yet." }
        let count = state.errands.busyCount
        return state.rows(saying: [running ?? "There is work waiting."])
            + (count > 1 ? state.rows(saying: ["\(count) operations run or wait."]) : []) + [
                PanelRow(.empty),
                state.answer("Stay") { state in
                    state.panel = nil
                    return []
                },
                state.answer("Quit when it is done") { state in
                    state.panel = nil
                    state.quitsWhenDone = state.errands.busyCount > 0
                    return state.quitsWhenDone ? [] : [.quit]
                },
                state.answer("Cancel it and quit; what is finished stays") { state in
                    state.panel = nil
                    return [.quit]
                },
            ]
    }
}
