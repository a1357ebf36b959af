import ContainerStore
import Screen
import System

/// Returns a path of this computer for display: relative to the working directory if it is below that, and sanitized.
/// One in the store of time points begins with `@`, one on a device with `device:`, as commands take them.
func shownPath(_ hostPath: [UInt8]) -> DisplayText {
    if let spelling = ReservedPath.spelling(of: hostPath) { return DisplayText(bytes: spelling) }
    let base = workingDirectory
    guard base.count > 1, hostPath.count > base.count + 1, hostPath.starts(with: base), hostPath[base.count] == 0x2f
    else { return DisplayText(bytes: hostPath) }
    return DisplayText(bytes: hostPath[(base.count + 1)...])
}

/// The path of the working directory; empty if it is unknown.
private let workingDirectory = WorkingDirectory.path ?? []
