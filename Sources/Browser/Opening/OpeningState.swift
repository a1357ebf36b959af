import ContainerModel
import ContainerStore
import Inspection
import TimePoints

/// The containers that can be opened, and the one that is being opened.
struct OpeningState: Sendable {
    /// Whether another container of the app is being opened from the tree.
    var isSwitching = false {
        didSet { if !isSwitching { actionAfterSwitching = nil } }
    }
    /// What is done in that container as soon as it is shown.
    var actionAfterSwitching: Action?
    /// The container that was opened last, or was to be.
    var tried: HostPath?
    /// The containers that were open before, the last one first; nil until they are read.
    var recent: [ContainerMemoryStore.Recent]?
    /// The time points, the oldest first; nil until they are read.
    var timePoints: [TimePointStore.Point]?
    /// Whether no container was named and the start screen offers some.
    var beginsWithChoice = false
    /// What was found near the working directory and in the usual places.
    var nearby = NearbyContainers()
    /// The devices on cables, as of the last look.
    var connected: [ContainerCandidate] = []
    /// Whether a worker looks for devices.
    var isWatchingDevices = false
    /// Whether the choice of a container is to be offered if a device is found.
    var awaitsDevices = false
    /// Containers to choose from.
    var candidates: [ContainerCandidate] = []
    /// The sizes of the apps among them, by the paths of their containers.
    var figures: [[HostPath]: ContainerStatistics] = [:]
    /// The devices among them whose containers have been read.
    var devices: [HostPath: ContainerCandidate] = [:]

    /// Adopts what workers have found out. What they report of a container that is being opened concerns others.
    mutating func update(_ event: OpeningEvent) {
        switch event {
        case .nearby(let found): nearby = found
        case .devices(let devices): connected = devices
        case .deviceRead(let device): devices[device.hostPath] = device
        case .measured(let parts, let found): figures[parts] = found
        case .recent(let containers): recent = containers
        case .progress, .opened, .several, .failed, .locked, .secondContainerOpened, .severalSecondContainers,
            .asideOpened:
            break
        }
    }

    /// Whether there is something to choose from if a container cannot be opened.
    var hasCandidates: Bool { !candidates.isEmpty || beginsWithChoice }
}
