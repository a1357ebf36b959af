import ContainerModel
import FileTree
import System

/// Copying the entries of a directory of a device on several mounts at once.
extension CopyPass {
    /// Copies the files and links among the entries of the current directory on several mounts at once, if one side of the
    /// copy is a device and the other one is not.
    /// - Returns: The result for each entry, the last first; nil for those that were not copied, and none if the entries are
    ///   copied one after the other.
    func copyTogether(_ entries: [DirectoryStream.Entry]) -> [FileCopier.FullOutcome?] {
        let (isFromDevice, isToDevice) = (files.metadata.source.isRemote, files.metadata.target.isRemote)
        guard isFromDevice != isToDevice, recorder == nil else { return [] }
        let places = entries.indices.filter { [.file, .link, .unknown].contains(entries[$0].kind) }
        guard places.count >= MountLanes.minimum else { return [] }
        let items = places.map { place in
            FileCopier.Item(
                name: Array(UnsafeBufferPointer(start: entries[place].name, count: entries[place].length + 1)),
                isLink: entries[place].kind == .link)
        }
        let lanes = CopyLanes(
            source: source.current, target: target.current, isFromDevice: isFromDevice, maker: files.maker,
            stopsOnFailure: onFailure == .stop)
        let made = lanes.copy(items.map(\.name), by: files, cancellation: cancellation) {
            index, files, source, target in
            let result = files.copy(items[index], in: source, to: target)
            if case .failed = result.outcome { return (result, true) }
            return (result, false)
        }
        var results: [FileCopier.FullOutcome?] = Array(repeating: nil, count: entries.count)
        for (place, result) in zip(places, made) { results[place] = result }
        return results.reversed()
    }
}
