/// A row of the table of launch images: the screens that one fills.
///
/// S4 names `Default.png`, `Default-Portrait.png` and `Default-Landscape.png`, and refers to the iOS Human Interface
/// Guidelines for the sizes: those of the devices that have launch images, up to iOS 12.
package struct LaunchImageRule: Hashable, Sendable {
    /// The screen: "iPhone, 4 inches".
    package let screen: String
    /// The width in pixels, held upright.
    package let width: Int
    /// The height in pixels, held upright.
    package let height: Int

    /// All rows.
    package static let all: [LaunchImageRule] = [
        LaunchImageRule(screen: "iPhone, 3.5 inches", width: 320, height: 480),
        LaunchImageRule(screen: "iPhone, 3.5 inches", width: 640, height: 960),
        LaunchImageRule(screen: "iPhone, 4 inches", width: 640, height: 1136),
        LaunchImageRule(screen: "iPhone, 4.7 inches", width: 750, height: 1334),
        LaunchImageRule(screen: "iPhone, 5.5 inches", width: 1242, height: 2208),
        LaunchImageRule(screen: "iPhone, 5.8 inches", width: 1125, height: 2436),
        LaunchImageRule(screen: "iPhone, 6.1 inches", width: 828, height: 1792),
        LaunchImageRule(screen: "iPhone, 6.5 inches", width: 1242, height: 2688),
        LaunchImageRule(screen: "iPad", width: 768, height: 1024),
        LaunchImageRule(screen: "iPad", width: 1536, height: 2048),
        LaunchImageRule(screen: "iPad, without the status bar", width: 768, height: 1004),
        LaunchImageRule(screen: "iPad, without the status bar", width: 748, height: 1024),
        LaunchImageRule(screen: "iPad, without the status bar", width: 1536, height: 2008),
        LaunchImageRule(screen: "iPad, without the status bar", width: 1496, height: 2048),
        LaunchImageRule(screen: "iPad, 10.5 inches", width: 1668, height: 2224),
        LaunchImageRule(screen: "iPad, 11 inches", width: 1668, height: 2388),
        LaunchImageRule(screen: "iPad, 12.9 inches", width: 2048, height: 2732),
    ]

    /// Returns the screens that a picture fills, upright or turned, each once.
    package static func screens(width: Int, height: Int) -> [String] {
        let (short, long) = (min(width, height), max(width, height))
        return all.filter { $0.width == short && $0.height == long }.map(\.screen)
    }
}
