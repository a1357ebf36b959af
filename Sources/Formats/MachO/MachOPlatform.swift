/// The system that a Mach-O image is for (`PLATFORM_…` in `mach-o/loader.h`).
package struct MachOPlatform: Hashable, Sendable {
    /// The number of the platform.
    package let number: UInt32

    init(number: UInt32) { self.number = number }

    /// Returns the platform of `LC_VERSION_MIN_…`. These commands are the same for devices and simulators, which differ
    /// by the processor: no device has one of Intel's.
    init?(versionCommand: UInt32, isIntel: Bool) {
        switch versionCommand {
        case 0x24: number = 1
        case 0x25: number = isIntel ? 7 : 2
        case 0x2f: number = isIntel ? 8 : 3
        case 0x30: number = isIntel ? 9 : 4
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
