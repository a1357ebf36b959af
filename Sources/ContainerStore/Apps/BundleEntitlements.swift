import ContainerModel
import FileTree
import Formats

/// Reads the entitlements of an app from its bundle.
enum BundleEntitlements {
    private static let profile: ContainerPath = "embedded.mobileprovision"

    /// The entitlement that every app for a device has. Xcode signs apps for a simulator without it or any other
    /// entitlement.
    private static let identifier = "application-identifier"

    /// Returns the entitlements that the provisioning profile grants, or else those that the executable was signed with:
    /// apps from the App Store have no profile.
    /// - Parameter executable: The name of the executable in the bundle; nil if it is not known.
    /// - Returns: nil if there are none that can be read, as in a simulator. In an archive the executable would have to be
    ///   unpacked, and is not read.
    static func read(in bundle: any FileTree, executable: String?) -> AppInfo? {
        (inProfile(of: bundle) ?? executable.flatMap { inSignature(of: $0, in: bundle) }).map {
            AppInfo(entitlements: $0)
        }
    }

    private static func inProfile(of bundle: any FileTree) -> PropertyListValue? {
        guard let bytes = try? FileContents.read(profile, in: bundle, limit: ProvisioningProfile.maxBytes),
            let list = ProvisioningProfile.list(in: bytes)
        else { return nil }
        return (try? PropertyListReader.read(list)).flatMap { $0["Entitlements"] }
    }

    private static func inSignature(of executable: String, in bundle: any FileTree) -> PropertyListValue? {
        guard bundle.medium == nil, let path = ContainerPath.root.appending(name: Array(executable.utf8)),
            let file = try? MachOFile(path, in: bundle)
        else { return nil }
        return file.parts.firstResult { part in
            let list = (try? file.entitlements(of: part)).flatMap { try? PropertyListReader.read($0) }
            return list?[identifier] == nil ? nil : list
        }
    }
}
