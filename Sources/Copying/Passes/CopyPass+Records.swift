import ContainerModel
import FileTree
import Jobs
import System

/// What a copy notes: the versions of the sources, what was copied, what was lost, and failures.
extension CopyPass {
    // MARK: Recording versions

    func key(of name: UnsafePointer<CChar>) -> VersionTable.Key? {
        guard let recorder else { return nil }
        guard let around = frames.last else { return recorder.key }
        return around.key.map { VersionTable.key(name, in: $0) }
    }

    /// - Returns: Whether the copy certainly corresponds to a version of the source, if that matters.
    @discardableResult
    func record(_ name: UnsafePointer<CChar>, _ status: sandglass_stat, version: UInt64? = nil) -> Bool {
        guard let recorder, let key = key(of: name) else { return true }
        switch files.use {
        case .changing:
            recorder.table.noteUnsettled(key)
            return false
        case .written where recorder.isHidden:
            recorder.table.noteUnsettled(key)
            return false
        case .written:
            recorder.table.noteBusy(sourceTrail.path(of: name))
            return recorder.table.note(key, status, readAt: moment, version: version)
        case .unwritten:
            return recorder.table.note(key, status, readAt: recorder.isHidden ? nil : moment, version: version)
        case .unknown: return recorder.table.note(key, status, readAt: moment, version: version)
        }
    }

    mutating func place() -> HardLinkMap.Place {
        if let knownPlace { return knownPlace }
        let place = HardLinkMap.Place(root: targetRoot, path: targetTrail.path)
        knownPlace = place
        return place
    }

    mutating func count(_ isLink: Bool, bytes: UInt64) {
        if isLink { report.links += 1 } else { report.files += 1 }
        report.bytes = report.bytes.addingSaturated(bytes)
        progress.add(files: 1)
    }

    // MARK: Reporting

    /// - Parameter name: An entry of the current directory; nil for the directory itself.
    mutating func note(_ losses: MetadataCopier.Losses, _ name: UnsafePointer<CChar>?) {
        guard !losses.isEmpty else { return }
        let path = name.map { sourceTrail.path(of: $0) } ?? sourceTrail.path
        for loss in losses {
            // A device that refuses it has no place for it: no permission of this computer is missing.
            let isRefused = files.metadata.target.isOnDevice && [EACCES, EPERM].contains(loss.errno)
            report.lose(
                CopyReport.LostAttribute(path: path, kind: loss.kind, errno: isRefused ? EOPNOTSUPP : loss.errno))
        }
    }

    /// - Parameter name: An entry of the current directory; nil for the directory itself.
    mutating func fail(
        _ operation: String, _ errno: Int32, _ name: UnsafePointer<CChar>?, detail: String? = nil,
        isOfTarget: Bool = false
    ) {
        let path = name.map { sourceTrail.path(of: $0) } ?? sourceTrail.path
        let failure = ItemFailure(operation, errno: errno, path: path, detail: detail)
        // The item that a failure names is the source.
        report.failures.append(isOfTarget ? failure.ofItem(onDevice: files.metadata.target.isOnDevice) : failure)
    }

    /// Why a symbolic link could not be made, and what to do.
    var linkDetail: String {
        !files.metadata.target.storesLinks
            ? "a device cannot hold symbolic links; import the target instead"
            : "the file system cannot hold symbolic links; copy the target instead"
    }

    func bytes(_ name: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: name, count: strlen(name))
    }
}
