import System

/// The path of a sample that is kept beside the package, in `../shared/samples`; nil where it is absent, so that a test
/// that needs it can be skipped by name: `@Test(.enabled(if: sharedSample("x") != nil))`.
package func sharedSample(_ name: String) -> String? {
    guard let root = packageRoot(of: #filePath) else { return nil }
    // A clone elsewhere finds the samples through the variable.
    let folders = [getenv("SANDGLASS_SAMPLES").map { String(cString: $0) }, root + "/../shared/samples"]
    return folders.compactMap { $0 }.map { "\($0)/\(name)" }.first { access($0, R_OK) == 0 }
}

/// The bytes of the file at `path`.
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

/// Whether the tests that take minutes are asked for, by `SANDGLASS_LONG_TESTS` in the environment.
package var runsLongTests: Bool { getenv("SANDGLASS_LONG_TESTS") != nil }

/// The directory with `Package.swift` above `file`.
private func packageRoot(of file: String) -> String? {
    var path = file[...]
    while let slash = path.lastIndex(of: "/") {
        path = path[..<slash]
        if access("\(path)/Package.swift", F_OK) == 0 { return String(path) }
    }
    return nil
}
