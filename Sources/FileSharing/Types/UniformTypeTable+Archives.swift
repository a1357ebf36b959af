/// The system's types of archives, and of directories that appear as one document.
extension UniformType {
    static let archives: [UniformType] = [
        // Many apps still declare the older identifier.
        UniformType(
            "public.zip-archive", ["com.pkware.zip-archive"], extensions: ["zip"],
            mimeTypes: ["application/zip", "application/x-zip-compressed"]),
        UniformType("com.pkware.zip-archive", ["public.data", "public.archive"]),
        UniformType(
            "org.gnu.gnu-zip-archive", ["public.data", "public.archive"], extensions: ["gz", "gzip"],
            mimeTypes: ["application/gzip", "application/x-gzip"]),
        UniformType("org.gnu.gnu-zip-tar-archive", ["org.gnu.gnu-zip-archive"], extensions: ["tgz"]),
        UniformType(
            "public.tar-archive", ["public.data", "public.archive"], extensions: ["tar"],
            mimeTypes: ["application/x-tar"]),
        UniformType(
            "public.bzip2-archive", ["public.data", "public.archive"], extensions: ["bz2", "bz"],
            mimeTypes: ["application/x-bzip2", "application/x-bzip"]),
        UniformType(
            "org.tukaani.xz-archive", ["public.data", "public.archive"], extensions: ["xz"],
            mimeTypes: ["application/x-xz"]),
        UniformType(
            "org.7-zip.7-zip-archive", ["public.data", "public.archive"], extensions: ["7z"],
            mimeTypes: ["application/x-7z-compressed"]),
        UniformType(
            "com.rarlab.rar-archive", ["public.data", "public.archive"], extensions: ["rar"],
            mimeTypes: ["application/vnd.rar", "application/x-rar-compressed"]),
        UniformType(
            "public.cpio-archive", ["public.data", "public.archive"], extensions: ["cpio"],
            mimeTypes: ["application/x-cpio"]),
        UniformType("com.apple.archive", ["public.data", "public.archive"], extensions: ["aar"]),
        UniformType("com.apple.itunes.ipa", ["public.data", "public.archive"], extensions: ["ipa"]),
        UniformType(
            "com.sun.java-archive", ["public.data", "public.archive", "public.executable"], extensions: ["jar"],
            mimeTypes: ["application/java-archive"]),
        UniformType("com.apple.disk-image", ["public.disk-image"]),
        UniformType(
            "com.apple.disk-image-udif", ["com.apple.disk-image", "public.data"], extensions: ["dmg"],
            mimeTypes: ["application/x-apple-diskimage"]),
        UniformType(
            "public.iso-image", ["public.data", "public.disk-image"], extensions: ["iso"],
            mimeTypes: ["application/x-iso9660-image"]),
    ]

    static let directories: [UniformType] = [
        UniformType("public.folder", ["public.directory"]),
        UniformType("public.volume", ["public.folder"]),
        UniformType("com.apple.package", ["public.directory"]),
        UniformType("com.apple.bundle", ["public.directory"], extensions: ["bundle"]),
        UniformType("com.apple.generic-bundle", ["com.apple.package", "com.apple.bundle"], extensions: ["bundle"]),
        UniformType("com.apple.framework", ["com.apple.bundle"], extensions: ["framework"]),
        UniformType("com.apple.application", ["public.executable"]),
        UniformType(
            "com.apple.application-bundle", ["com.apple.application", "com.apple.bundle", "com.apple.package"],
            extensions: ["app"]),
        UniformType(
            "com.apple.application-and-system-extension", ["com.apple.bundle", "com.apple.package"],
            extensions: ["appex"]),
        UniformType("com.apple.plugin", ["com.apple.bundle", "com.apple.package"], extensions: ["plugin"]),
        UniformType("com.apple.rtfd", ["com.apple.package", "public.composite-content"], extensions: ["rtfd"]),
        UniformType(
            "com.apple.iwork.pages.pages", ["com.apple.package", "public.composite-content"], extensions: ["pages"]),
        UniformType(
            "com.apple.iwork.numbers.numbers", ["com.apple.package", "public.composite-content", "public.spreadsheet"],
            extensions: ["numbers"]),
        UniformType(
            "com.apple.iwork.keynote.key", ["com.apple.package", "public.composite-content", "public.presentation"],
            extensions: ["key"]),
        UniformType("com.apple.xcode.project", ["com.apple.package"], extensions: ["xcodeproj"]),
        UniformType("com.apple.playground", ["com.apple.package"], extensions: ["playground"]),
        UniformType("com.apple.live-photo-bundle", ["com.apple.package"], extensions: ["pvt"]),
    ]
}
