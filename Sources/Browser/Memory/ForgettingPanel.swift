import ContainerStore
import Screen

/// The question whether to forget a container.
struct ForgettingPanel: Panel {
    let title = "Forget this container?"
    let isQuestion = true
    let textColumns = 70
    private let container: ContainerMemoryStore.Recent

    init(_ container: ContainerMemoryStore.Recent) { self.container = container }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let sentences = [
            container.name, "Its marks, its tags and where you were in it are forgotten. The container itself stays.",
            "",
        ]
        return state.screen.rows(saying: sentences) + [
            state.screen.answer("No, keep them", .no),
            state.screen.answer("Yes, forget it", .yes) { [container] state in
                state.say("\(container.name) is forgotten")
                return [.memory(.forget(hostPath: container.hostPath))]
            },
        ]
    }

    /// The list that the question was asked in comes back.
    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { [] }
}
