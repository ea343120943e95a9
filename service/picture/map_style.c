#include <string.h>

#include "service/picture/map_parts.h"

static const char shapes[] =
    "text{font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif;text-anchor:middle}"
    ".x{stroke-width:1.5}.o{fill:none;stroke-dasharray:6 5}.k{fill:none;stroke-width:5}"
    ".n{font-size:14px}.q{font-size:14px;font-weight:600}.v{font-size:17px;font-weight:700}"
    ".w{font-size:21px;font-weight:700;fill:#fff}.t{font-size:14px;text-anchor:start}"
    ".z{paint-order:stroke;stroke-width:4}.p,.s{stroke-width:1.5}.y{fill:none;stroke-width:7;"
    "stroke-linecap:round}"
    ".rift{fill:none;stroke-width:3}.scar{fill:none;stroke-width:4;stroke-linejoin:round;"
    "stroke-linecap:round}.a{fill:none;stroke-width:3}"
    ".w0{fill:#b9480a}.w1{fill:#1c7c44}.w2{fill:#7d3fa8}.w3{fill:#1f66a8}.w4{fill:#a02346}";

/* King colours that can be told from the board in either theme are the same in both. */
static const char light[] =
    ".bg{fill:#fff}text{fill:#18202b}.n,.t{fill:#4d5a6b}.x{stroke:#8592a4;fill:#f3f5f8}"
    ".blue{fill:#e6effb}.red{fill:#fbe9e7}.green{fill:#e5f4ea}.gold{fill:#fdf3d3}"
    ".z{stroke:#f3f5f8}.o{stroke:#8592a4;fill:none}.p{fill:#fff;stroke:#7a8798}.s{fill:#e3e7ed;"
    "stroke:#7a8798}"
    ".i{fill:#175cb0}.j{fill:#8a5a00}.y{stroke:#6d86b8}"
    ".asteroid{fill:#9c5a24;stroke:#9c5a24}.nebula{fill:#a05cc0;stroke:#a05cc0}"
    ".nova{fill:#d8481f;stroke:#d8481f}.rift{stroke:#3c4a5c}.scar{stroke:#0d8068}"
    ".a.asteroid,.a.nebula,.a.nova{fill:none}"
    ".black{stroke:#111}.blueking{stroke:#2a6fd6}.greenking{stroke:#2b9348}"
    ".orange{stroke:#e8751a}.pink{stroke:#e05aa5}.purple{stroke:#7b3fb8}.redking{stroke:#cc2b2b}"
    ".yellow{stroke:#d6a900}";

static const char dark[] =
    ".bg{fill:#12161d}text{fill:#eef2f7}.n,.t{fill:#aab6c6}.x{stroke:#5d6b80;fill:#1d232d}"
    ".blue{fill:#1b2a42}.red{fill:#3a2227}.green{fill:#1c3426}.gold{fill:#3b331a}"
    ".z{stroke:#1d232d}.o{stroke:#5d6b80;fill:none}.p{fill:#0f141b;stroke:#8391a5}.s{fill:#2c3644;"
    "stroke:#8391a5}"
    ".i{fill:#7db4ff}.j{fill:#f2bd4a}.y{stroke:#7f97c4}"
    ".asteroid{fill:#d99a5b;stroke:#d99a5b}.nebula{fill:#c78be6;stroke:#c78be6}"
    ".nova{fill:#ff8258;stroke:#ff8258}.rift{stroke:#c3d0e0}.scar{stroke:#37c9a7}"
    ".a.asteroid,.a.nebula,.a.nova{fill:none}"
    ".black{stroke:#8d939d}.blueking{stroke:#5b9bff}.greenking{stroke:#46c06b}"
    ".orange{stroke:#ff9640}.pink{stroke:#ff85c5}.purple{stroke:#b07cf0}.redking{stroke:#ff5c5c}"
    ".yellow{stroke:#ffd84a}";

static const char *const ids[MAP_THEMES] = {
    [MAP_THEME_AUTO] = "auto", [MAP_THEME_LIGHT] = "light", [MAP_THEME_DARK] = "dark"};

const char *map_theme_id(enum map_theme theme)
{
    return ids[theme];
}

enum map_theme map_theme_find(const char *text)
{
    enum map_theme theme = MAP_THEME_AUTO;
    while (theme < MAP_THEMES && strcmp(ids[theme], text) != 0)
        theme++;
    return theme;
}

void map_write_style(struct buffer *svg, enum map_theme theme)
{
    buffer_text(svg, "<style>");
    buffer_text(svg, shapes);
    buffer_text(svg, theme == MAP_THEME_DARK ? dark : light);
    if (theme == MAP_THEME_AUTO) {
        buffer_text(svg, "@media(prefers-color-scheme:dark){");
        buffer_text(svg, dark);
        buffer_text(svg, "}");
    }
    buffer_text(svg, "</style>");
}
