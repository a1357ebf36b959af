/// Where temporary files are made.
package enum TemporaryFiles {
    /// `$TMPDIR`, byte for byte, or else `/tmp`.
    package static var directory: [UInt8] { EnvironmentVariable.path(variable) ?? Array("/tmp".utf8) }

    /// Creates a directory accessible only to the user in `directory`.
    /// - Parameter name: The beginning of its name.
    /// - Returns: Its path, without a terminating NUL.
    /// - Throws: `PathError` with the path of `directory`.
    package static func makeDirectory(_ name: String) throws(PathError) -> [UInt8] {
        let parent = directory
        var template = parent + Array("/\(name)XXXXXX".utf8) + [0]
        let isMade = template.withUnsafeMutableBytes {
            // The template is never empty, so there is a base address.
            mkdtemp($0.baseAddress!.assumingMemoryBound(to: CChar.self)) != nil
        }
        guard isMade else { throw PathError(.last, parent) }
        return template.dropLast()
    }

    /// Returns the directories for a large file, in the order in which they are tried: an absolute `$TMPDIR`, and then
    /// `/var/tmp` before `/tmp`, which is often in memory.
    /// - Parameter value: Returns the value of an environment variable.
    package static func directoriesForLargeFiles(
        where value: (String) -> [UInt8]? = EnvironmentVariable.path
    ) -> [[UInt8]] {
        let given = value(variable).flatMap { $0.first == 0x2f ? $0 : nil }
        return [given, Array("/var/tmp".utf8), Array("/tmp".utf8)].compactMap(\.self)
    }

    private static let variable = "TMPDIR"
}
