package import ContainerModel

extension ContainerDescription {
    /// Returns the rules for the entries of a directory.
    /// - Parameters:
    ///   - directory: Its path from the container's root.
    ///   - actor: Who acts.
    ///   - state: The state of the app and the device.
    package func rules(
        in directory: ContainerPath, as actor: ActingParty = .app, state: DeviceState = DeviceState()
    ) -> DirectoryRules {
        RuleBook.standard.directory(directory, in: kind, as: actor, app: app, state: state)
    }
}
