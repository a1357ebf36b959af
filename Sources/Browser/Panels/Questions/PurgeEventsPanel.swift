import ContainerModel
import FileSharing
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
                // While the app runs, nothing is purged.
                let event = state.requester.state.isAppRunning ? .appRunning : event
                let root = state.panes.ruledRoot
                return state.ask(PurgeQuery(on: event), about: root) { PurgePanel(on: event, $0, in: root) }
            }
        }
    }
}
