import ContainerModel
import FileSharing
import Screen

/// The choice of the actor.
struct ActorsPanel: Panel {
    let title = "Act as"

    func rows(_ state: BrowserState) -> [PanelRow] {
        let rows = ActingParty.allCases.map { actor in
            PanelRow.Parts([DisplayText(actor.rawValue), DisplayText(note(actor))]) { state in
                state.panels.current = nil
                return state.browse { $0.act(as: actor, &$1) }
            }
        }
        return PanelRow.aligned(rows, state.screen)
    }

    func firstChoice(_ state: BrowserState) -> Int { ActingParty.allCases.firstIndex(of: state.requester.actor) ?? 0 }

    private func note(_ actor: ActingParty) -> String {
        switch actor {
        case .app: "the app itself, in its sandbox"
        case .user: "the device's user, with Finder and the Files app"
        case .system: "iOS: delivers, purges, takes snapshots"
        case .owner: "you, the owner of this copy of the container"
        }
    }
}
