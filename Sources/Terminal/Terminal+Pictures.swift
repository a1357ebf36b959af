import CTerminal
package import Screen
import System

/// Pictures on the terminal.
extension Terminal {
    /// How pictures are to be made for the terminal. Events report when that changes, except with the size of the
    /// screen.
    package var pictureDisplay: PictureDisplay {
        var width: Int32 = 0
        var height: Int32 = 0
        let cell = sgt_cell_pixels(&width, &height) ? CellPixels(width: Int(width), height: Int(height)) : nil
        return pictures.display(on: cell ?? .usual)
    }

    /// Shows pictures in another way from the next frame on. The cover has to be set again.
    package func showPictures(_ setting: PictureSetting) {
        pictures.setting = setting
        painter.show(picturesBy: pictures.method)
    }

    /// Takes the terminal's answer to the question whether it shows pictures.
    func receivePictureReply(_ reply: TerminalReply, into events: inout [TerminalEvent]) {
        let (method, display) = (pictures.method, pictureDisplay)
        switch reply {
        case .pictures(let isSupported): pictures.receive(isSupported)
        case .attributes: pictures.receiveAttributes()
        case .background: break
        }
        if pictures.method != method { painter.show(picturesBy: pictures.method) }
        guard pictureDisplay != display else { return }
        events.append(.pictures(pictureDisplay))
        // Where the question is not understood, it may have been printed.
        if case .attributes = reply { painter.forget() }
    }

    /// Waits as `poll` does. Meanwhile the rest of a picture is sent, as fast as the terminal reads it.
    /// - Parameter descriptors: Those to wait for; the last one is for the output.
    func pollSendingPictures(_ descriptors: inout [pollfd], _ timeout: Int32) -> Int32 {
        let output = descriptors.count - 1
        while true {
            descriptors[output].fd = painter.pictures.isSending ? STDOUT_FILENO : -1
            let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
            // Whatever else there is comes first: it may make the picture needless.
            guard count == 1, descriptors[output].revents == Int16(POLLOUT) else { return count }
            guard painter.continuePicture() else {
                isGone = true
                return count
            }
        }
    }
}
