import Screen
import System

/// A path of this computer for people: from the working directory where it is below that, and safe for a terminal.
func shownPath(_ hostPath: [UInt8]) -> DisplayText {
    let base = workingDirectory
    guard base.count > 1, hostPath.count > base.count + 1, hostPath.starts(with: base), hostPath[base.count] == 0x2f
    else { return DisplayText(bytes: hostPath) }
    return DisplayText(bytes: hostPath[(base.count + 1)...])
}

/// Empty where it is not known.
private let workingDirectory: [UInt8] = {
    guard let directory = getcwd(nil, 0) else { return [] }
    defer { free(directory) }
    return UnsafeBufferPointer(start: directory, count: strlen(directory)).map { UInt8(bitPattern: $0) }
}()
