import ContainerModel
import FileTree
import Formats

/// Reads the entitlements that a provisioning profile in an app's bundle grants.
enum ProfileEntitlements {
    private static let path: ContainerPath = "embedded.mobileprovision"

    /// Returns the app's entitlements; nil if the bundle has no readable profile, as in a simulator or from the App
    /// Store.
    static func read(in bundle: any FileTree) -> AppInfo? {
        guard let bytes = try? FileContents.read(path, in: bundle, limit: ProvisioningProfile.mostBytes),
            let list = ProvisioningProfile.list(in: bytes),
            let values = (try? PropertyListReader.read(list)).flatMap({ InfoValue($0).dictionary })
        else { return nil }
        return values["Entitlements"].map { AppInfo(entitlements: $0) }
    }
}
