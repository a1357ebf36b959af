/// PyPI, from which independent readers of formats are installed.
package enum PackageIndex {
    /// Whether packages can be installed from it.
    package static let isReachable: Bool = {
        let script = "import ssl, urllib.request; urllib.request.urlopen('https://pypi.org/simple/pip/', timeout=5)"
        let modules = "import venv, ensurepip"
        return [script, modules].allSatisfy { script in
            (try? runCommand(["timeout", "10", "python3", "-c", script]).status) == 0
        }
    }()

    /// Makes a virtual environment with packages in it.
    /// - Returns: The path of its interpreter.
    /// - Throws: `PythonError` if they cannot be installed.
    package static func environment(with packages: [String], in path: String) throws -> String {
        let made = try runCommand(["python3", "-m", "venv", path])
        guard made.status == 0 else { throw PythonError(message: made.errors) }
        let installed = try runCommand(["\(path)/bin/pip", "-q", "--disable-pip-version-check", "install"] + packages)
        guard installed.status == 0 else { throw PythonError(message: installed.errors) }
        return "\(path)/bin/python"
    }
}
