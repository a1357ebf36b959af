package import ContainerModel
import FileTree
package import System

/// Keeps other processes from writing to a file while it is moved.
extension FileUsers {
    /// How long to wait for a writer that may be about to close the file, in milliseconds.
    static let patience = 400
    private static let pause: UInt32 = 10

    /// Waits briefly for processes that have a file open for writing, and then holds off writers.
    /// - Returns: 0 if writers are held off; `EAGAIN` if the file is still open for writing; another error number if
    ///   the system does not report it.
    package static func holdOffWriters(_ file: Int32) -> Int32 {
        var waited = 0
        while true {
            let refusal = sandglass_hold_off_writers(file)
            guard refusal == -EAGAIN, waited < patience else { return -refusal }
            usleep(pause * 1_000)
            waited += Int(pause)
        }
    }

    /// Returns whether a process has a file open for writing, which includes mappings that it can write to.
    package static func isWritten(_ file: Descriptor) -> Bool {
        switch sandglass_hold_off_writers(file.number) {
        case 0: false
        case -EAGAIN: true
        // Some file systems tell nobody's but their own writers.
        default: RunningProcess.writing(to: file.number) != nil
        }
    }
}

extension ItemFailure {
    /// The failure for a file that is not moved because another process is writing it.
    package static func inUse(_ file: Int32, path: ContainerPath) -> ItemFailure {
        let writer =
            RunningProcess.writing(to: file).map { ": \($0.command) (\($0.number)) has it open for writing" } ?? ""
        return ItemFailure(
            "move the file", errno: ETXTBSY, path: path, detail: "another process has it open" + writer)
    }
}
