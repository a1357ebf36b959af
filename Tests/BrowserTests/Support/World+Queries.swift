import Audit
import Bundles
import Comparison
import ContainerModel
import ContainerStore
import Documents
import FileTree
import Formats
import Inspection
import Jobs
import Previews
import Queries
import Search
import Testing
import TimePoints
import Timeline

@testable import Browser

extension World {
    /// Returns the answers that workers would find.
    func replies(to request: any PendingQuery) -> [QueryReply] {
        switch request {
        case let request as QueryRequest<ArrangeQuery>:
            let query = request.query
            let table = world(of: query.directory.side).metadata(of: query.directory.path)
            let isFlat = query.filter.matchesPaths
            let order = query.entries.arranged(
                by: query.order, filter: query.filter.names, numbers: isFlat ? nil : table.numbers(for: query.order.key)
            )
            return [
                request.reply(
                    .init(
                        .init(
                            order: order, metadata: isFlat ? nil : table,
                            hidden: query.entries.hiddenCount(by: query.filter.names))))
            ]
        case let request as QueryRequest<DescribeQuery>:
            let query = request.query
            let known = world(of: query.directory.side).listing(of: query.directory.path)?.facts ?? [:]
            let facts = known.filter { query.places.contains($0.key) }
            return [request.reply(.init(facts: facts, missing: query.places.filter { facts[$0] == nil }))]
        case let request as QueryRequest<MeasureQuery>:
            let directory = request.query.directory
            return [request.reply(world(of: directory.side).metadata(of: directory.path))]
        case let request as QueryRequest<TreeQuery>:
            let levels = request.query.paths.compactMap { path in level(of: path).map { (path, $0) } }
            return [request.reply(.init(levels: Dictionary(levels) { $1 }, standard: standardDirectories()))]
        case let request as QueryRequest<CountQuery>:
            let world = world(of: request.query.root.side)
            let totals = request.query.directories.compactMap { path in world.total(of: path).map { (path, $0) } }
            return [request.reply(Dictionary(totals) { $1 })]
        case let request as QueryRequest<LocateQuery>: return [located(request.query.path, request)]
        case let request as QueryRequest<FollowQuery>:
            guard case .inside(let target, _)? = entry(request.query.link)?.destination else {
                return [request.reply(QueryFailure("the link leads out of the container; it is not entered"))]
            }
            return [located(target, request)]
        case let request as QueryRequest<HostPathQuery>:
            let written = request.query.written
            let path: ContainerPath = written.isEmpty ? "home/me" : ContainerPath(bytes: written)!
            return [request.reply(.init(path: path, start: ContainerStart(directory: path)))]
        case let request as QueryRequest<PathCompletionQuery>: return [request.reply(completion(request.query))]
        case let request as QueryRequest<SharingStartQuery>:
            return [request.reply(.init(path: "home/me", start: ContainerStart(directory: "home/me")))]
        case let request as QueryRequest<PreviewQuery>:
            guard let entry = entry(request.query.file.path) else { return [] }
            guard entry.kind == .file else { return [request.reply(.init(lines: []))] }
            let source = DocumentSource(entry.name, bytes: entry.contents)
            let (steps, form) = (request.query.spot?.steps ?? [], request.query.spot?.form ?? .decoded)
            guard let found = try? DocumentReaders.open(source, at: steps, as: form, within: .init()) else { return [] }
            let lines = Preview(found.document, within: .init())
                .lines(fitting: request.query.fit, at: request.query.spot, within: .init())
            return [request.reply(.init(lines: lines, signature: FileSignature(entry.head)))]
        case let request as QueryRequest<ChildrenQuery>:
            guard let entries = listing(of: request.query.directory.path)?.entries else { return [] }
            return [request.reply(request.query.lines(of: entries))]
        case let request as QueryRequest<ViewQuery>:
            let subject = request.query.subject
            if let failure = entry(subject.file.path)?.failure { return [request.reply(QueryFailure(failure))] }
            if subject.compared != nil { return [request.reply(.init(title: "2 differences", page: Self.compared))] }
            guard let located = located(subject) else { return [] }
            let preview = Preview(located.document, within: .init())
            let page = preview.content.page(request.query.request, within: .init())
            let filter =
                subject.conditions.isEmpty
                ? [] : ["only rows with \(subject.conditions.map(\.text).joined(separator: ", "))"]
            let forms = request.query.wantsForms ? ShownForm.all { located.inForm($0, .init()) } : nil
            return [
                request.reply(.init(title: preview.title, remarks: filter + preview.remarks, page: page, forms: forms))
            ]
        case let request as QueryRequest<PrepareSQLQuery>:
            guard let item = item(of: request.query.subject) else { return [] }
            return [request.reply(request.query.answer(about: item, within: .init()))]
        case let request as QueryRequest<CompleteSQLQuery>:
            guard let item = item(of: request.query.subject) else { return [] }
            return [request.reply(request.query.answer(about: item, within: .init()))]
        case let request as QueryRequest<CopyQuery>:
            guard let located = located(request.query.subject),
                let found = try? request.query.copied(from: located.document, within: .init())
            else { return [] }
            return [request.reply(found)]
        case let request as QueryRequest<SeekQuery>:
            guard let located = located(request.query.subject) else { return [] }
            let content = Preview(located.document, within: .init()).content
            return [request.reply(request.query.look(in: content, within: .init()))]
        case let request as QueryRequest<BackupTotalsQuery>:
            // In the samples, nothing below Library/Caches and tmp is backed up.
            let totals = request.query.directories.map { path in
                let isPurgeable = path == "Library/Caches" || path == "tmp"
                return (path, isPurgeable ? 0 : total(of: path)?.bytes ?? 0)
            }
            let included = totals.map(\.0).filter { $0 != "Library/Caches" && $0 != "tmp" }
            return [request.reply(BackupTotals(Dictionary(totals) { $1 }, including: Set(included)))]
        case let request as QueryRequest<SideMarksQuery>: return [request.reply(SideMarks(changes))]
        case let request as QueryRequest<TimePointsQuery>: return [request.reply(timePoints)]
        case let request as QueryRequest<AuditQuery>:
            return audit.map { [request.reply(AuditQuery.Answer($0, in: [description]))] } ?? []
        case let request as QueryRequest<BackupSetQuery>: return [request.reply(Self.lines)]
        case let request as QueryRequest<PurgeQuery>:
            return [request.reply(PurgeQuery.Answer(lines: Self.lines, items: []))]
        case let request as QueryRequest<AdviceQuery>:
            let move = AdvisedMove([request.query.path], into: "Library/Application Support/org.example.app")
            return [request.reply(.init(Self.lines, move: move))]
        // Tests of these answer them themselves.
        case is QueryRequest<BackupSizesQuery>, is QueryRequest<BundleQuery>, is QueryRequest<ContainerNamesQuery>,
            is QueryRequest<GrowthQuery>,
            is QueryRequest<ContentsHitsQuery>, is QueryRequest<KeepQuery>, is QueryRequest<MatchingNamesQuery>,
            is QueryRequest<SaveQuery>, is QueryRequest<SealQuery>, is QueryRequest<TimePointRemovalQuery>,
            is QueryRequest<TimelineQuery>, is QueryRequest<UsageQuery>:
            return []
        default:
            Issue.record("no answer is known to \(type(of: request))")
            return []
        }
    }

    /// Returns the names that continue a path.
    private func completion(_ query: PathCompletionQuery) -> PathCompletionQuery.Answer {
        let (world, places): (World, [ContainerPath]) =
            switch query.place {
            case .container(let places): (self, places)
            case .computer(let written): (self.world(of: .computer), [Self.place(typed: written)])
            }
        let found = places.filter { world.directories[$0] != nil }
        let showsHidden = query.beginning.first == 0x2e
        let entries = found.flatMap { world.directories[$0] ?? [] }
        let continuing = entries.filter { entry in
            guard entry.name.starts(with: query.beginning) else { return false }
            guard entry.name.first != 0x2e || showsHidden else { return false }
            return entry.kind == .directory || !query.wantsDirectories
        }
        let names: [PathCompletionQuery.Answer.Name] = continuing.map { entry in
            PathCompletionQuery.Answer.Name(entry.name, isDirectory: entry.kind == .directory)
        }
        return PathCompletionQuery.Answer(
            names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }, beginningWith: query.beginning,
            problem: found.isEmpty ? "\(places.first ?? .root): no such file or directory" : nil)
    }

    /// Returns the path of this computer that a directory of it is typed as.
    private static func place(typed written: [UInt8]) -> ContainerPath {
        if written.isEmpty { return "home/me" }
        let isBelowHome = written.first == 0x7e
        let path = ContainerPath(bytes: isBelowHome ? Array(written.dropFirst(2)) : written) ?? .root
        return isBelowHome ? ContainerPath("home/me").appending(path) : path
    }

    private static let lines = ["an answer", "with a name\u{1b}[2J in it", ""]

    /// Returns the file that is viewed; nil if there is none.
    private func item(of subject: ViewQuery.Subject) -> DocumentItem? {
        entry(subject.file.path).map { .file(DocumentSource($0.name, bytes: $0.contents)) }
    }

    /// Returns the document that is viewed; nil if there is none.
    private func located(_ subject: ViewQuery.Subject) -> LocatedDocument? {
        guard let entry = entry(subject.file.path) else { return nil }
        let file = DocumentSource(entry.name, bytes: entry.contents)
        return try? DocumentReaders.open(file, at: subject.steps, as: subject.form, within: .init())
            .choosing(subject.conditions, sorted: subject.order, within: .init())
    }

    private func located<Asked: Query>(_ path: ContainerPath, _ request: QueryRequest<Asked>) -> QueryReply
    where Asked.Answer == ContainerStart {
        if directories[path] != nil { return request.reply(ContainerStart(directory: path)) }
        guard entry(path) != nil, let parent = path.parent, let name = path.lastComponent else {
            return request.reply(QueryFailure("\(path): no such file or directory"))
        }
        return request.reply(ContainerStart(directory: parent, entry: Array(name)))
    }
}

extension BrowserEffect {
    /// Returns the query of the given type that this effect asks, or nil.
    func asks<Asked: Query>(_ type: Asked.Type) -> Asked? {
        guard case .ask(let request as QueryRequest<Asked>) = self else { return nil }
        return request.query
    }
}

extension Scene {
    /// Returns all queries of a type that the browser has asked.
    func asked<Asked: Query>(_ type: Asked.Type) -> [Asked] { history.compactMap { $0.asks(type) } }

    /// Answers a query that the browser asks, or would ask.
    mutating func reply<Asked: Query>(to effect: BrowserEffect, _ type: Asked.Type, _ answer: Asked.Answer) {
        guard case .ask(let request as QueryRequest<Asked>) = effect else { return }
        send(.answered(request.reply(answer)))
    }
}
