import ContainerModel
import FileTree
import Formats

extension ContainerStore {
    /// Finds out which app a container belongs to (formats.md, "Sources"): from the metadata plist, else
    /// `AppDataInfo.plist`, else the single `Library/Preferences/<bundle id>.plist`; and from the app's bundle, if it
    /// can be found.
    static func identify(
        _ root: any FileTree,
        at hostPath: HostPath,
        _ recognition: Recognition,
        _ devices: DeviceAppsCache = DeviceAppsCache()
    ) -> Container {
        var problems: [String] = []
        var app = AppInfo()
        let metadata = ContainerMetadata.paths.firstResult {
            ContainerMetadata.list($0, in: root, problems: &problems)
        }
        if let metadata { app = AppInfo(containerMetadata: metadata) }
        if let path = recognition.appDataInfo, let package = path.parent.flatMap({ try? HostDirectory($0) }),
            let values = ContainerMetadata.list(XcappdataSource.information, in: package.tree, problems: &problems)
        {
            app = app.merging(AppInfo(appDataInfo: values))
        }
        let kind = recognition.kind ?? app.containerKind ?? .data
        if kind == .bundle {
            let values = ContainerMetadata.list("Info.plist", in: root, problems: &problems)
            if let values { app = app.merging(AppInfo(infoDictionary: values)) }
            let executable = values?["CFBundleExecutable"]?.stringValue
            if let entitled = BundleEntitlements.read(in: root, executable: executable) { app = app.merging(entitled) }
        }
        if let known = recognition.app { app = app.merging(known) }
        if app.identifier == nil, kind == .iCloud { app.identifier = ICloudSource.identifier(of: hostPath) }
        let device = devices.apps(around: hostPath, metadata)
        if app.identifier == nil { app.identifier = device?.apps.identifier(of: hostPath) }
        if app.identifier == nil, kind == .data, let identifier = solePreferences(in: root) {
            app.identifier = identifier
        }
        if device?.role == .data, let identifier = app.identifier,
            let values = device?.apps.infoDictionary(of: identifier, problems: &problems)
        {
            app = app.merging(AppInfo(infoDictionary: values))
            if let entitled = device?.apps.entitlements(of: identifier) { app = app.merging(entitled) }
        }
        let inBackup = recognition.source == .backup ? BackupSource.membership(of: root, at: hostPath) : nil
        let kept = TimePointSource.parts(of: root, at: hostPath)
        let description = ContainerDescription(
            kind: kind,
            source: recognition.source,
            medium: root.medium,
            hostPath: hostPath,
            app: app,
            problems: root.problems + problems + app.problems + (kept?.problems ?? []),
            missingParts: kept?.problems ?? [],
            related: device?.apps.containers(besides: hostPath) ?? inBackup?.related ?? kept?.related ?? [],
            membership: device.map { $0.apps.membership(of: hostPath, as: $0.role) } ?? inBackup?.membership
        )
        return Container(description: description, tree: root)
    }

    /// Returns the name, without `.plist`, of the only preferences file that is not the system's; nil if there are
    /// several.
    static func solePreferences(in root: any FileTree) -> String? {
        guard let directory = try? root.subtree("Library/Preferences") else { return nil }
        let names = directory.fileNames(limit: 256)
            .filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") && !$0.hasPrefix("com.apple.") }
            .map { String($0.dropLast(6)) }
            .filter { $0.contains(".") }
        return names.count == 1 ? names[0] : nil
    }
}
