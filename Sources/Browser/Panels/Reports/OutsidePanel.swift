import Screen

/// The warning before a program is started in read-only mode.
struct OutsidePanel: Panel {
    let title = "Read-only mode"
    let isQuestion = true
    let textColumns = 70
    let program: OutsideProgram

    func rows(_ state: BrowserState) -> [PanelRow] {
        let program = program
        return state.rows(
            saying: [
                "Read-only mode binds sandglass alone. What you start can change the container, and reading in it "
                    + "sets access times."
            ]) + [
                PanelRow(.empty),
                state.answer("Stay", .no) { state in
                    state.panels.current = nil
                    return []
                },
                state.answer("Start \(program.title) nevertheless", .yes) { state in
                    state.panels.current = nil
                    return [.outside(.start(program))]
                },
            ]
    }
}
