#include "tests/bench/curves.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/bench/measure.h"

/* Of one graph, in the units of the picture. */
enum { WIDTH = 320, HEIGHT = 170, LEFT = 20, RIGHT = 40, TOP = 42, FLOOR = 36, COLUMNS = 2 };

static const char *const titles[CURVES] = {
    [CURVE_LIST] = "a page of 50 games, us of processor time",
    [CURVE_COLD] = "a view of a cold game, us of processor time",
    [CURVE_START] = "start, ms",
    [CURVE_MEMORY] = "memory after the start, MiB",
};

static double across(const struct curves *curves, size_t index)
{
    double first = log10(curves->games[0]);
    double last = log10(curves->games[curves->count - 1]);
    double share = last > first ? (log10(curves->games[index]) - first) / (last - first) : 0;
    return LEFT + share * (WIDTH - LEFT - RIGHT);
}

/* From zero, so that what hardly grows looks as if it hardly grew. */
static double down(const struct curves *curves, enum curve curve, size_t index)
{
    double most = 1e-9;
    for (size_t i = 0; i < curves->count; i++)
        most = fmax(most, curves->values[curve][i]);
    return HEIGHT - FLOOR - curves->values[curve][index] / most * (HEIGHT - FLOOR - TOP);
}

static void draw(const struct curves *curves, enum curve curve, FILE *file)
{
    fprintf(file, "<g transform=\"translate(%d %d)\">\n<text x=\"%d\" y=\"18\">%s</text>\n",
            (int)curve % COLUMNS * WIDTH, (int)curve / COLUMNS * HEIGHT, LEFT, titles[curve]);
    fprintf(file, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n<path class=\"curve\" d=\"", LEFT,
            HEIGHT - FLOOR, WIDTH - RIGHT);
    for (size_t i = 0; i < curves->count; i++)
        fprintf(file, "%c%.1f %.1f", i ? 'L' : 'M', across(curves, i), down(curves, curve, i));
    fputs("\"/>\n", file);
    for (size_t i = 0; i < curves->count; i++) {
        double x = across(curves, i);
        double y = down(curves, curve, i);
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", x, y);
        fprintf(file, "<text class=\"mark\" x=\"%.1f\" y=\"%.1f\">%.*f</text>\n", x, y - 8,
                curves->values[curve][i] < 10 ? 1 : 0, curves->values[curve][i]);
        fprintf(file, "<text class=\"mark\" x=\"%.1f\" y=\"%d\">%.0f</text>\n", x,
                HEIGHT - FLOOR + 16, curves->games[i]);
    }
    fputs("</g>\n", file);
}

void curves_write(const struct curves *curves, const char *path)
{
    FILE *file = fopen(path, "we");
    if (!file)
        bench_fail("cannot write %s: %s", path, strerror(errno));
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<style>.axis{stroke:#888;fill:none}.curve{stroke:#1769aa;stroke-width:2;fill:none}"
            "circle{fill:#1769aa}.mark{font-size:10px;text-anchor:middle;fill:#444}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            COLUMNS * WIDTH, ((int)CURVES + COLUMNS - 1) / COLUMNS * HEIGHT);
    for (enum curve curve = CURVE_LIST; curve < CURVES; curve++)
        draw(curves, curve, file);
    fputs("</svg>\n", file);
    if (fclose(file) != 0)
        bench_fail("cannot write %s: %s", path, strerror(errno));
}
