/// Something to tell the person about an operation: the item first, then what there is to say about it.
///
/// The command line and the browser show the same notices, each with paths as it shows them.
package struct Notice: Hashable, Sendable {
    /// What it is about, on this computer; nil where the lines say that themselves. Bytes, not safe for a terminal.
    package let hostPath: [UInt8]?
    /// What there is to say; the first line follows the path, others stand below it. Not safe for a terminal.
    package let lines: [String]

    /// Lines about an item.
    package init(at hostPath: [UInt8]?, _ lines: [String]) {
        self.hostPath = hostPath
        self.lines = lines
    }

    /// One line, about an item or not.
    package init(at hostPath: [UInt8]? = nil, _ line: String) { self.init(at: hostPath, [line]) }
}

extension Notice {
    /// The lines with the path where it belongs.
    /// - Parameter path: shows a path of this computer.
    package func text(showing path: ([UInt8]) -> String) -> [String] {
        guard let hostPath, let first = lines.first else { return lines }
        return ["\(path(hostPath)): \(first)"] + lines.dropFirst()
    }
}
