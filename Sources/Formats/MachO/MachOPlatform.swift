/// The system that a Mach-O image is for (`PLATFORM_…` in `mach-o/loader.h`).
package struct MachOPlatform: Hashable, Sendable {
    /// The number of the platform.
    package let number: UInt32

    init(number: UInt32) { self.number = number }

    /// Returns the platform of `LC_VERSION_MIN_…`.
    init?(versionCommand: UInt32) {
        switch versionCommand {
        case 0x24: number = 1
        case 0x25: number = 2
        case 0x2f: number = 3
        case 0x30: number = 4
        default: return nil
        }
    }

    private static let names = [
        "macOS", "iOS", "tvOS", "watchOS", "bridgeOS", "Mac Catalyst", "iOS Simulator", "tvOS Simulator",
        "watchOS Simulator", "DriverKit", "visionOS", "visionOS Simulator",
    ]

    /// The name for display.
    package var name: String {
        1...UInt32(Self.names.count) ~= number ? Self.names[Int(number) - 1] : "platform \(number)"
    }
}
