/*
 * Writing of SVG: pieces of markup with numbers in them, and text that people typed.
 */
#ifndef SERVICE_PICTURE_SVG_H
#define SERVICE_PICTURE_SVG_H

#include "service/base/buffer.h"

/* Markup by a format with the program's own words and numbers, at most 255 bytes of it. */
void svg_format(struct buffer *svg, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Valid UTF-8, with what means something in markup escaped. */
void svg_text(struct buffer *svg, const char *text);

/* The same, cut with an ellipsis to what has room for WIDTH narrow letters; letters of other
 * scripts count as two. */
void svg_short_text(struct buffer *svg, const char *text, unsigned width);

#endif
