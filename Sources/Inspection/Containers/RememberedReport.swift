import ContainerModel
package import ContainerStore
package import FoundationEssentials
import Reports

/// The output of `app-info`: the remembered information about a container's app. JSON keys are stable.
package struct RememberedReport: Encodable, Sendable {
    /// The path of the container's root on this computer; invalid UTF-8 is replaced.
    package let path: String
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The identifier of the container's app.
    package let identifier: String?
    /// The path of the remembered `Info.plist`, as it was given.
    package let infoPlist: String?
    /// Whether that `Info.plist` is a built app's; the keys that another does not have are not known.
    package let isInfoPlistComplete: Bool?
    /// The remembered keys of `Info.plist`: `yes`, `no` or `unknown`.
    package let keys: [String: String]

    /// Creates the report.
    package init(_ remembered: AppInfoOverrides, about container: ContainerDescription) {
        (path, pathBytes) = reported(container.hostPath.bytes)
        identifier = container.app.identifier
        infoPlist =
            remembered.list == nil
            ? nil : remembered.listPath.map { String(decoding: $0, as: UTF8.self) } ?? "Info.plist"
        isInfoPlistComplete = remembered.isListComplete
        keys = Dictionary(uniqueKeysWithValues: remembered.answers.map { ($0.key.rawValue, $0.value.rawValue) })
    }

    /// The report as text; not sanitized.
    package var lines: [String] {
        guard infoPlist != nil || !keys.isEmpty else { return ["Nothing is remembered about this container's app."] }
        let incomplete =
            isInfoPlistComplete == false ? "  (not that of a built app: the keys that it lacks are not known)" : ""
        return (infoPlist.map { ["Info.plist  \($0)\(incomplete)"] } ?? [])
            + keys.sorted { $0.key < $1.key }.map { "\($0.key)  \($0.value)" }
    }
}
