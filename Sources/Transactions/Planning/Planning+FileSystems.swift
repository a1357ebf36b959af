import CSystem
import ContainerModel
import Disk
import Glibc

// Which file systems changes are about.
extension Planning {
    /// Whether an item can be renamed into a directory.
    func isOneFileSystem(_ source: Spot, _ directory: Spot) throws(Refused) -> Bool {
        // What does not exist yet will be on the file system of what is around it.
        guard let one = try nearest(source.parent), let other = try nearest(directory) else { return true }
        do throws(DiskError) {
            return try Self.isOneFileSystem(one, other)
        } catch {
            throw Refused(.targetUnknown, "it cannot be told which file system it is on: \(error.reason)")
        }
    }

    /// A handle of a directory, or of the nearest one around it that is there.
    func nearest(_ spot: Spot) throws(Refused) -> Descriptor? {
        var path: ContainerPath? = spot.path
        while let current = path {
            path = current.parent
            // What an earlier change brings will be on the file system of what is around it.
            if foreseen[Spot(spot.site, current)] != nil { continue }
            do throws(DiskError) {
                return try spot.site.root.passage(to: current)
            } catch {
                let isInsideBrought = error.errno == ENOTDIR && foreseen.isInsideBrought(Spot(spot.site, current))
                guard error.errno == ENOENT || isInsideBrought else {
                    throw Refused(.targetUnavailable, "its directory: \(error.reason)")
                }
            }
        }
        return nil
    }

    /// Whether an item can be renamed into the trash.
    func isOnTrashsFileSystem(_ spot: Spot) throws(Refused) -> Bool {
        guard let handle = try nearest(spot.parent) else { return true }
        return try isOnTrashsFileSystem(handle)
    }

    func isOnTrashsFileSystem(_ directory: Descriptor) throws(Refused) -> Bool {
        guard let trash = try trashDirectory() else { return true }
        do throws(DiskError) {
            return try Self.isOneFileSystem(directory, trash)
        } catch {
            throw Refused(.trashUnavailable, "the trash cannot be opened: \(error.reason)")
        }
    }

    private static func isOneFileSystem(_ one: Descriptor, _ other: Descriptor) throws(DiskError) -> Bool {
        let (first, second) = (try ItemStatus(of: one, path: .root), try ItemStatus(of: other, path: .root))
        return first.device == second.device && sandglass_mount(one.number) == sandglass_mount(other.number)
    }

    /// Why a site's items cannot go to the trash; nil where they can.
    mutating func trashReason(for site: Site) throws(Refused) -> String? {
        if let known = trashReasons[site.hostPath] { return known }
        var reason: String?
        do throws(DiskError) {
            if site.isContainer, try Trash.isInside(site, environment.trashDirectory) {
                reason = "the trash would be inside the container; set XDG_DATA_HOME elsewhere"
            } else if let failure = trashFailure() {
                reason = "the trash cannot be written: \(failure)"
            }
        } catch {
            throw Refused(.trashUnavailable, "the trash cannot be opened: \(error.reason)")
        }
        trashReasons[site.hostPath] = .some(reason)
        return reason
    }
}
