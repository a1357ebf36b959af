import ArgumentParser
import Bundles
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Screen
import System

struct VerifyCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check an app's bundle against its code signature.",
        discussion: """
            PATH is an app (Name.app), the bundle container around one, an .ipa, or a framework, an extension \
            (.appex), an XPC service or a test bundle (.xctest), alone or in an app. Everything that a digest covers \
            is compared: the files in _CodeSignature/CodeResources, and in each executable's code directory the code \
            pages, Info.plist, CodeResources itself and the entitlements; in frameworks and extensions as well.

            For a file with code, such as a dynamic library, only the code directory in it is compared, whatever \
            bundle it is in. A static library (.a) has no signature: its object files are counted by architecture.

              intact    the contents match the seal
              altered   the contents do not match
              added     the rules seal items of this name, but the seal does not list it
              missing   the seal lists it, and it does not exist
              unsealed  no seal covers it: a rule omits it

            The certificate's signature and its chain are not verified: an attacker can re-sign.

            The exit status is 0 if everything is intact, 1 if something is altered, added or missing, 65 if a seal \
            cannot be read or there is none, and 66 if a file cannot be read.
            """
    )

    @Argument(
        help: "An app, a bundle container, an .ipa, a bundle in an app, or a file with code.",
        completion: Completions.items)
    var path = "."

    @Flag(help: "List intact and unsealed items, too.")
    var all = false

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup(title: "The container and its app") var app: AppInfoOptions

    func perform() throws {
        Interruption.watch()
        let (container, item) = try app.locateCode(path)
        let isFile = ContainerStore.isCodeFile(item, in: container.tree)
        let subject = isFile ? item : try bundle(in: container, at: item)
        let line = ProgressLine("verify")
        defer { line.end() }
        let (meter, cancellation) = (line.meter, Interruption.cancellation)
        let verification =
            isFile
            ? SealVerification(of: container.tree, file: subject, progress: meter, cancellation: cancellation)
            : SealVerification(of: container.tree, at: subject, progress: meter, cancellation: cancellation)
        let address = ItemAddress(container.root, subject)
        guard let report = verification.verify(hostPath: address.hostPath) else {
            throw Failure.cancelled
        }
        line.end()
        let failure = report.failure(of: path)
        if json {
            try writeReport(report, on: container, failure)
        } else {
            try writeLines(report.lines(all: all))
            if let failure { throw failure }
        }
        if !report.isIntact { throw ExitCode(1) }
    }

    /// Returns the bundle that the path names: the item itself if it is one, or else the app of its container.
    private func bundle(in container: Container, at item: ContainerPath) throws -> ContainerPath {
        if container.description.kind == .bundle, let app = container.bundlePath {
            guard item != app, !item.isRoot else { return app }
            let seal = item.appending("_CodeSignature/CodeResources")
            if (try? container.tree.status(seal)) != nil { return item }
            throw Failure(.data, "\(DisplayText(path)): no bundle with a seal; name the app, or a framework in it")
        }
        let related = container.description.related.first { $0.kind == .bundle }
        let hint = related.map { "; the app's bundle is \(DisplayText(bytes: $0.hostPath.bytes))" } ?? ""
        throw Failure(
            .data, "\(DisplayText(path)): a \(container.description.kind.title), which no seal covers\(hint)")
    }
}

extension SealReport {
    /// The failure to report, if a seal or a file cannot be read.
    fileprivate func failure(of path: String) -> Failure? {
        let name = DisplayText(path).description
        if let problem = unreadable.first {
            let more = unreadable.count > 1 ? " (and \(unreadable.count - 1) more)" : ""
            return Failure(.data, "\(name): \(DisplayText(problem.sentence))\(more)")
        }
        if hasNothingToVerify {
            let reason =
                subject == .staticLibrary
                ? "a static library, which has no code signature" : "the file has no code signature"
            return Failure(.data, "\(name): \(reason): nothing to verify")
        }
        if let top = bundles.first(where: { $0.path == "." }), !top.isSealed,
            !items.contains(where: { $0.status.isBroken })
        {
            return Failure(.data, "\(name): _CodeSignature/CodeResources: no such file; the bundle is not sealed")
        }
        let count = items.count { $0.status == .unreadable }
        return count == 0 ? nil : Failure(.noInput, "\(name): \(Pluralized.items(count)) could not be read")
    }
}
