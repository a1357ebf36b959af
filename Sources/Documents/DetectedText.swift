import Formats
import Synchronization

/// The encoding of a text, which is detected when it is first asked for.
final class DetectedText: Sendable {
    private let detection = Mutex<TextDetection??>(nil)

    /// Returns the encoding, or nil for bytes that are not text.
    func value(_ detect: () -> TextDetection?) -> TextDetection? {
        detection.withLock { detection in
            if let detection { return detection }
            let result = detect()
            detection = .some(result)
            return result
        }
    }
}
