/// A row of the table of app icons: the sizes that the system uses.
///
/// S4 names the icons and refers to the iOS Human Interface Guidelines for their sizes. Those of all versions of iOS are
/// in Apple's Technical Q&A QA1686, "App Icons on iPad and iPhone".
package struct AppIconRule: Hashable, Sendable {
    /// The use of the icon.
    package let use: String
    /// The devices: "iPhone", "iPad".
    package let device: String
    /// The size in points.
    package let points: Double
    /// The pixels of a point.
    package let scale: Int

    /// The width and height in pixels.
    package var pixels: Int { Int(points * Double(scale)) }

    /// Where the sizes are from.
    package static let source =
        "Apple's Technical Q&A QA1686; \(Source.s4.place("App Icons")), refers to the iOS Human Interface Guidelines"

    /// All rows, the most important first.
    package static let all: [AppIconRule] = [
        AppIconRule(use: "home screen", device: "iPhone", points: 60, scale: 2),
        AppIconRule(use: "home screen", device: "iPhone", points: 60, scale: 3),
        AppIconRule(use: "home screen", device: "iPad", points: 76, scale: 1),
        AppIconRule(use: "home screen", device: "iPad", points: 76, scale: 2),
        AppIconRule(use: "home screen", device: "iPad", points: 83.5, scale: 2),
        AppIconRule(use: "search results", device: "iPhone", points: 40, scale: 2),
        AppIconRule(use: "search results", device: "iPhone", points: 40, scale: 3),
        AppIconRule(use: "search results", device: "iPad", points: 40, scale: 1),
        AppIconRule(use: "search results", device: "iPad", points: 40, scale: 2),
        AppIconRule(use: "Settings", device: "iPhone", points: 29, scale: 2),
        AppIconRule(use: "Settings", device: "iPhone", points: 29, scale: 3),
        AppIconRule(use: "Settings", device: "iPad", points: 29, scale: 1),
        AppIconRule(use: "Settings", device: "iPad", points: 29, scale: 2),
        AppIconRule(use: "home screen up to iOS 6", device: "iPhone", points: 57, scale: 1),
        AppIconRule(use: "home screen up to iOS 6", device: "iPhone", points: 57, scale: 2),
        AppIconRule(use: "home screen up to iOS 6", device: "iPad", points: 72, scale: 1),
        AppIconRule(use: "home screen up to iOS 6", device: "iPad", points: 72, scale: 2),
    ]

    /// Returns whether apps for these versions of iOS still use the icon.
    /// - Parameter minimumSystemVersion: The oldest iOS that the app runs on; nil if it is not known.
    package func isUsed(since minimumSystemVersion: String?) -> Bool {
        guard use.hasSuffix("iOS 6") else { return true }
        let major = minimumSystemVersion.flatMap { Int($0.prefix { $0 != "." }) } ?? 7
        return major < 7
    }
}
