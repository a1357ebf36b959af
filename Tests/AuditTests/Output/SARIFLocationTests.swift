import Audit
import ContainerModel
import ContainerStore
import Foundation
import TestSupport
import Testing

/// URIs lead to files that exist, also where items lie in archives.
@Suite("Locations in SARIF")
struct SARIFLocationTests {
    private let folder = TemporaryDirectory()

    /// Makes an archive of a package with two secrets that have the same name, and returns its path.
    private func archive(_ name: String) throws -> String {
        try Python.run(
            """
            import plistlib, sys, zipfile
            with zipfile.ZipFile(sys.argv[1], 'w') as archive:
                archive.writestr('App.xcappdata/AppDataInfo.plist', plistlib.dumps({'Version': 2}))
                for place in ['Documents/', 'Library/', 'tmp/']: archive.writestr('App.xcappdata/AppData/' + place, b'')
                for place in ['Documents/a', 'Documents/b']:
                    archive.writestr('App.xcappdata/AppData/' + place + '/id.pem', sys.argv[2])
            """, [folder(name), FakeSecret.key])
        return folder(name)
    }

    private func report(_ path: String) throws -> AuditReport {
        guard case .container(let container, _) = try ContainerStore.open(Array(path.utf8)) else {
            throw CommandError(call: "open the archive", number: 0)
        }
        return try ContainerFixture.report(
            on: [AuditedContainer(container, index: 0, prefix: Array(path.utf8))], rule: "secret.private-key")
    }

    /// The results of a log: the path that the URI resolves to, the logical locations, and the fingerprint.
    private func results(_ report: AuditReport) throws -> [(path: String, names: [String], fingerprint: String)] {
        let log = try JSONSerialization.jsonObject(with: Data(report.sarif()))
        let run = try #require(((log as? [String: Any])?["runs"] as? [[String: Any]])?.first)
        let bases = try #require(run["originalUriBaseIds"] as? [String: [String: String]])
        return try #require(run["results"] as? [[String: Any]]).map { result in
            let location = try #require((result["locations"] as? [[String: Any]])?.first)
            let physical = try #require(location["physicalLocation"] as? [String: Any])
            let artifact = try #require(physical["artifactLocation"] as? [String: String])
            let base = try #require(artifact["uriBaseId"].flatMap { bases[$0]?["uri"] })
            let uri = try #require(URL(string: base + (artifact["uri"] ?? "")))
            let logical = location["logicalLocations"] as? [[String: String]] ?? []
            let prints = try #require(result["partialFingerprints"] as? [String: String])
            return (
                uri.path, logical.map { "\($0["kind"] ?? "") \($0["fullyQualifiedName"] ?? "")" },
                prints["sandglassFingerprint/v1"] ?? ""
            )
        }
    }

    @Test("the URI of what lies in an archive is the archive's, and its path there is a logical location")
    func archived() throws {
        let path = try archive("two #1.zip")
        let found = try results(try report("\(path)/App.xcappdata"))
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.path == path && FileManager.default.fileExists(atPath: $0.path) })
        let members = ["a", "b"].map { "member App.xcappdata/AppData/Documents/\($0)/id.pem" }
        #expect(found.map(\.names) == members.map { [$0] })
        #expect(Set(found.map(\.fingerprint)).count == 2)
    }

    @Test("the URI of what lies in a directory is its own")
    func plain() throws {
        var fixture = ContainerFixture()
        fixture["Documents/id.pem"] = FakeSecret.key
        try fixture.write(in: folder)
        let found = try results(try ContainerFixture.report(on: [try fixture.open(in: folder)]))
        #expect(found.map(\.path) == [folder("Documents/id.pem")])
        #expect(found.allSatisfy { $0.names.isEmpty })
    }

    @Test("a name that is a secret and a real one that looks like its number have different URIs and paths")
    func collision() throws {
        var fixture = ContainerFixture()
        for name in [FakeSecret.repository, "…1", "…3", "\(FakeSecret.access).txt"] {
            fixture["Documents/\(name)"] = FakeSecret.key
        }
        try fixture.write(in: folder)
        let report = try ContainerFixture.report(on: [try fixture.open(in: folder)], rule: "secret.private-key")
        let paths = report.rows.map(\.path)
        #expect(Set(paths) == Set(["…1", "…3", "…2", "…4"].map { "App/Documents/\($0)" }), "\(paths)")
        #expect(Set(report.result.findings.map { report.uri(of: $0) }).count == 4)
    }

    @Test("the URI of an item whose name is masked stands for no file, and two of them have two")
    func masked() throws {
        var fixture = ContainerFixture()
        for name in [FakeSecret.repository, "\(FakeSecret.access).txt", "id.pem"] {
            fixture["Documents/\(name)"] = FakeSecret.key
        }
        try fixture.write(in: folder)
        let report = try ContainerFixture.report(on: [try fixture.open(in: folder)], rule: "secret.private-key")
        let log = String(decoding: report.sarif(), as: UTF8.self)
        #expect(!log.contains(FakeSecret.repository) && !log.contains(FakeSecret.access))
        let masked = report.result.findings.filter { report.isPathMasked(of: $0) }
        let uris = masked.map { report.uri(of: $0) }
        #expect(Set(uris).count == 2 && uris.allSatisfy { $0.hasPrefix("masked:CONTAINER/Documents/%E2%80%A6") })
        // No base makes it the URI of a file, and the other item has one as before.
        #expect(log.split(separator: "\"uriBaseId\"").count == 2)
        #expect(report.rows.map(\.isPathMasked).filter { $0 == true }.count == 2)
        #expect(report.result.findings.map { report.uri(of: $0) }.contains("Documents/id.pem"))
    }
}
