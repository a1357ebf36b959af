/// The system's types of images, audio and video.
extension UniformType {
    static let images: [UniformType] = [
        UniformType(
            "public.jpeg", ["public.image"], extensions: ["jpeg", "jpg", "jpe"], mimeTypes: ["image/jpeg", "image/jpg"]),
        UniformType(
            "public.jpeg-2000", ["public.image"], extensions: ["jp2", "jpf", "jpx", "j2k", "j2c"],
            mimeTypes: ["image/jp2"]),
        UniformType("public.jpeg-xl", ["public.image"], extensions: ["jxl"], mimeTypes: ["image/jxl"]),
        UniformType("public.png", ["public.image"], extensions: ["png"], mimeTypes: ["image/png"]),
        UniformType("com.compuserve.gif", ["public.image"], extensions: ["gif"], mimeTypes: ["image/gif"]),
        UniformType("public.tiff", ["public.image"], extensions: ["tiff", "tif"], mimeTypes: ["image/tiff"]),
        UniformType("com.microsoft.bmp", ["public.image"], extensions: ["bmp", "dib"], mimeTypes: ["image/bmp"]),
        UniformType(
            "com.microsoft.ico", ["public.image"], extensions: ["ico"],
            mimeTypes: ["image/vnd.microsoft.icon", "image/x-icon"]),
        UniformType("org.webmproject.webp", ["public.image"], extensions: ["webp"], mimeTypes: ["image/webp"]),
        UniformType("public.heif-standard", ["public.image"]),
        UniformType("public.heif", ["public.heif-standard"], extensions: ["heif", "hif"], mimeTypes: ["image/heif"]),
        UniformType("public.heic", ["public.heif-standard"], extensions: ["heic"], mimeTypes: ["image/heic"]),
        UniformType("public.avif", ["public.heif-standard"], extensions: ["avif"], mimeTypes: ["image/avif"]),
        UniformType("com.apple.icns", ["public.image"], extensions: ["icns"]),
        UniformType(
            "com.adobe.photoshop-image", ["public.image"], extensions: ["psd"],
            mimeTypes: ["image/vnd.adobe.photoshop"]),
        UniformType("com.ilm.openexr-image", ["public.image"], extensions: ["exr"], mimeTypes: ["image/x-exr"]),
        UniformType("com.truevision.tga-image", ["public.image"], extensions: ["tga"], mimeTypes: ["image/x-tga"]),
        UniformType("org.khronos.ktx", ["public.image"], extensions: ["ktx"], mimeTypes: ["image/ktx"]),
        UniformType("public.camera-raw-image", ["public.image"]),
        UniformType(
            "com.adobe.raw-image", ["public.camera-raw-image"], extensions: ["dng"], mimeTypes: ["image/x-adobe-dng"]),
    ]

    static let soundAndVideo: [UniformType] = [
        UniformType(
            "public.mp3", ["public.audio"], extensions: ["mp3", "mpga"], mimeTypes: ["audio/mpeg", "audio/mp3"]),
        UniformType(
            "public.mpeg-4-audio", ["public.audio"], extensions: ["m4a", "mp4a"],
            mimeTypes: ["audio/mp4", "audio/x-m4a"]),
        UniformType("com.apple.m4a-audio", ["public.mpeg-4-audio"]),
        UniformType("public.aac-audio", ["public.audio"], extensions: ["aac", "adts"], mimeTypes: ["audio/aac"]),
        UniformType(
            "com.microsoft.waveform-audio", ["public.audio"], extensions: ["wav", "wave", "bwf"],
            mimeTypes: ["audio/vnd.wave", "audio/wav", "audio/x-wav"]),
        UniformType(
            "public.aiff-audio", ["public.aifc-audio"], extensions: ["aiff", "aif"],
            mimeTypes: ["audio/aiff", "audio/x-aiff"]),
        UniformType("public.aifc-audio", ["public.audio"], extensions: ["aifc"], mimeTypes: ["audio/x-aifc"]),
        UniformType("com.apple.coreaudio-format", ["public.audio"], extensions: ["caf"], mimeTypes: ["audio/x-caf"]),
        UniformType("org.xiph.flac", ["public.audio"], extensions: ["flac"], mimeTypes: ["audio/flac"]),
        UniformType("public.au-audio", ["public.audio"], extensions: ["au", "snd"], mimeTypes: ["audio/basic"]),
        UniformType(
            "public.midi-audio", ["public.audio"], extensions: ["midi", "mid", "smf", "kar"], mimeTypes: ["audio/midi"]),
        UniformType("public.m3u-playlist", ["public.text"], extensions: ["m3u"], mimeTypes: ["audio/x-mpegurl"]),
        UniformType(
            "com.apple.quicktime-movie", ["public.movie"], extensions: ["mov", "qt"], mimeTypes: ["video/quicktime"]),
        UniformType("public.mpeg-4", ["public.movie"], extensions: ["mp4", "mpg4"], mimeTypes: ["video/mp4"]),
        UniformType("com.apple.m4v-video", ["public.mpeg-4"], extensions: ["m4v"], mimeTypes: ["video/x-m4v"]),
        UniformType("public.mpeg", ["public.movie"], extensions: ["mpg", "mpeg", "mpe"], mimeTypes: ["video/mpeg"]),
        UniformType(
            "public.avi", ["public.movie"], extensions: ["avi", "vfw"], mimeTypes: ["video/x-msvideo", "video/avi"]),
        UniformType(
            "public.3gpp", ["public.movie"], extensions: ["3gp", "3gpp"], mimeTypes: ["video/3gpp", "audio/3gpp"]),
        UniformType(
            "public.3gpp2", ["public.movie"], extensions: ["3g2", "3gp2"], mimeTypes: ["video/3gpp2", "audio/3gpp2"]),
    ]
}
