import ContainerModel
import FileTree

/// Where the containers of a device are (formats.md, "Sources a container can come from").
///
/// A device has most of them below `/private/var/mobile`, and the bundles of apps below `/private/var/containers`. A
/// simulator's `data` is laid out as `mobile` is, with the bundles in it. A copy may begin at any directory on the way.
struct DeviceLayout: Hashable {
    /// A directory that holds containers of one role.
    struct Area: Hashable {
        let path: HostPath
        let role: ContainerRole
    }

    /// The directory that has the layout of `/private/var/mobile`.
    private let mobile: HostPath
    /// The directory that has the layout of `/private/var`; nil if the copy has none.
    private let variable: HostPath?
    /// Whether the layout is a device's, judging by names.
    let isDevice: Bool

    /// The directories that may hold containers, whether they exist or not.
    var areas: [Area] {
        func areas(_ rows: [Row], in base: HostPath) -> [Area] {
            rows.map { Area(path: base.appending(contentsOf: $0.components), role: $0.role) }
        }
        return areas(Self.mobileRows, in: mobile) + areas(Self.variableRows, in: variable ?? mobile)
    }

    /// The database in which the home screen keeps which apps there are.
    var applicationState: HostPath {
        mobile.appending(contentsOf: ["Library", "FrontBoard", "applicationState.db"])
    }

    /// The path that identifies the device.
    var device: HostPath { variable ?? mobile }

    private typealias Row = (components: [String], role: ContainerRole)

    private static let mobileRows: [Row] = [
        (["Containers", "Data", "Application"], .data),
        (["Containers", "Data", "PluginKitPlugin"], .plugIn),
        (["Containers", "Shared", "AppGroup"], .appGroup),
        // In simulators, and on devices up to iOS 9.
        (["Containers", "Bundle", "Application"], .bundle),
        (["Containers", "Data", "InternalDaemon"], .system),
        (["Library", "Mobile Documents"], .iCloud),
    ]

    private static let variableRows: [Row] = [
        (["containers", "Bundle", "Application"], .bundle),
        (["containers", "Data", "System"], .system),
        (["containers", "Shared", "SystemGroup"], .system),
    ]

    private init(mobile: HostPath) {
        self.mobile = mobile
        variable = mobile.name.elementsEqual("mobile".utf8) ? mobile.parent : nil
        // A copy may hold `Containers` and `containers` side by side, without the directory `mobile`.
        isDevice =
            variable != nil
            || !mobile.name.elementsEqual("data".utf8)
                && (try? HostDirectory(outsideBackups: mobile.appending("containers".utf8))) != nil
    }

    private init(variable: HostPath) {
        mobile = variable.appending("mobile".utf8)
        self.variable = variable
        isDevice = true
    }
}

extension DeviceLayout {
    /// Returns the layout around a container, and the area that it is in; nil if it is in none. Only names count.
    /// - Parameter path: A directory with a UUID as its name, an iCloud container's directory, or a bundle.
    static func around(_ path: HostPath) -> (layout: DeviceLayout, area: Area)? {
        guard let area = (path.hasSuffix(".app") ? path.parent : path)?.parent else { return nil }
        for row in mobileRows {
            guard let base = area.base(of: row.components) else { continue }
            return (DeviceLayout(mobile: base), Area(path: area, role: row.role))
        }
        for row in variableRows {
            guard let base = area.base(of: row.components) else { continue }
            return (around(containers: base), Area(path: area, role: row.role))
        }
        return nil
    }

    /// Returns whether `around(_:)` finds a layout; asks for nothing.
    static func hasContainer(_ path: HostPath) -> Bool {
        guard let area = (path.hasSuffix(".app") ? path.parent : path)?.parent else { return false }
        return (mobileRows + variableRows).contains { area.base(of: $0.components) != nil }
    }

    private static func around(containers base: HostPath) -> DeviceLayout {
        (try? HostDirectory(outsideBackups: base.appending("mobile".utf8))) != nil
            ? DeviceLayout(variable: base) : DeviceLayout(mobile: base)
    }

    /// The directories on the way to containers, from which a copy of a device or a simulator's directory may begin.
    private static let beginnings: [[String]] = [["private", "var"], ["var"], ["data"], []]

    /// Returns the layout of the device that begins at a directory, or that has the directory as its `Containers`; nil
    /// if there is none.
    static func beginning(at directory: HostDirectory) -> DeviceLayout? {
        if let above = directory.path.parent {
            if directory.path.name.elementsEqual("Containers".utf8) { return DeviceLayout(mobile: above) }
            if directory.path.name.elementsEqual("containers".utf8) { return around(containers: above) }
        }
        for components in beginnings {
            func has(_ names: String...) -> Bool {
                ContainerPath((components + names).joined(separator: "/")).map(directory.hasDirectory) ?? false
            }
            guard components.isEmpty || has() else { continue }
            let base = directory.path.appending(contentsOf: components)
            if has("mobile", "Containers") { return DeviceLayout(variable: base) }
            if ["Data", "Shared", "Bundle"].contains(where: { has("Containers", $0) }) {
                return DeviceLayout(mobile: base)
            }
            if has("containers", "Bundle", "Application") { return around(containers: base) }
        }
        return nil
    }

    /// Returns the areas of a device that exist below a directory.
    static func areas(in directory: HostDirectory) -> [Area] {
        let areas = beginning(at: directory)?.areas ?? []
        return areas.filter { area in area.path.path(below: directory.path).map(directory.hasDirectory) ?? false }
    }
}

extension HostPath {
    /// Returns the directory below which this path consists of `components`; nil if it ends otherwise.
    fileprivate func base(of components: [String]) -> HostPath? {
        var base = self
        for component in components.reversed() {
            guard base.name.elementsEqual(component.utf8), let above = base.parent else { return nil }
            base = above
        }
        return base
    }
}
