import ContainerStore

/// A message about an operation, usually about one item.
///
/// The command line and the browser show the same notices, but format paths differently.
package struct Notice: Hashable, Sendable {
    /// The path of the item on this computer; nil if the lines name it. Bytes, not safe for a terminal.
    package let hostPath: [UInt8]?
    /// The message; its first line follows the path, others are shown below. Not safe for a terminal.
    package let lines: [String]

    /// Creates a notice about an item.
    package init(at hostPath: [UInt8]?, _ lines: [String]) {
        self.hostPath = hostPath
        self.lines = lines
    }

    /// Creates a notice of one line.
    package init(at hostPath: [UInt8]? = nil, _ line: String) { self.init(at: hostPath, [line]) }
}

extension Notice {
    /// Returns the lines, the first one with the path.
    /// - Parameter path: Formats a path of this computer.
    package func text(showing path: ([UInt8]) -> String) -> [String] {
        guard let hostPath, let first = lines.first else { return lines }
        // A device is shown by its address, not by where it is mounted.
        return ["\(path(ReservedPath.shown(hostPath))): \(first)"] + lines.dropFirst()
    }
}
