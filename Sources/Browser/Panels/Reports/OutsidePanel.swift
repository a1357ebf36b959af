import Screen

/// The warning before a program is started in read-only mode.
struct OutsidePanel: Panel {
    let title = "Read-only mode"
    let isQuestion = true
    let textColumns = 70
    let program: OutsideProgram

    func rows(_ state: BrowserState) -> [PanelRow] {
        let program = program
        return state.screen.rows(
            saying: [
                "Read-only mode binds sandglass alone. What you start can change the container, and reading in it "
                    + "sets access times."
            ]) + [
                PanelRow(.empty),
                state.screen.answer("Stay", .no),
                state.screen.answer("Start \(program.title) nevertheless", .yes) { _ in [.outside(.start(program))] },
            ]
    }
}
