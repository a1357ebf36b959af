import TestSupport
import Testing

/// A container whose items have everything that a file system can keep.
enum TimePointScene {
    static let template = SharingSandbox.template(Script.text("time_point_scene_template"))

    /// Changes of all kinds to the container, run in the directory of the sandbox.
    static let change = Script.text("time_point_scene_change")

    /// - Parameter parent: A directory on the desired file system.
    static func sandbox(on parent: String = TestFiles.directory) throws -> SharingSandbox {
        try SharingSandbox(copyOf: template.get(), on: parent)
    }
}

extension SharingSandbox {
    /// Runs a Python program in the sandbox's directory, which is its first argument.
    func script(_ program: String, _ arguments: String...) throws {
        try Python.run(program, [self("")] + arguments)
    }

    /// Describes everything below a directory, with the names of each file that has several and the times of
    /// directories.
    func wholeTree(_ path: String) throws -> [String] {
        let found = try Python.lines(Script.text("time_point_scene_whole_tree"), [self(path)])
        return try tree(path) + found.sorted()
    }

    /// Keeps the container under a name.
    func keep(_ name: String, _ words: String...) throws {
        let kept = try run(["keep", "App", "--name", name] + words)
        try #require(kept.status == 0, "\(kept.errors)")
    }
}
