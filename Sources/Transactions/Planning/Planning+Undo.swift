import ContainerModel
import Copying
import FileTree
import Jobs
import System

// The plan's advance report about its undo.
extension Planning {
    /// Returns the traits preserved by the file system that an item is moved to; nil if the item stays on its file
    /// system.
    func traits(of method: Plan.Method, _ change: Change) throws(Refused) -> UndoForecast.Traits? {
        guard method == .copyThenRemove else { return nil }
        let directory: Descriptor?
        if let target = change.target {
            directory = try nearest(target.parent)
        } else {
            directory = try trashDirectory()
        }
        return directory.map { UndoForecast.Traits(of: $0) }
    }

    /// Records an item to be created, which an undo will move to the trash.
    mutating func noteMade(_ change: Change, _ bytes: UInt64) {
        switch change {
        case .copy(_, let target), .makeDirectory(let target), .writeFile(let target, _):
            noteMade(bytes, in: target.parent)
        case .move, .trash, .setAttribute, .setStatus: break
        }
    }

    /// - Parameter directory: The directory in which the item is created.
    mutating func noteMade(_ bytes: UInt64, in directory: ItemAddress) {
        do throws(Refused) {
            if let reason = try trashReason(for: directory.root) {
                return forecast.noteMade(bytes, isDistant: false, trashReason: reason)
            }
            let isDistant = bytes > 0 ? try isDistant(directory) : false
            forecast.noteMade(bytes, isDistant: isDistant, trashReason: nil)
        } catch {
            // Creating the item does not need the trash, only the undo does.
            forecast.noteMade(bytes, isDistant: false, trashReason: error.reason)
        }
    }

    /// Records the losses of an item that goes to the trash because another one gets its name. A trash that cannot be
    /// used is a separate limit.
    mutating func noteReplaced(_ item: ItemAddress) {
        guard (try? isDistant(item.parent)) == true, let trash = (try? trashDirectory()) ?? nil,
            let tree = try? roots.tree(of: item.root)
        else { return }
        let traits = UndoForecast.Traits(of: trash)
        var walk = TreeWalk(of: tree, start: item.path)
        while !cancellation.isCancelled, let step = walk.next() {
            guard case .item(let found) = step else { continue }
            forecast.note(
                ItemAddress(item.root, found.path), found.status, found.name, in: found.directory, movedTo: traits)
        }
    }

    /// Returns whether a directory is on another file system than the trash.
    private mutating func isDistant(_ directory: ItemAddress) throws(Refused) -> Bool {
        if let known = distances[directory] { return known }
        guard let handle = try nearest(directory) else { return false }
        let isDistant = try !isOnTrashsFileSystem(handle)
        distances[directory] = isDistant
        return isDistant
    }

    func undoLimits() -> [UndoLimit] {
        forecast.limits(trash: environment.trashDirectory) {
            guard let directory = (try? trashDirectory()) ?? nil else { return nil }
            let free = sandglass_free_bytes(directory.number)
            return free >= 0 ? UInt64(free) : nil
        }
    }

    /// Returns a descriptor of the trash or of its nearest existing ancestor; nil if there is none.
    func trashDirectory() throws(Refused) -> Descriptor? {
        do throws(FileTreeError) {
            return try Self.nearest(environment.trashDirectory)
        } catch {
            throw Refused(.trashUnavailable, "the trash cannot be opened: \(error.reason)")
        }
    }

    /// Returns a descriptor of a host directory or of its nearest existing ancestor; nil if there is none.
    private static func nearest(_ path: [UInt8]) throws(FileTreeError) -> Descriptor? {
        var end = path.count
        while end > 0 {
            do throws(FileTreeError) {
                return try RootedDirectory(hostPath: Array(path[..<end])).descriptor
            } catch {
                guard error.errno == ENOENT else { throw error }
            }
            end = path[..<end].lastIndex(of: 0x2f) ?? 0
        }
        return nil
    }

    /// Returns why nothing can be moved to the trash; nil if items can.
    func trashFailure() -> String? {
        do throws(FileTreeError) {
            for name in [Trash.files, Trash.info] {
                guard let directory = try Self.nearest(environment.trashDirectory + [0x2f] + name.bytes) else {
                    continue
                }
                let failure = sandglass_may_write(directory.number)
                guard failure == 0 else { return ItemFailure("", errno: -failure, path: .root).reason }
            }
            return nil
        } catch {
            return error.reason
        }
    }
}
