/// A script that builds and signs a small app with Python's `hashlib` and `plistlib`, independently of this project.
package enum SignedBundleScript {
    /// Builds `Tide.app` in a directory, with a framework and an extension that have their own seals.
    /// - Parameters:
    ///   - slices: The images of the app's executable: "arm64", "armv7" (32 bits), "x86_64".
    ///   - hashTypes: The types of its code directories: 1 SHA-1, 2 SHA-256, 3 truncated SHA-256, 4 SHA-384.
    ///   - options: "v1": a seal with `files` and `rules` alone; "nested": frameworks are sealed by their code
    ///     directories; "unsigned": the app's executable has no signature.
    /// - Throws: `PythonError`
    package static func make(
        in directory: String, slices: [String] = ["arm64"], hashTypes: [Int] = [2], options: [String] = []
    ) throws {
        try Python.run(
            script,
            [
                directory, slices.joined(separator: ","), hashTypes.map(String.init).joined(separator: ","),
                options.joined(separator: ","),
            ])
    }

    /// The script: directory, architectures, hash types, options.
    package static let script = functions + "\n" + bundle

    /// The functions of the script: `image`, `sign`, `seal`, and `finish`, which writes, seals and signs a bundle.
    package static let functions = Script.text("signed_bundle_script_functions")

    /// The statements of the script.
    private static let bundle = Script.text("signed_bundle_script_bundle")
}
