import System

/// The products of the package.
package enum Products {
    /// Returns the path of an executable of this package.
    ///
    /// The program is the release build, if there is one that is newer than every source: it starts in a tenth of the
    /// time, and is the one that users run. Any other executable, or the program otherwise, is the one beside the
    /// executable that runs the tests.
    package static func executable(_ name: String) -> String {
        name == "sandglass" ? program : beside(name)
    }

    private static func beside(_ name: String, in configuration: String = ".") -> String {
        let path = Platform.executablePath
        guard let slash = path.lastIndex(of: "/") else { return name }
        return path[...slash] + "\(configuration)/\(name)"
    }

    private static let program: String = {
        let (debug, release) = (beside("sandglass"), beside("sandglass", in: "../release"))
        guard let time = modified(release), let source = newestSource, source < time else {
            print("The tests run the debug build: there is no release build that is newer than the sources.")
            return debug
        }
        return release
    }()

    /// The time of the last change to the sources of the program, in seconds.
    private static let newestSource: Int? = {
        let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let names = ["Package.swift", "Sources", "Themes"].map { "\(package)/\($0)" }
        guard names.allSatisfy({ modified($0) != nil }) else { return nil }
        var newest = 0
        var paths = names
        while let path = paths.popLast() {
            newest = max(newest, modified(path) ?? 0)
            guard let directory = opendir(path) else { continue }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if !name.hasPrefix(".") { paths.append("\(path)/\(name)") }
            }
        }
        return newest
    }()

    private static func modified(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_mtim.tv_sec) : nil
    }
}
