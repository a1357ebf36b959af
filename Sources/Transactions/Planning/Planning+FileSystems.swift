import CSystem
import ContainerModel
import Disk

// Which file systems changes are about.
extension Planning {
    /// Whether an item can be renamed into a directory.
    func isOneFileSystem(_ source: Spot, _ directory: Spot) -> Bool {
        // What does not exist yet will be on the file system of what is around it.
        guard let one = nearest(source.parent), let other = nearest(directory) else { return true }
        return Self.isOneFileSystem(one, other)
    }

    private static func isOneFileSystem(_ one: Descriptor, _ other: Descriptor) -> Bool {
        guard let first = try? ItemStatus(of: one, path: .root), let second = try? ItemStatus(of: other, path: .root)
        else { return true }
        return first.device == second.device && sandglass_mount(one.number) == sandglass_mount(other.number)
    }

    /// A handle of a directory, or of the nearest one around it that is there.
    func nearest(_ spot: Spot) -> Descriptor? {
        var path: ContainerPath? = foreseen[spot]?.origin?.path ?? spot.path
        while let current = path {
            if let handle = try? spot.site.root.passage(to: current) { return handle }
            path = current.parent
        }
        return nil
    }

    /// Whether an item can be renamed into the trash.
    func isOnTrashsFileSystem(_ spot: Spot) -> Bool {
        guard let handle = nearest(spot.parent) else { return true }
        var end = environment.trashDirectory.count
        while end > 0 {
            if let trash = try? RootedDirectory(hostPath: Array(environment.trashDirectory[..<end])) {
                return Self.isOneFileSystem(handle, trash.descriptor)
            }
            end = environment.trashDirectory[..<end].lastIndex(of: 0x2f) ?? 0
        }
        return true
    }

    /// Why a site's items cannot go to the trash; nil where they can.
    mutating func trashReason(for site: Site) -> String? {
        if let known = trashReasons[site.hostPath] { return known }
        var reason: String?
        if site.isContainer, Trash.isInside(site, environment.trashDirectory) {
            reason = "the trash would be inside the container; set XDG_DATA_HOME elsewhere"
        }
        trashReasons[site.hostPath] = .some(reason)
        return reason
    }
}
