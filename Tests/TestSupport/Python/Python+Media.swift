extension Python {
    /// Functions that make the boxes of ISO/IEC 14496-12 and of the QuickTime File Format Specification.
    package static let mediaFunctions = Script.text("python_media_media_functions")

    /// Returns the bytes of an expression with these functions.
    /// - Throws: `PythonError` if it fails.
    package static func media(_ expression: String) throws -> [UInt8] {
        try run(mediaFunctions + "\nimport sys\nsys.stdout.buffer.write(\(expression))", [])
    }

    /// A film as an iPhone makes it: a video of 4 seconds with sound, and the place where it was made.
    package static let film = """
        box(b'ftyp', b'qt  ', bytes(4), b'qt  ') + box(b'wide') + box(b'mdat', bytes(64)) + box(b'moov',
            movie_head(600, 2430, 3692304000),
            track(b'vide', video(b'hvc1', 1920, 1080), 600, 2400, 120),
            track(b'soun', sound(b'mp4a', 1, 44100), 44100, 178605, 175, 'deu'),
            quicktime_metadata(make='Apple', model='iPhone 15', software='17.4', location_ISO6709='+47.3769+008.5417+408.000/',
                creationdate='2021-01-01T12:00:00+0100'))
        """
}
