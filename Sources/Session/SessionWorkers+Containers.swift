import Browser
import ContainerModel
import ContainerStore
import Encryption
import FileSharing
import FileTree
import Formats
import Inspection
import Jobs
import Queries

/// Opening containers.
extension SessionWorkers {
    /// Opens a container on a worker. Abandons any other container that is being opened.
    /// - Parameters:
    ///   - path: The path as the user gave it, as bytes.
    ///   - kind: The kind of container to open the directory as, whatever it looks like.
    ///   - passphrase: The passphrase of the encrypted backup that the path leads to or into.
    ///   - launch: Returns the state that the previous session left of the container.
    func open(
        _ path: [UInt8],
        as kind: ContainerKind? = nil,
        unlockingWith passphrase: Passphrase? = nil,
        launch: @escaping @Sendable (Container, ContainerStart) -> SnapshotKeeper.Launch = { _, _ in .fresh }
    ) {
        open(at: { .success(path) }, as: kind, unlockingWith: passphrase, launch: launch)
    }

    /// Makes the demonstration, and opens it.
    func open(
        _ demonstration: DemonstrationMaker,
        launch: @escaping @Sendable (Container, ContainerStart) -> SnapshotKeeper.Launch
    ) {
        open(at: demonstration.make, launch: launch)
    }

    /// - Parameter locate: Returns the path, on a worker.
    private func open(
        at locate: @escaping @Sendable () -> Result<[UInt8], DemonstrationMaker.Failure>,
        as kind: ContainerKind? = nil,
        unlockingWith passphrase: Passphrase? = nil,
        launch: @escaping @Sendable (Container, ContainerStart) -> SnapshotKeeper.Launch
    ) {
        cancelOpening()
        let cancellation = Cancellation()
        opening = cancellation
        let mailbox = mailbox
        let task = tasks.beginTask(within: cancellation, .prompt) { report in
            guard report.state == .running else { return }
            mailbox.post(.opening(.event(.progress(report.progress)), by: cancellation))
        }
        openers.submit {
            // What was cancelled before it began must not be made at all.
            guard !cancellation.isCancelled else { return task.finish() }
            let path: [UInt8]
            switch locate() {
            case .success(let located): path = located
            case .failure(let failure):
                task.finish()
                return mailbox.post(.opening(.event(.failed(failure.message)), by: cancellation))
            }
            let report: OpeningReport
            do throws(ContainerStoreError) {
                if let passphrase {
                    let result = try ContainerStore.unlock(
                        path, with: passphrase, progress: task.meter, cancellation: cancellation)
                    guard result == .unlocked else {
                        return mailbox.post(.opening(.locked(path, isWrong: true), by: cancellation))
                    }
                }
                let opened = try ContainerStore.open(
                    path, as: kind, readsDevices: false, progress: task.meter, cancellation: cancellation)
                switch opened {
                case .container(let found, let start):
                    let container = found.recallingAppInfo()
                    report = .opened(container, at: start, launch(container, start))
                case .several(let candidates): report = .event(.several(candidates))
                }
            } catch {
                report = error.code == .locked ? .locked(path, isWrong: false) : .failed(error)
            }
            task.finish()
            mailbox.post(.opening(report, by: cancellation))
        }
    }

    /// Opens a container beside the open one on a worker.
    /// - Parameters:
    ///   - path: The path on this computer, as bytes.
    ///   - directory: The directory to show; nil for the one that the path names.
    func openSecondContainer(_ path: [UInt8], at directory: ContainerPath?) {
        let (mailbox, epoch, cancellation) = (mailbox, epoch, whole)
        openers.submit {
            do throws(ContainerStoreError) {
                switch try ContainerStore.open(path, readsDevices: false, cancellation: cancellation) {
                case .container(let found, let start):
                    let exists = directory.map { (try? found.tree.status($0))?.kind == .directory } ?? false
                    let place = exists ? ContainerStart(directory: directory ?? .root) : start
                    mailbox.post(.secondContainer(found.recallingAppInfo(), at: place, epoch: epoch))
                case .several(let candidates):
                    mailbox.post(.event(.opening(.severalSecondContainers(candidates)), epoch: epoch))
                }
            } catch {
                let sentence = error.sentence(
                    about: String(decoding: ReservedPath.shown(error.hostPath), as: UTF8.self))
                mailbox.post(.event(.failed(sentence), epoch: epoch))
            }
        }
    }

    /// Opens an item outside of the open container on a worker: in another container, or a directory, an archive or a file
    /// of this computer.
    /// - Parameter path: The path as the user typed it, as bytes.
    func openAside(_ path: [UInt8], for purpose: AsidePurpose) {
        let (mailbox, epoch, cancellation) = (mailbox, epoch, whole)
        let path = ContainerStore.expanded(path)
        let target: Container? =
            if case .restoring(let root, _) = purpose { open.container(of: ItemAddress(root, .root)) } else { nil }
        openers.submit {
            func fail(_ sentence: String) { mailbox.post(.event(.failed(sentence), epoch: epoch)) }
            do throws(ContainerStoreError) {
                switch try ContainerStore.open(path, readsDevices: false, cancellation: cancellation) {
                case .container(let found, let start):
                    let item = start.entry.flatMap { start.directory.appending(name: $0) } ?? start.directory
                    let groups = target.map { Restoration.groups(of: found, and: $0) } ?? []
                    let complete =
                        target.map { target in
                            AsidePurpose.restoring(
                                target.root,
                                groups: groups.map { Restoration.Pair(origin: $0.origin.root, target: $0.target.root) })
                        } ?? purpose
                    mailbox.post(
                        .aside(
                            ItemAddress(found.root, item), in: found.recallingAppInfo(),
                            groups: groups.flatMap { [$0.origin, $0.target] }, for: complete, epoch: epoch))
                case .several(let candidates):
                    let names = candidates.prefix(3).map(\.title).joined(separator: ", ")
                    fail("\(String(decoding: path, as: UTF8.self)): \(candidates.count) containers, name one: \(names)")
                }
            } catch {
                guard error.code != .locked else {
                    return fail(
                        "\(String(decoding: error.hostPath, as: UTF8.self)) is encrypted; open it first, which asks for "
                            + "its passphrase")
                }
                guard error.code == .notAContainer,
                    let item = HostPath(path).flatMap({ ContainerPath(bytes: $0.bytes) })
                else { return fail(error.sentence(about: String(decoding: error.hostPath, as: UTF8.self))) }
                mailbox.post(.aside(ItemAddress(.computer, item), in: nil, groups: [], for: purpose, epoch: epoch))
            }
        }
    }

    /// Reads the containers of devices, one device after another.
    func read(_ devices: [ContainerCandidate]) {
        let mailbox = mailbox
        let cancellation = whole
        walks.submit {
            for device in devices {
                guard !cancellation.isCancelled else { return }
                ContainerStore.reading(device, cancellation: cancellation).map {
                    mailbox.post(.lasting(.opening(.deviceRead($0))))
                }
            }
        }
    }

    /// Measures the containers of apps, one app after another.
    func measure(_ apps: [ContainerCandidate]) {
        let mailbox = mailbox
        let cancellation = whole
        walks.submit {
            for app in apps {
                var figures = ContainerStatistics()
                for part in app.parts where !cancellation.isCancelled {
                    guard let tree = try? HostTree.open(part.bytes) else { continue }
                    figures.add(ContainerStatistics(of: tree, cancellation: cancellation))
                }
                guard !cancellation.isCancelled else { return }
                mailbox.post(.lasting(.opening(.measured(app.parts, figures))))
            }
        }
    }

    /// Looks for containers near the working directory and in the usual places, until a container is open.
    func findNearby() {
        let (mailbox, epoch, cancellation) = (mailbox, epoch, whole)
        walks.submit {
            ContainerStore.findNearby(cancellation: cancellation) {
                mailbox.post(.event(.opening(.nearby($0)), epoch: epoch))
            }
        }
    }

    func cancelOpening() {
        opening?.cancel()
        opening = nil
    }
}

extension SessionWorkers.OpeningReport {
    /// The path leads to an encrypted backup, and the passphrase is needed, or the one given is wrong.
    fileprivate static func locked(_ path: [UInt8], isWrong: Bool) -> Self {
        HostPath(path).map { .event(.locked($0, isWrong: isWrong)) } ?? .event(.failed("the container is encrypted"))
    }
}
