import ContainerStore
import Screen

extension Failure {
    /// The failure of something on a device, or of the search for devices.
    /// - Parameter device: The UDID; nil for devices in general.
    init(_ error: DeviceError, at device: String? = nil) {
        let address = DeviceAddress(device: device).spelling
        self.init(ContainerStoreError(error, address))
    }

    /// The statuses that a device or a host which is gone is the reason for, if it is: ifuse then reports items as
    /// absent, or of another kind.
    private static let doubtful: [Status] = [.data, .noInput, .cannotCreate, .inputOutput, .refused]

    /// Returns a status, or that of an unusable device if a device is gone that may be the reason.
    static func statusConsideringDevices(_ status: Int32) -> Int32 {
        let isDoubtful = doubtful.contains { $0.rawValue == status }
        return isDoubtful && ContainerStore.lostDevice() != nil ? Status.unavailable.rawValue : status
    }

    /// The failure, or the loss of a device or a host that explains it.
    var consideringDevices: Failure {
        guard Self.doubtful.contains(where: { $0.rawValue == status }), let address = ContainerStore.lostDevice() else {
            return self
        }
        let loss =
            HostAddress.isOne(address)
            ? "the connection to the host is lost; try again when it answers"
            : "the device has been disconnected, or does not answer; connect and unlock it, then try again"
        return Failure(.unavailable, "\(DisplayText(bytes: address)): \(loss) (\(message))")
    }
}
