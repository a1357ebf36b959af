package import ContainerModel

extension PurgeEvent {
    /// The event in a few words.
    package var title: String {
        switch self {
        case .appRunning: "the app runs"
        case .idle: "the app is not running"
        case .lowStorage: "disk space is low"
        case .appUpdate: "the app is updated"
        case .restore: "the device is restored"
        }
    }
}
