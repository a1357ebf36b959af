/// A copy of a device's files in the layout of `/private/var`, made by Python's plistlib and sqlite3.
///
/// Notes (`com.example.notes`) has a container of every role, Camera (`com.example.camera`) shares a group with it,
/// Tide (`com.example.tide`) comes without a profile, and only the home screen's database identifies the app of the
/// directory of `com.example.silent`.
package enum DeviceCopy {
    /// The place of the app's data below the copy.
    package static let notes = "private/var/mobile/Containers/Data/Application/\(uuid(1))"
    package static let notesBundle = "private/var/containers/Bundle/Application/\(uuid(2))/Notes.app"
    package static let notesWidget = "private/var/mobile/Containers/Data/PluginKitPlugin/\(uuid(3))"
    /// A plug-in whose identifier does not begin with its app's.
    package static let notesShare = "private/var/mobile/Containers/Data/PluginKitPlugin/\(uuid(4))"
    package static let sharedGroup = "private/var/mobile/Containers/Shared/AppGroup/\(uuid(5))"
    package static let notesCloud = "private/var/mobile/Library/Mobile Documents/iCloud~com~example~notes"
    package static let camera = "private/var/mobile/Containers/Data/Application/\(uuid(6))"
    package static let cameraBundle = "private/var/containers/Bundle/Application/\(uuid(7))/Camera.app"
    package static let tide = "private/var/mobile/Containers/Data/Application/\(uuid(8))"
    package static let tideBundle = "private/var/containers/Bundle/Application/\(uuid(9))/Tide.app"
    package static let tideGroup = "private/var/mobile/Containers/Shared/AppGroup/\(uuid(10))"
    package static let silent = "private/var/mobile/Containers/Data/Application/\(uuid(11))"
    /// A container of the system, of no app.
    package static let daemon = "private/var/mobile/Containers/Data/InternalDaemon/\(uuid(12))"

    private static func uuid(_ number: Int) -> String {
        "00000000-0000-4000-8000-0000000000" + (number < 10 ? "0\(number)" : "\(number)")
    }

    /// Makes the copy in a directory.
    /// - Throws: `PythonError` if it cannot be generated.
    package static func make(in directory: TemporaryDirectory) throws {
        let places = [
            notes, notesBundle, notesWidget, notesShare, sharedGroup, notesCloud, camera, cameraBundle, tide,
            tideBundle,
            tideGroup, silent, daemon,
        ]
        try Python.run(script, [directory.path] + places)
    }

    private static let script = Script.text("device_copy")
}
