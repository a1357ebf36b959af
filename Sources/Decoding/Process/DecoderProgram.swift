import CDecoding
import System

/// A program that can be started as a decoder process.
package struct DecoderProgram: Sendable {
    /// The path of the executable.
    let path: String
    /// The arguments, the program's name first.
    let arguments: [String]

    /// Creates a program; tests use others than this one.
    package init(path: String, arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// This program in its hidden mode.
    package static var own: DecoderProgram {
        // A sealed process cannot look up the time zone, nor is it given any variable.
        let timeZone = getenv("TZ").map { String(cString: $0) } ?? ":/etc/localtime"
        // The path names the child's own executable: the same file, even if another replaced it on disk.
        return DecoderProgram(
            path: "/proc/self/exe", arguments: ["sandglass", String(cString: sandglass_decoder_argument), timeZone])
    }
}
