import ContainerModel

extension Root {
    /// Returns a path of this computer for display: relative to the root if it is below that. Not sanitized.
    func pathText(_ path: [UInt8]) -> String {
        guard !hostPath.isEmpty, path.count > hostPath.count + 1, path.starts(with: hostPath + [ContainerPath.slash])
        else { return String(decoding: path, as: UTF8.self) }
        return String(decoding: path[(hostPath.count + 1)...], as: UTF8.self)
    }
}
