#include "rules/refusal.h"

const char *refusal_code(enum refusal refusal)
{
    static const char *const codes[REFUSAL_COUNT] = {[ACCEPTED] = "",
#define REFUSAL_CODE(name, code) [REFUSED_##name] = code,
                                                     REFUSALS(REFUSAL_CODE)
#undef REFUSAL_CODE
    };
    return refusal < REFUSAL_COUNT ? codes[refusal] : "";
}
