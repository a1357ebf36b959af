import ContainerModel
import ContainerStore
import Formats
import System

/// Where the items of a report are, by the terms of SARIF: each URI is that of a file or directory of this computer, and
/// what lies inside an archive or a backup is a logical location in it. Only the URI of an item whose path has a name that
/// is a secret leads nowhere, and says so by its scheme.
struct SARIFLocations {
    /// Where the root of a container is.
    private struct Place {
        /// The directory that URIs are relative to; an absolute path.
        let base: [UInt8]
        /// The archive that holds the container, from the base; nil for a container that is a directory.
        let file: [UInt8]?
        /// The way to the container's root inside the file; empty if that is the file's root.
        let inside: [UInt8]

        init(of container: AuditedContainer) {
            let root = container.container.root.hostPath
            var path = root[...]
            while path.count > 1, !Self.exists(Array(path)) {
                path = path[..<max(1, path.lastIndex(of: 0x2f) ?? 1)]
            }
            let found = Array(path)
            inside = Array(root[path.endIndex...].drop { $0 == 0x2f })
            guard !Self.isDirectory(found) else {
                // The list of a backup's files stands for its items, which have other names there.
                let list = Array("Manifest.db".utf8)
                base = found
                file = inside.isEmpty ? nil : Self.exists(found + [0x2f] + list) ? list : []
                return
            }
            let slash = found.lastIndex(of: 0x2f) ?? 0
            (base, file) = (Array(found[..<max(1, slash)]), Array(found[(slash + 1)...]))
        }

        private static func exists(_ path: [UInt8]) -> Bool { withNullTerminated(path) { access($0, F_OK) } == 0 }

        private static func isDirectory(_ path: [UInt8]) -> Bool {
            var status = stat()
            return withNullTerminated(path) { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    private let report: AuditReport
    private let places: [Place]

    /// Looks for the containers of a report on this computer.
    init(of report: AuditReport) {
        self.report = report
        places = report.app.containers.map(Place.init)
    }

    /// The directories that URIs are relative to, by their names (section 3.14.14).
    var bases: [(String, JSONValue)] {
        places.enumerated().map { index, place in
            let slash = place.base.last == 0x2f ? "" : "/"
            return (Self.name(index), .record([("uri", .string("file://\(Self.encoded(place.base))\(slash)"))]))
        }
    }

    private static func name(_ index: Int) -> String { "CONTAINER\(index == 0 ? "" : "\(index + 1)")" }

    /// Returns the name of the directory that the URI of a container's item is relative to; nil if there is none.
    func base(of container: Int) -> String? { places.indices.contains(container) ? Self.name(container) : nil }

    /// The scheme of the URIs of items whose names are masked.
    private static let maskedScheme = "masked"

    /// Returns the URI of a finding's item, or of the archive that it is in, relative to its base; that of an item whose
    /// name is masked has none, and stands for no file: `masked:CONTAINER/Documents/%E2%80%A61`.
    func uri(of finding: Finding) -> String {
        if let file = place(of: finding)?.file { return file.isEmpty ? "./" : Self.encoded(file) }
        let path = finding.path.isRoot ? "./" : Self.encoded(report.withoutSecrets(finding.path.bytes))
        return isMasked(finding) ? "\(Self.maskedScheme):\(Self.name(finding.container))/\(path)" : path
    }

    /// Whether a finding's item has a name that is masked, and is in no archive, whose URI is that of the archive.
    private func isMasked(_ finding: Finding) -> Bool {
        place(of: finding)?.file == nil && report.isPathMasked(of: finding)
    }

    /// Returns the path of a finding's item inside an archive; nil for an item of a directory.
    func member(of finding: Finding) -> String? {
        guard let place = place(of: finding), place.file != nil else { return nil }
        let path = report.withoutSecrets(finding.path.bytes)
        let whole = report.withoutSecrets(place.inside) + (place.inside.isEmpty || path.isEmpty ? [] : [0x2f]) + path
        return whole.isEmpty ? "." : String(decoding: whole, as: UTF8.self)
    }

    private func place(of finding: Finding) -> Place? {
        places.indices.contains(finding.container) ? places[finding.container] : nil
    }

    /// Returns a finding's item as a location. A line inside an archive is none of the archive's.
    func location(of finding: Finding) -> JSONValue {
        let member = member(of: finding)
        let line = member == nil ? max(1, finding.line ?? 1) : 1
        var base: [(String, JSONValue)] = []
        if isMasked(finding) {
            let text = JSONValue.string("A name in the path is a secret, and masked.")
            base = [("description", .record([("text", text)]))]
        } else if let name = self.base(of: finding.container) {
            base = [("uriBaseId", .string(name))]
        }
        let physical = JSONValue.record([
            ("artifactLocation", .record([("uri", .string(uri(of: finding)))] + base)),
            ("region", .record([("startLine", .number(JSONNumber(line)))])),
        ])
        let address = String(decoding: report.address(of: finding), as: UTF8.self)
        let logical =
            (member.map { [Self.logical($0, kind: "member")] } ?? [])
            + (address.isEmpty ? [] : [Self.logical(address, kind: "value")])
        return .record(
            [("physicalLocation", physical)] + (logical.isEmpty ? [] : [("logicalLocations", .array(logical))]))
    }

    private static func logical(_ name: String, kind: String) -> JSONValue {
        .record([("fullyQualifiedName", .string(name)), ("kind", .string(kind))])
    }

    /// Returns bytes as the path of a URI (RFC 3986, section 3.3).
    private static func encoded(_ path: [UInt8]) -> String { PercentEncoding.encoded(path, except: "/-._~") }
}
