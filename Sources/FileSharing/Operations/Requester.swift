package import ContainerModel

/// The party that requests an operation, and the device state: the parameters of the rules.
package struct Requester: Hashable, Sendable {
    /// The acting party.
    package var actor: ActingParty
    /// The state of the app and the device.
    package var state: DeviceState

    /// Creates a requester, by default the app.
    package init(_ actor: ActingParty = .app, _ state: DeviceState = DeviceState()) {
        self.actor = actor
        self.state = state
    }
}
