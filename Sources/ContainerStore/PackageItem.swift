package import ContainerModel

/// Something in a package that is not in the container in it: `AppDataInfo.plist` beside `AppData`,
/// `iTunesMetadata.plist` beside `<Name>.app`.
///
/// No rule of iOS is about it, since the app never sees it. It can be looked at and copied out like any file of this
/// computer; it never stands for the container.
package struct PackageItem: Hashable, Sendable {
    /// The package's directory.
    package let package: HostPath
    /// The item, from the package's directory.
    package let path: ContainerPath

    init?(_ hostPath: HostPath, in package: HostPath) {
        guard let path = hostPath.path(below: package), !path.isRoot else { return nil }
        self.package = package
        self.path = path
    }
}

extension ContainerStore {
    /// The item of a package that a path names; nil where it names something in a container, or nothing of a package.
    package static func packageItem(_ path: [UInt8]) -> PackageItem? {
        do throws(ContainerStoreError) {
            _ = try open(path)
            return nil
        } catch {
            return error.packageItem
        }
    }
}

extension ContainerStoreError {
    static func besideContainer(_ path: [UInt8], _ item: PackageItem) -> ContainerStoreError {
        ContainerStoreError(
            .besideContainer,
            path,
            "is beside the container in its package, not in it. Only `ls`, `explain` and `export` work on it: no app "
                + "sees it, and no backup holds it. To work on the container, give the path of the package, or of an item "
                + "inside the container",
            packageItem: item
        )
    }
}
