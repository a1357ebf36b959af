import ContainerModel
package import ContainerStore

/// Disk usage of several containers, one row each.
package struct ContainerUsage: Sendable {
    /// The rows are containers, the largest first; the total adds them up.
    package private(set) var report = UsageReport(path: .root)
    private var hostPaths: [[UInt8]: [UInt8]] = [:]

    /// Nothing.
    package init() {}

    /// Whether no container was counted.
    package var isEmpty: Bool { report.rows.isEmpty }

    /// Adds the usage of a container.
    /// - Parameters:
    ///   - counted: The report of its root.
    ///   - name: Its name in the report.
    package mutating func add(_ counted: UsageReport, of container: Container, as name: [UInt8]) {
        hostPaths[name] = container.description.hostPath.bytes
        report.rows.append(UsageReport.Row(name: name, kind: .directory, usage: counted.total))
        report.total.add(counted.total)
        report = report.sorted()
    }

    /// The containers as lines of JSON, with their paths on this computer.
    package var lines: [(line: UsageReport.Line, container: [UInt8])] {
        report.rows.map { (UsageReport.Line(ofContainer: $0.usage), hostPaths[$0.name] ?? $0.name) }
    }
}
