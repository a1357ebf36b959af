import ContainerModel
import FileTree
import Formats
import System

/// What the process that mounts an app writes down for others: a property list with `part` and `app`.
struct DeviceRecord {
    /// What is mounted.
    let part: DeviceTools.Part
    /// The dictionary of the app, by the device.
    let app: PropertyListValue

    init(part: DeviceTools.Part, app: PropertyListValue) {
        self.part = part
        self.app = app
    }

    /// Reads the record of an app; nil if there is none.
    init?(of place: MountPlace) {
        guard let contents = try? FileContents.read(hostPath: place.facts, limit: 16 << 20),
            let list = try? PropertyListReader.read(contents),
            let part = list["part"]?.stringValue.flatMap({ DeviceTools.Part(rawValue: $0) }), let app = list["app"]
        else { return nil }
        self.init(part: part, app: app)
    }

    /// Writes the record of an app.
    /// - Throws: `DeviceError`
    func write(of place: MountPlace) throws(DeviceError) {
        let pairs: [(String, PropertyListValue)] = [("part", .string(part.rawValue)), ("app", app)]
        let list = PropertyListValue.dictionary(PropertyListDictionary(pairs))
        do throws(Errno) {
            try WholeFile.write(PropertyListWriter.xml(list), at: place.facts, .untilPowerFails)
        } catch {
            throw DeviceError(
                .noFileSystem,
                "cannot be opened: \(String(decoding: place.facts, as: UTF8.self)) cannot be written: \(error)",
                cause: error)
        }
    }
}
