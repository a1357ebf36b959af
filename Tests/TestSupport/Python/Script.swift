/// The scripts of tests, which are files beside them.
package enum Script {
    /// Returns the text of `Scripts/NAME.py` in the directory of the calling file, without the last line feed.
    ///
    /// A script that is not there ends the tests: it is part of the source.
    package static func text(_ name: String, beside file: String = #filePath) -> String {
        let directory = file.split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(directory)/Scripts/\(name).py"
        guard let bytes = try? readFile(path) else { fatalError("there is no script \(path)") }
        return String(decoding: bytes.last == 0x0a ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
}
