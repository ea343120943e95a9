#include "service/picture/map_parts.h"

static const struct {
    const char *name;
    const char *class;
} anomalies[ANOMALIES] = {
    {"asteroid field", "asteroid"}, {"nebula", "nebula"},      {"supernova", "nova"},
    {"gravity rift", "rift"},       {"entropic scar", "scar"},
};

static const struct {
    const char *name;
    const char *letter;
} wormholes[WORMHOLES] = {
    {"alpha wormhole", "\xce\xb1"},   {"beta wormhole", "\xce\xb2"},
    {"gamma wormhole", "\xce\xb3"},   {"delta wormhole", "\xce\xb4"},
    {"epsilon wormhole", "\xce\xb5"},
};

const char *anomaly_name(unsigned anomaly)
{
    return anomalies[anomaly].name;
}

const char *anomaly_class(unsigned anomaly)
{
    return anomalies[anomaly].class;
}

const char *wormhole_name(unsigned wormhole)
{
    return wormholes[wormhole].name;
}

/* Markup around 0, 0. */
static const char *anomaly_shape(unsigned anomaly)
{
    switch (1U << anomaly) {
    case ANOMALY_ASTEROID_FIELD:
        return "<circle cx='-6' cy='-5' r='7'/><circle cx='8' cy='-7' r='4'/>"
               "<circle cx='7' cy='6' r='6'/><circle cx='-7' cy='9' r='4'/>";
    case ANOMALY_NEBULA:
        return "<path d='M-9 9a7 7 0 0 1-1-14 9 9 0 0 1 16-3 7 7 0 0 1 4 17z'/>";
    case ANOMALY_SUPERNOVA:
        return "<path d='M0-16 3.5-7 11-11 7-3.5 16 0 7 3.5 11 11 3.5 7 0 16-3.5 7-11 11-7 3.5-16 "
               "0-7-3.5-11-11-3.5-7z'/>";
    case ANOMALY_GRAVITY_RIFT:
        return "<path d='M14 0a14 14 0 1 1-7-12M8 0a8 8 0 1 0-4 7M2 0a2 2 0 1 1-2-2'/>";
    default:
        return "<path d='M-14 8-6-8-1 6 6-10 14 4'/>";
    }
}

static void write_wormhole(struct buffer *svg, unsigned wormhole)
{
    svg_format(svg, "<circle class='w%u' r='15'/><text class='w' y='6'>%s</text>", wormhole,
               wormholes[wormhole].letter);
}

/* Resources and influence in colours of their own. */
static void write_values(struct buffer *svg, const struct thing *thing)
{
    svg_format(svg,
               "<text class='v' y='6'><tspan class='j'>%u</tspan>/<tspan class='i'>%u</tspan>"
               "</text>",
               thing->resources, thing->influence);
}

void map_write_thing(struct buffer *svg, const struct thing *thing, struct place place, bool small)
{
    bool is_anomaly = thing->kind == THING_ANOMALY;
    svg_format(svg, "<g%s%s%s transform='translate(%d %d)%s'>", is_anomaly ? " class='" : "",
               is_anomaly ? anomaly_class(thing->which) : "", is_anomaly ? "'" : "", place.x,
               place.y, small ? "scale(.84)" : "");
    switch (thing->kind) {
    case THING_PLANET:
        buffer_text(svg, "<circle class='p' r='18'/>");
        write_values(svg, thing);
        break;
    case THING_STATION:
        buffer_text(svg, "<rect class='s' x='-17' y='-13' width='34' height='26' rx='4'/>");
        write_values(svg, thing);
        break;
    case THING_ANOMALY:
        buffer_text(svg, anomaly_shape(thing->which));
        break;
    case THING_WORMHOLE:
        write_wormhole(svg, thing->which);
        break;
    }
    buffer_text(svg, "</g>");
}
