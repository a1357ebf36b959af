import ContainerModel
import FileTree

/// The items of a plan as they are carried out: an item and its AppleDouble file, or a database and its logs, are one unit,
/// which is done completely or not at all, since an item with the attributes of another one would be neither old nor new.
struct WorkUnits {
    /// The items of each unit by their indices in the plan, the item itself first.
    private(set) var items: [[Int]] = []
    /// The unit of each item of the plan; nil if the item is not carried out.
    private(set) var places: [Int?]

    init(_ plan: Plan) {
        places = Array(repeating: nil, count: plan.items.count)
        let databases = Self.databases(of: plan)
        for (index, item) in plan.items.enumerated() where item.decided != nil && item.companion == nil {
            guard databases[index] == nil else { continue }
            places[index] = items.count
            items.append([index])
        }
        for (index, database) in databases.sorted(by: { $0.key < $1.key }) {
            guard let unit = places[database] else { continue }
            places[index] = unit
            items[unit].append(index)
        }
        let companions = plan.items.indices.filter { plan.items[$0].companion != nil && plan.items[$0].decided != nil }
        guard !companions.isEmpty else { return }
        let leaders = plan.leaders
        for index in companions {
            guard let leader = plan.items[index].companion?.leader, let unit = leaders[leader].flatMap({ places[$0] })
            else { continue }
            places[index] = unit
            items[unit].append(index)
        }
        // What makes room for a log comes before that.
        for unit in Set(databases.keys.compactMap { places[$0] }) {
            items[unit] = items[unit].prefix(1) + items[unit].dropFirst().sorted()
        }
    }

    /// Returns the items that change a log or a journal together with its database, each with the item that changes that.
    private static func databases(of plan: Plan) -> [Int: Int] {
        func place(_ index: Int) -> ItemAddress? {
            let item = plan.items[index]
            return item.decided == nil || item.companion != nil ? nil : item.change.target ?? item.change.item
        }
        let logs = plan.items.indices.filter { place($0)?.loggedFile != nil }
        guard !logs.isEmpty else { return [:] }
        let places = Dictionary(
            plan.items.indices.compactMap { index in place(index).map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        return Dictionary(
            uniqueKeysWithValues: logs.compactMap { index in
                place(index)?.loggedFile.flatMap { places[$0] }.map { (index, $0) }
            })
    }
}

/// The AppleDouble files among the items of a batch whose files are also in the batch. See `WorkUnits`.
struct BatchPairs {
    private var doubles: [Int: Int] = [:]
    private var files: [Int: Int] = [:]

    init(_ batch: ChangeBatch) {
        let entries = batch.items.entries
        guard entries.hasAppleDoubles, batch.kind.movesOrCopies else { return }
        let candidates = batch.items.indices.filter { AppleDoubleName.isOne(entries.name($0)) }
        guard !candidates.isEmpty else { return }
        let names = NameIndex(entries) { batch.items.contains($0) && !AppleDoubleName.isOne(entries.name($0)) }
        for double in candidates {
            guard let file = AppleDoubleName.file(of: entries.name(double)).flatMap({ names.place(of: $0) }) else {
                continue
            }
            (doubles[file], files[double]) = (double, file)
        }
    }

    /// The number of pairs.
    var count: Int { doubles.count }

    /// Returns the AppleDouble file of the entry at an index; nil if there is none in the batch.
    func double(of index: Int) -> Int? { doubles.isEmpty ? nil : doubles[index] }

    /// Returns whether the entry at an index is carried out with its file.
    func isDouble(_ index: Int) -> Bool { !files.isEmpty && files[index] != nil }

    /// Returns the unit of each item of the batch, in order, counted from 0.
    func places(in batch: ChangeBatch) -> [Int] {
        var units: [Int: Int] = [:]
        var next = 0
        for index in batch.items.indices where !isDouble(index) {
            if double(of: index) != nil { units[index] = next }
            next += 1
        }
        var places: [Int] = []
        next = 0
        for index in batch.items.indices {
            if let file = files[index] {
                places.append(units[file] ?? 0)
            } else {
                places.append(next)
                next += 1
            }
        }
        return places
    }
}

extension ChangeBatch.Kind {
    fileprivate var movesOrCopies: Bool {
        switch self {
        case .copy, .move, .trash: true
        case .setAttribute: false
        }
    }
}
