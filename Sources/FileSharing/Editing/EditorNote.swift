import ContainerModel
import ContainerStore
import FileTree
import Formats
import Jobs
import System

/// What a note says about a directory in which an editor has a file, for the run after one that was killed.
struct EditorNote {
    /// The absolute path of the editor's directory.
    let folder: [UInt8]
    /// The path of the edited file on this computer; nil if there is none.
    let original: [UInt8]?
}

extension EditorNote {
    /// Reads a note; nil for one about something else.
    init?(_ values: PropertyListValue) {
        guard let folder = values["folder"]?.dataValue else { return nil }
        self.init(folder: folder, original: values["original"]?.dataValue)
    }

    /// The note as it is written.
    var values: [(String, PropertyListValue)] {
        [("folder", .data(folder))] + (original.map { [("original", .data($0))] } ?? [])
    }

    /// The message about the files that the editor left, not safe for a terminal; nil if there are none.
    var message: String? {
        guard let directory = try? RootedDirectory(hostPath: folder).descriptor,
            let entries = try? DirectoryReader.read(directory, path: .root, cancellation: Cancellation()),
            entries.count > 0
        else { return nil }
        let names = (0..<entries.count).map { String(decoding: entries.name($0), as: UTF8.self) }.sorted()
        let what = original.map { String(decoding: $0, as: UTF8.self) } ?? "the names to be edited"
        return "an editor was open when sandglass was killed: its copy of \(what) is in "
            + "\(String(decoding: folder, as: UTF8.self)): \(names.joined(separator: ", "))"
    }
}
