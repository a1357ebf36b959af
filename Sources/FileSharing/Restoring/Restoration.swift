package import ContainerModel

/// What a container, or a part of it, is made like.
package struct Restoration: Hashable, Sendable {
    /// The model.
    package enum Origin: Hashable, Sendable {
        /// Another container: a time point, a package, a domain of a backup.
        case container(Root)
        /// The container as it is after the app's installation.
        case installation(keepsPreferences: Bool)
    }

    /// The model.
    package var origin: Origin
    /// The paths that are restored, from the container's root; empty for everything.
    package var paths: [ContainerPath]
    /// The container that is changed.
    package var target: Root
    /// Other containers of the app, each with the one that it is made like.
    package var others: [Pair] = []
    /// Whether the container may get the contents of another app's.
    package var takesOtherApps: Bool

    /// A container and the one that it is made like.
    package struct Pair: Hashable, Sendable {
        /// The model.
        package let origin: Root
        /// The container that is changed.
        package let target: Root

        /// Creates a pair.
        package init(origin: Root, target: Root) {
            self.origin = origin
            self.target = target
        }
    }

    /// Creates a restoration.
    package init(of target: Root, from origin: Origin, paths: [ContainerPath] = [], takesOtherApps: Bool = false) {
        self.target = target
        self.origin = origin
        self.paths = paths
        self.takesOtherApps = takesOtherApps
    }
}
