import System

/// The products of the package.
package enum Products {
    /// Returns the path of an executable of this package, in the directory of the executable that runs the tests.
    package static func executable(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count - 1))
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let slash = path.lastIndex(of: "/") else { return name }
        return path[...slash] + name
    }
}
