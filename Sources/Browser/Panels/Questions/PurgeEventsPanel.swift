import ContainerModel
import Inspection
import Screen

/// The events on which the system may purge.
struct PurgeEventsPanel: Panel {
    let title = "Simulate a system purge"

    private static let events: [PurgeEvent] = [.lowStorage, .appUpdate, .restore, .idle]

    func rows(_ state: BrowserState) -> [PanelRow] {
        Self.events.map { event in
            PanelRow(DisplayText(event.title)) { state in
                state.panels.current = nil
                return state.askForPurge(on: event)
            }
        }
    }
}
