package import ContainerModel

/// Who wants something done, and in which device state: what the rules are asked for.
package struct Requester: Hashable, Sendable {
    /// Who acts.
    package var actor: ActingParty
    /// What the app and the device do meanwhile.
    package var state: DeviceState

    /// The app, unless somebody else is named.
    package init(_ actor: ActingParty = .app, _ state: DeviceState = DeviceState()) {
        self.actor = actor
        self.state = state
    }
}
