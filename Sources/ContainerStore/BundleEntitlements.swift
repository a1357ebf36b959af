import ContainerModel
import FileTree
import Formats

/// Reads the entitlements of an app from its bundle.
enum BundleEntitlements {
    private static let profile: ContainerPath = "embedded.mobileprovision"

    /// Returns the entitlements that the provisioning profile grants, or else those that the executable was signed with:
    /// apps from the App Store have no profile.
    /// - Parameter executable: The name of the executable in the bundle; nil if it is not known.
    /// - Returns: nil if there are none that can be read, as in a simulator.
    static func read(in bundle: any FileTree, executable: String?) -> AppInfo? {
        (inProfile(of: bundle) ?? executable.flatMap { inSignature(of: $0, in: bundle) }).map {
            AppInfo(entitlements: $0)
        }
    }

    private static func inProfile(of bundle: any FileTree) -> InfoValue? {
        guard let bytes = try? FileContents.read(profile, in: bundle, limit: ProvisioningProfile.mostBytes),
            let list = ProvisioningProfile.list(in: bytes)
        else { return nil }
        return (try? PropertyListReader.read(list)).flatMap { InfoValue($0).dictionary?["Entitlements"] }
    }

    /// All images of an executable are signed with the same entitlements.
    private static func inSignature(of executable: String, in bundle: any FileTree) -> InfoValue? {
        guard let path = ContainerPath.root.appending(name: Array(executable.utf8)),
            let file = try? MachOFile(path, in: bundle), let part = file.parts.first,
            let list = try? file.entitlements(of: part)
        else { return nil }
        return (try? PropertyListReader.read(list)).map { InfoValue($0) }
    }
}
