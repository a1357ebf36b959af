import System

/// The products of the package.
package enum Products {
    /// Returns the path of an executable of this package: the one beside the executable that runs the tests.
    package static func executable(_ name: String) -> String {
        let path = Platform.executablePath
        guard let slash = path.lastIndex(of: "/") else { return name }
        return path[...slash] + name
    }
}
