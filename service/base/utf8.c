#include "service/base/utf8.h"

size_t utf8_read(const char *text, size_t length, uint32_t *ret_point)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (length == 0)
        return 0;
    unsigned char first = (unsigned char)text[0];
    if (first < 0x80) {
        *ret_point = first;
        return 1;
    }
    size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || length < size)
        return 0;
    uint32_t point = first & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (next & 0x3f);
    }
    if (point < smallest[size] || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
        return 0;
    *ret_point = point;
    return size;
}
