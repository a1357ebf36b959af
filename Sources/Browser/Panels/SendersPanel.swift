import FileSharing
import Screen

/// Who hands a file over.
struct SendersPanel: Panel {
    let title = "Who hands the file over?"

    func rows(_ state: BrowserState) -> [PanelRow] {
        DeliverySender.system.map { sender in
            PanelRow(DisplayText(sender.title)) { state in
                state.panel = nil
                state.askForDocument(from: sender)
                return []
            }
        } + [
            PanelRow(state.text("another app, by “Open in…”")) { state in
                state.panel = nil
                state.prompt = Prompt(.sender)
                return []
            }
        ]
    }
}
