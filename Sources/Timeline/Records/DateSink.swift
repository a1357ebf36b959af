import ContainerModel
import Synchronization

/// What all threads that look for times add to.
final class TimelineStorage: Sendable {
    let question: TimelineQuestion
    let records = TimelineRecords()
    let texts = StoredTexts()
    private let places = Mutex<[TimelinePlace]>([])
    private let noted = Mutex<(order: [TimelineProblem], all: Set<TimelineProblem>)>(([], []))

    init(_ question: TimelineQuestion) { self.question = question }

    func add(_ place: TimelinePlace) -> UInt32 {
        places.withLock { places in
            places.append(place)
            return UInt32(places.count - 1)
        }
    }

    func place(_ index: UInt32) -> TimelinePlace { places.withLock { $0[Int(index)] } }

    /// What could not be read in full.
    var problems: [TimelineProblem] {
        noted.withLock(\.order) + records.problems.map { TimelineProblem(path: nil, message: $0) }
    }

    /// Notes what cannot be read in full, once.
    func note(_ path: ContainerPath?, _ message: String) {
        let problem = TimelineProblem(path: path, message: message)
        noted.withLock { noted in
            if noted.all.insert(problem).inserted { noted.order.append(problem) }
        }
    }
}

/// Takes the times that one thread finds, those that are wanted.
final class DateSink {
    /// A place whose times are wanted.
    struct Place {
        fileprivate let index: UInt32
    }

    let storage: TimelineStorage
    private let times: ClosedRange<Int64>
    /// The index of the item that is looked at.
    var file = TimelineRecord.none
    private var waiting: [TimelineRecord] = []
    private static let maxWaiting = 1 << 13

    init(_ storage: TimelineStorage) {
        self.storage = storage
        times = storage.question.times
        waiting.reserveCapacity(Self.maxWaiting)
    }

    /// Adds a place; nil if times of its kind are not wanted.
    func place(_ place: TimelinePlace) -> Place? {
        guard storage.question.kinds.contains(place.kind) else { return nil }
        return Place(index: storage.add(place))
    }

    /// Adds a time.
    func add(_ time: Int64, at place: Place, key: Int64 = 0) {
        guard times.contains(time) else { return }
        waiting.append(TimelineRecord(time: time, key: key, file: file, place: place.index))
        if waiting.count == Self.maxWaiting { flush() }
    }

    /// Adds a time whose place has texts.
    /// - Returns: Whether there was room for the text.
    func add(_ time: Int64, at place: Place, text: () -> [UInt8]) -> Bool {
        guard times.contains(time) else { return true }
        guard let key = storage.texts.add(text()) else { return false }
        add(time, at: place, key: key)
        return true
    }

    /// Passes on what was found so far.
    func flush() {
        // All of them are sorted where no other thread can add, which takes half the time if parts of them are.
        waiting.sort(by: TimelineRecord.precedes)
        storage.records.add(waiting)
        waiting.removeAll(keepingCapacity: true)
    }
}
