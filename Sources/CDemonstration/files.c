// The files that the demonstration container is made of. The preprocessor puts them into the program (`#embed`, C23), since
// the Swift compiler takes seconds for an array literal of their size.
#include "CDemonstration.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char berth_cer[] = {
#embed "Contents/berth.cer"
};
static const unsigned char embedded_mobileprovision[] = {
#embed "Contents/embedded.mobileprovision"
};
static const unsigned char harbour_webp[] = {
#embed "Contents/harbour.webp"
};
static const unsigned char logbook_zip[] = {
#embed "Contents/logbook.zip"
};
static const unsigned char position_jpg[] = {
#embed "Contents/position.jpg"
};
static const unsigned char radar_gif[] = {
#embed "Contents/radar.gif"
};
static const unsigned char scene_apple_ktx[] = {
#embed "Contents/scene-apple.ktx"
};
static const unsigned char beach_png[] = {
#embed "Pictures/beach.png"
};
static const unsigned char crossing_jpg[] = {
#embed "Pictures/crossing.jpg"
};
static const unsigned char fog_png[] = {
#embed "Pictures/fog.png"
};
static const unsigned char icon_120_png[] = {
#embed "Pictures/icon-120.png"
};
static const unsigned char icon_152_png[] = {
#embed "Pictures/icon-152.png"
};
static const unsigned char korea_strait_png[] = {
#embed "Pictures/korea-strait.png"
};
static const unsigned char launch_jpeg[] = {
#embed "Pictures/launch.jpeg"
};
static const unsigned char launch_ktx[] = {
#embed "Pictures/launch.ktx"
};
static const unsigned char launch_png[] = {
#embed "Pictures/launch.png"
};
static const unsigned char night_watch_jpg[] = {
#embed "Pictures/night-watch.jpg"
};
static const unsigned char scene_downscaled_ktx[] = {
#embed "Pictures/scene-downscaled.ktx"
};
static const unsigned char scene_ktx[] = {
#embed "Pictures/scene.ktx"
};
static const unsigned char sheet_1_png[] = {
#embed "Pictures/sheet-1.png"
};
static const unsigned char sheet_2_png[] = {
#embed "Pictures/sheet-2.png"
};
static const unsigned char sheet_3_png[] = {
#embed "Pictures/sheet-3.png"
};
static const unsigned char sheet_4_png[] = {
#embed "Pictures/sheet-4.png"
};
static const unsigned char sunset_png[] = {
#embed "Pictures/sunset.png"
};
static const unsigned char thumbnail_1_png[] = {
#embed "Pictures/thumbnail-1.png"
};
static const unsigned char thumbnail_2_png[] = {
#embed "Pictures/thumbnail-2.png"
};
static const unsigned char thumbnail_3_png[] = {
#embed "Pictures/thumbnail-3.png"
};
static const unsigned char thumbnail_4_png[] = {
#embed "Pictures/thumbnail-4.png"
};
static const unsigned char weather_png[] = {
#embed "Pictures/weather.png"
};

#define ENTRY(name, contents) {name, {contents, sizeof contents}}

static const struct {
    const char *name;
    demonstration_file file;
} files[] = {
    ENTRY("berth.cer", berth_cer),
    ENTRY("embedded.mobileprovision", embedded_mobileprovision),
    ENTRY("harbour.webp", harbour_webp),
    ENTRY("logbook.zip", logbook_zip),
    ENTRY("position.jpg", position_jpg),
    ENTRY("radar.gif", radar_gif),
    ENTRY("scene-apple.ktx", scene_apple_ktx),
    ENTRY("beach.png", beach_png),
    ENTRY("crossing.jpg", crossing_jpg),
    ENTRY("fog.png", fog_png),
    ENTRY("icon-120.png", icon_120_png),
    ENTRY("icon-152.png", icon_152_png),
    ENTRY("korea-strait.png", korea_strait_png),
    ENTRY("launch.jpeg", launch_jpeg),
    ENTRY("launch.ktx", launch_ktx),
    ENTRY("launch.png", launch_png),
    ENTRY("night-watch.jpg", night_watch_jpg),
    ENTRY("scene-downscaled.ktx", scene_downscaled_ktx),
    ENTRY("scene.ktx", scene_ktx),
    ENTRY("sheet-1.png", sheet_1_png),
    ENTRY("sheet-2.png", sheet_2_png),
    ENTRY("sheet-3.png", sheet_3_png),
    ENTRY("sheet-4.png", sheet_4_png),
    ENTRY("sunset.png", sunset_png),
    ENTRY("thumbnail-1.png", thumbnail_1_png),
    ENTRY("thumbnail-2.png", thumbnail_2_png),
    ENTRY("thumbnail-3.png", thumbnail_3_png),
    ENTRY("thumbnail-4.png", thumbnail_4_png),
    ENTRY("weather.png", weather_png),
};

demonstration_file demonstration_file_named(const char *name) {
    for (size_t index = 0; index < sizeof files / sizeof *files; index++)
        if (strcmp(files[index].name, name) == 0) return files[index].file;
    return (demonstration_file){NULL, 0};
}
