import FileSharing
import Screen

/// The choice of the sender of a file.
struct SendersPanel: Panel {
    let title = "Deliver from which app?"

    func rows(_ state: BrowserState) -> [PanelRow] {
        DeliverySender.system.map { sender in
            PanelRow(DisplayText(sender.title)) { state in
                state.panels.current = nil
                state.askForDocument(from: sender)
                return []
            }
        } + [
            PanelRow(state.screen.text("another app, through “Open in…”")) { state in
                state.panels.current = nil
                state.panels.prompt = Prompt(.sender)
                return []
            }
        ]
    }
}
