/// Why a path of this computer could not be opened as a container.
package struct ContainerStoreError: Error, Hashable, Sendable {
    /// The reasons that programs tell apart.
    package enum Code: Hashable, Sendable {
        /// Nothing stands at the path.
        case notFound
        /// Something stands there, but no container around it, in it or at it.
        case notAContainer
        /// The path is that of an item of a container's package, beside the container.
        case besideContainer
        /// The host's permissions refuse it.
        case permissionDenied
        /// The path passes through a link inside a container.
        case throughLink
        /// The disk failed.
        case inputOutput
    }

    /// The reason as programs tell it.
    package let code: Code
    /// The path as it was given, as bytes: it has not passed the sanitizer.
    package let hostPath: [UInt8]
    /// What is wrong and what to do, without the path.
    package let message: String
    /// What the path names, for `besideContainer` only.
    package let packageItem: PackageItem?

    init(_ code: Code, _ hostPath: [UInt8], _ message: String, packageItem: PackageItem? = nil) {
        self.code = code
        self.hostPath = hostPath
        self.message = message
        self.packageItem = packageItem
    }
}
