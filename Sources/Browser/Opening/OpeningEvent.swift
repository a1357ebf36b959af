package import ContainerModel
package import ContainerStore
package import Encryption
package import Inspection
package import Jobs

/// What is to be opened, or found to be opened.
package enum OpeningRequest: Sendable {
    /// Open another container instead of this one. Answers: `progress`, any number of times, then `opened`, `several`,
    /// `locked` or `failed`.
    case container(HostPath)
    /// Open a container at a path as the user typed it, which may begin with `~`. Answers: as `container`.
    case typed([UInt8])
    /// Make the demonstration, if that has not been done, and open it. Answers: as `container`.
    case demonstration
    /// Unlock the encrypted backup that a path leads to or into, and open the path. Answers: as `container`.
    case unlock(HostPath, Passphrase)
    /// Open a container in the place of this computer, at a directory of it if that is there. Answers: `secondContainerOpened`
    /// or `severalSecondContainers`.
    case secondContainer(HostPath, at: ContainerPath? = nil)
    /// Open an item outside of the open container, at a path as the user typed it, which may begin with `~` or name a
    /// time point. Answer: `asideOpened`.
    case aside([UInt8], for: AsidePurpose)
    /// Look for containers near the working directory and in the usual places, until a container is open. Answers:
    /// `nearby`, several times.
    case findNearby
    /// Look for devices on cables from now on, or no longer. Answer: `devices`, at first and whenever they change.
    case watchDevices(Bool)
    /// Read the containers of simulator devices. Answer: `deviceRead` for each device.
    case readDevices([ContainerCandidate])
    /// Measure the containers of apps. Answer: `measured` for each app.
    case measure([ContainerCandidate])
}

/// What workers report about opening containers.
package enum OpeningEvent: Sendable {
    /// The progress of opening a container.
    case progress(Progress)
    case opened(ContainerDescription, at: ContainerStart)
    /// There are several containers where one was to be opened.
    case several([ContainerCandidate])
    /// A container could not be opened. The reason is a sentence for the user.
    case failed(String)
    /// The container is in an encrypted backup, and the passphrase is needed first.
    /// - Parameter isWrong: Whether a passphrase was given that is not the right one.
    case locked(HostPath, isWrong: Bool)
    /// A container was opened in the place of this computer.
    case secondContainerOpened(ContainerDescription, at: ContainerStart)
    /// There are several containers where one was to be opened in the place of this computer.
    case severalSecondContainers([ContainerCandidate])
    /// An item outside of the open container can be used.
    /// - Parameter in: The container that it is in; nil for an item of this computer.
    case asideOpened(ItemAddress, in: ContainerDescription?, for: AsidePurpose)
    /// What has been found near the working directory and in the usual places, completely or so far.
    case nearby(NearbyContainers)
    /// These devices are on cables.
    case devices([ContainerCandidate])
    /// The containers of a device have been read.
    case deviceRead(ContainerCandidate)
    /// Containers at these paths, which are all of an app, were measured together.
    case measured([HostPath], ContainerStatistics)
    /// The containers that were open before have been read.
    case recent([ContainerMemoryStore.Recent])
}
