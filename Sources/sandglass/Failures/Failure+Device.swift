import ContainerStore
import Screen

extension Failure {
    /// The failure of something on a device, or of the search for devices.
    /// - Parameter device: The UDID; nil for devices in general.
    init(_ error: DeviceError, at device: String? = nil) {
        let address = DeviceAddress(device: device).spelling
        self.init(ContainerStoreError(error, address))
    }
}
