import System

extension ItemStatus {
    /// Whether its mode and owner are those of the item; otherwise its file system has invented them.
    package var knowsAccess: Bool { FileSystemCapabilities.known(device: device, inode: inode).storesMetadata }

    /// Whether its mode is that of the item, whosever that is.
    package var knowsMode: Bool { FileSystemCapabilities.known(device: device, inode: inode).tellsModes }
}
