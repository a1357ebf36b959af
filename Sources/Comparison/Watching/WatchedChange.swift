package import ContainerModel
package import Formats

/// A difference that was found while a side is watched.
package struct WatchedChange: Sendable {
    /// What has changed; the first side is the state that was known before.
    package let difference: Difference
    /// When it was found, in milliseconds since 1970.
    package let time: Int64

    package init(difference: Difference, time: Int64) {
        self.difference = difference
        self.time = time
    }

    /// The time in ISO 8601, with milliseconds.
    package var timeText: String {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000)
        guard rest >= 0 else { return "@\(time)" }
        return ISO8601.text(secondsSince1970: seconds, fraction: padded(String(rest), to: 3, with: "0")) ?? "@\(time)"
    }

    /// The object of the difference, and its time.
    package var json: JSONValue {
        let time = JSONValue.Member(name: "time", value: .string(timeText))
        guard case .object(let members) = difference.json else { return .object([time]) }
        return .object([time] + members)
    }

    /// The change with each value replaced.
    package var masked: WatchedChange { WatchedChange(difference: difference.masked, time: time) }
}

/// What watching tells.
package enum WatchReport: Sendable {
    case change(WatchedChange)
    /// Something that could not be read or compared, and why.
    case problem(ContainerPath, String)
}
