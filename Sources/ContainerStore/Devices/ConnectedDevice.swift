package import ContainerModel
import Formats
package import Jobs

/// A device on a cable.
package struct ConnectedDevice: Hashable, Sendable {
    /// Whether its files can be reached.
    package enum State: String, Hashable, Sendable {
        /// It is unlocked, or was once since it started, and trusts this computer.
        case ready
        case locked
        case notTrusted = "not trusted"
        /// It does not answer.
        case noAnswer = "no answer"
        /// Its user has answered that it does not trust this computer.
        case trustDenied = "trust denied"
        /// One of the two has no record of the pairing.
        case notPaired = "not paired"

        /// What to do on the device; nil if nothing has to be done.
        package var advice: String? {
            switch self {
            case .ready: nil
            case .locked: "enter its passcode"
            case .notTrusted: "unlock it, and answer Trust This Computer? with Trust"
            case .trustDenied: "plug it in again, and answer Trust This Computer? with Trust"
            case .notPaired: "run `idevicepair pair`, and answer Trust This Computer? with Trust"
            case .noAnswer: "unlock it, and plug it in again"
            }
        }
    }

    /// Its UDID.
    package let identifier: String
    /// Its name, as its user has chosen it; nil if it does not tell. Not sanitized.
    package let name: String?
    /// Its model: `iPhone14,5`.
    package let model: String?
    /// Its system and the version: `iOS 17.6.1`.
    package let system: String?
    /// Whether its files can be reached.
    package let state: State

    /// The name, or else the UDID.
    package var title: String { name ?? identifier }

    /// Returns the devices on cables, with their facts, in the order of their identifiers.
    /// - Parameter known: Those whose facts are known; one that is ready is not asked again.
    /// - Throws: `DeviceError` if it is not possible to look for devices.
    package static func all(
        knowing known: [ConnectedDevice] = [], _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) -> [ConnectedDevice] {
        try DeviceTools.identifiers(cancellation).map { identifier in
            known.first { $0.identifier == identifier && $0.state == .ready }
                ?? ConnectedDevice(identifier, cancellation)
        }
    }

    /// Returns the identifiers of the devices on cables, which asks none of them.
    /// - Parameter wanted: If not nil, only this device.
    /// - Throws: `DeviceError` if it is not possible to look for devices, or if there is none.
    package static func identifiers(_ wanted: String? = nil) throws(DeviceError) -> [String] {
        if let wanted { return [try identifier(wanted)] }
        let found = try DeviceTools.identifiers()
        if found.isEmpty { throw .noDevice }
        return found
    }

    /// Returns the identifier of the only device, or checks that a device is connected.
    /// - Throws: `DeviceError`
    static func identifier(
        _ wanted: String?, _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) -> String {
        let found = try DeviceTools.identifiers(cancellation)
        if let wanted {
            guard let same = found.first(where: { $0.lowercased() == wanted.lowercased() }) else {
                throw .noDevice(wanted)
            }
            return same
        }
        guard let only = found.first else { throw .noDevice }
        guard found.count == 1 else { throw .severalDevices(found) }
        return only
    }

    /// Asks a device for its facts.
    init(_ identifier: String, _ cancellation: Cancellation = Cancellation()) {
        let facts = try? DeviceTools.facts(of: identifier, cancellation)
        self.identifier = identifier
        name = facts?["DeviceName"]?.stringValue
        model = facts?["ProductType"]?.stringValue
        let isTablet = facts?["DeviceClass"]?.stringValue == "iPad"
        system = facts?["ProductVersion"]?.stringValue.map { (isTablet ? "iPadOS " : "iOS ") + $0 }
        do throws(DeviceError) {
            try DeviceTools.validatePairing(of: identifier, cancellation)
            state = .ready
        } catch {
            switch error.code {
            case .locked: state = .locked
            case .notTrusted: state = .notTrusted
            case .trustDenied: state = .trustDenied
            case .notPaired: state = .notPaired
            default: state = .noAnswer
            }
        }
    }
}

/// An app on a connected device.
package struct DeviceApp: Hashable, Sendable {
    /// What a device gives access to of an app.
    package enum Access: String, Hashable, Sendable {
        /// The data container: the app is signed for development.
        case container
        /// The directory Documents alone: the app has UIFileSharingEnabled.
        case documents = "Documents"
        /// The device does not tell how the app is signed: perhaps the container, perhaps Documents alone.
        case containerOrDocuments = "container or Documents"
        /// The device does not tell how the app is signed: perhaps the container, perhaps nothing.
        case containerOrNothing = "container or nothing"
        case nothing

        /// The reason, in words.
        package var reason: String {
            switch self {
            case .container: "signed for development"
            case .documents: "UIFileSharingEnabled; not signed for development"
            case .containerOrDocuments: "UIFileSharingEnabled; the signature is not known before it is opened"
            case .containerOrNothing: "no UIFileSharingEnabled; the signature is not known before it is opened"
            case .nothing: "no UIFileSharingEnabled, and not signed for development"
            }
        }
    }

    /// The bundle identifier.
    package let identifier: String
    /// The facts of its Info.plist.
    package let info: AppInfo
    /// What can be opened.
    package let access: Access
    /// The device's dictionary about it.
    let values: PropertyListValue

    /// Its name; not sanitized.
    package var name: String { info.name ?? identifier }

    /// Creates the app of a dictionary of installation_proxy; nil without an identifier that can be one.
    init?(_ values: PropertyListValue) {
        guard let identifier = values["CFBundleIdentifier"]?.stringValue,
            DeviceAddress.isApp(identifier.utf8)
        else { return nil }
        self.identifier = identifier
        self.values = values
        info = AppInfo(infoDictionary: values)
        let isShared = values["UIFileSharingEnabled"]?.spelledBoolean == true
        switch Self.isForDevelopment(values) {
        case true?: access = .container
        case false?: access = isShared ? .documents : .nothing
        case nil: access = isShared ? .containerOrDocuments : .containerOrNothing
        }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Returns whether an app is signed for development, so that debuggers may attach to it; nil if it is not known.
    private static func isForDevelopment(_ values: PropertyListValue) -> Bool? {
        if let answer = values["Entitlements"]?["get-task-allow"]?.spelledBoolean { return answer }
        guard let signer = values["SignerIdentity"]?.stringValue else { return nil }
        return ["Apple Development", "iPhone Developer"].contains { signer.hasPrefix($0) }
    }

    /// Returns the apps that its user has installed on a device, in the order of their names.
    /// - Parameter device: Its UDID; nil for the only device.
    /// - Throws: `DeviceError`
    package static func all(
        on device: String?, _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) -> [DeviceApp] {
        let device = try ConnectedDevice.identifier(device, cancellation)
        return try DeviceTools.apps(on: device, cancellation).compactMap { DeviceApp($0) }
            .sorted { ($0.name.lowercased(), $0.identifier) < ($1.name.lowercased(), $1.identifier) }
    }
}
