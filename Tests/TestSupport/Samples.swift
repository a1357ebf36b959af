import System

/// Returns the path of a sample stored beside the package, in `../shared/samples`; nil if it is absent, so that a test
/// that needs it can be disabled: `@Test(.enabled(if: sharedSample("x") != nil))`.
package func sharedSample(_ name: String) -> String? {
    guard let root = packageRoot(of: #filePath) else { return nil }
    // In a clone elsewhere, the variable names the directory of the samples.
    let folders = [getenv("SANDGLASS_SAMPLES").map { String(cString: $0) }, root + "/../shared/samples"]
    return folders.compactMap { $0 }.map { "\($0)/\(name)" }.first { access($0, R_OK) == 0 }
}

/// Returns the contents of the file at `path`.
package func readFile(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "re") else { throw CommandError(call: "fopen \(path)", number: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        guard count > 0 else { return bytes }
        bytes.append(contentsOf: buffer[..<count])
    }
}

/// Whether tests that take minutes are enabled, by `SANDGLASS_LONG_TESTS` in the environment.
package var runsLongTests: Bool { getenv("SANDGLASS_LONG_TESTS") != nil }

/// Returns the nearest directory above `file` that contains `Package.swift`.
package func packageRoot(of file: String) -> String? {
    var path = file[...]
    while let slash = path.lastIndex(of: "/") {
        path = path[..<slash]
        if access("\(path)/Package.swift", F_OK) == 0 { return String(path) }
    }
    return nil
}
