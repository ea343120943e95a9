#include "rules/layout.h"
#include "rules/map_check.h"
#include "service/api/explain.h"

/* Why a layout does not fit, and which ones do. */
static void explain_layout(const struct setup *setup, struct sentence *sentence)
{
    const struct layout *layout = &catalogue_layouts[setup->map.layout];
    const char *comma = "";
    if (layout->players != setup->players)
        say(sentence, "The layout %s is for %u players;", layout->id, layout->players);
    else
        say(sentence, "The layout %s needs Prophecy of Kings;", layout->id);
    say(sentence, " %u players can build by ", setup->players);
    for (uint8_t i = 0; i < catalogue_layout_count; i++) {
        if (!layout_fits(i, setup->players, setup->options.pok))
            continue;
        say(sentence, "%s%s", comma, catalogue_layouts[i].id);
        comma = ", ";
    }
    say(sentence, ".");
}

void explain_map_faults(const struct setup *setup, struct map_faults_told *told)
{
    struct map_faults faults;
    if (setup->map.mode == MAP_PREMADE &&
        !map_check(&setup->map.galaxy, setup->options.pok, setup->players, &faults))
        map_faults_tell(&faults, NULL, &setup->map.galaxy, told);
}

static void explain_map(const struct setup *setup, struct sentence *sentence)
{
    struct map_faults_told told = {0};
    if (setup->map.mode == MAP_BUILD)
        explain_layout(setup, sentence);
    explain_map_faults(setup, &told);
    if (told.count > 0)
        say(sentence, "%s", told.list[0].detail);
}

static void explain_player_count(const struct setup *setup, struct sentence *sentence)
{
    unsigned most = setup->options.pok ? PLAYERS_MAX : PLAYERS_MAX_WITHOUT_POK;
    if (setup->players >= PLAYERS_MIN && setup->players <= most)
        explain_map(setup, sentence);
    else
        say(sentence, "There may be %u to %u players with these expansions.", (unsigned)PLAYERS_MIN,
            most);
}

static void explain_card_pool(const struct setup *setup, struct sentence *sentence)
{
    const struct faction_count factions = faction_count_of(setup);
    if (!factions.consistent)
        say(sentence, "The list of factions names one twice, or one that there is not.");
    else if (factions.have < factions.needed)
        say(sentence, "The faction deck has %u cards; %u players need %u.", factions.have,
            setup->players, factions.needed);
}

void explain_create(const struct command *command, enum refusal refusal,
                    char ret_detail[EXPLANATION_BYTES])
{
    struct sentence sentence = {.text = ret_detail};
    ret_detail[0] = '\0';
    if (refusal == REFUSED_BAD_PLAYER_COUNT)
        explain_player_count(&command->create, &sentence);
    else if (refusal == REFUSED_CARD_POOL)
        explain_card_pool(&command->create, &sentence);
    else if (refusal == REFUSED_INVALID_MAP)
        explain_map(&command->create, &sentence);
}
