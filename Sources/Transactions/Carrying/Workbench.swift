import CSystem
import ContainerModel
import Disk
import Glibc
import Jobs

/// The disk as one transaction works on it: its sites, opened, and the changes that happen at once.
///
/// Every directory is opened anew for every step, beneath its site's root and through no link: a directory that has
/// become a link since the plan was made is refused, not followed.
struct Workbench {
    let sites: [Site]
    /// The trash, where the transaction uses it; it is among the sites, too.
    let trash: Trash?
    let id: TransactionID
    let progress: ProgressMeter
    let cancellation: Cancellation
    let handles = DirectoryHandles()

    /// The trash's place in the list of sites.
    var trashSite: Int { sites.count - 1 }

    func spot(_ location: Location) -> Spot { Spot(sites[location.site], location.path) }

    /// An item of the trash.
    func trashed(_ name: [UInt8]) -> Location {
        Location(site: trashSite, path: Trash.files.appending(name: name) ?? Trash.files)
    }

    /// Takes a name in the trash. What fails is told of the note there, not of the item that was to come.
    func reserve(_ name: [UInt8], in trash: Trash, _ info: TrashInfo) throws(ItemFailure) {
        do throws(ItemFailure) {
            try trash.reserve(name, info)
        } catch {
            throw error.at(site: trashSite)
        }
    }

    /// A handle for the directory around a location.
    func directory(around location: Location) throws(ItemFailure) -> Descriptor { try directory(location.parent) }

    func directory(_ location: Location) throws(ItemFailure) -> Descriptor {
        try handles.directory(location) { () throws(ItemFailure) in
            do throws(DiskError) {
                return try sites[location.site].root.passage(to: location.path)
            } catch {
                throw ItemFailure("open the directory", errno: error.errno, path: location.path).at(site: location.site)
            }
        }
    }

    func status(_ location: Location) throws(ItemFailure) -> ItemStatus {
        do throws(DiskError) {
            guard handles.isKeeping, let name = location.path.lastComponent else {
                return try sites[location.site].root.status(location.path)
            }
            let directory = try handles.directory(location.parent) { () throws(DiskError) in
                try sites[location.site].root.passage(to: location.parent.path)
            }
            return try ItemStatus(of: name, in: directory, path: location.path)
        } catch {
            throw ItemFailure("look at the item", errno: error.errno, path: location.path).at(site: location.site)
        }
    }

    /// What stands at a location; nil where nothing does.
    func present(_ location: Location) throws(ItemFailure) -> ItemStatus? {
        do throws(ItemFailure) {
            return try status(location)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return nil
        }
    }

    /// Whether an item can be renamed from the one directory into the other.
    func isOneFileSystem(_ one: Location, _ other: Location) throws(ItemFailure) -> Bool {
        if one == other { return true }
        return try handles.isOneFileSystem(one, other) { () throws(ItemFailure) in try areOneFileSystem(one, other) }
    }

    private func areOneFileSystem(_ one: Location, _ other: Location) throws(ItemFailure) -> Bool {
        let first = try directory(one)
        let second = try directory(other)
        do throws(DiskError) {
            guard try ItemStatus(of: first, path: .root).device == ItemStatus(of: second, path: .root).device else {
                return false
            }
        } catch {
            throw ItemFailure("look at the directory", errno: error.errno, path: one.path).at(site: one.site)
        }
        // One file system that is mounted twice does not let items pass, either.
        return sandglass_mount(first.number) == sandglass_mount(second.number)
    }

    /// Makes the entries of directories durable, each once.
    func sync(_ directories: some Sequence<Location>) -> [ItemFailure] {
        var failures: [ItemFailure] = []
        for location in Set(directories) {
            do throws(ItemFailure) {
                try Durability.sync(try directory(location), path: location.path)
            } catch {
                // A directory that went away since needs no more.
                if error.errno != ENOENT { failures.append(error.at(site: location.site)) }
            }
        }
        return failures
    }
}
