/*
 * Turns the facts of rules/data into the static tables of rules/catalogue.h, at build time.
 *
 *     compile_catalogue DATA_DIRECTORY OUTPUT.c
 *
 * Facts that contradict themselves or each other end the build here, with a message that names
 * file, row and field.
 */
#include "script/tables.h"

#include <stdio.h>
#include <stdlib.h>

static struct catalogue_facts load(const char *directory)
{
    return (struct catalogue_facts){
        .tiles = facts_load(directory, "tiles.json"),
        .layouts = facts_load(directory, "layouts.json"),
        .factions = facts_load(directory, "factions.json"),
        .abilities = facts_load(directory, "abilities.json"),
        .unit_upgrades = facts_load(directory, "unit_upgrades.json"),
        .genomes = facts_load(directory, "genomes.json"),
        .kings = facts_load(directory, "kings.json"),
        .echo_cards = facts_load(directory, "echo_cards.json"),
        .strategy_cards = facts_load(directory, "strategy_cards.json"),
        .action_cards = facts_load(directory, "action_cards.json"),
        .edicts = facts_load(directory, "edicts.json"),
    };
}

static void release(struct catalogue_facts *facts)
{
    facts_free(&facts->tiles);
    facts_free(&facts->layouts);
    facts_free(&facts->factions);
    facts_free(&facts->abilities);
    facts_free(&facts->unit_upgrades);
    facts_free(&facts->genomes);
    facts_free(&facts->kings);
    facts_free(&facts->echo_cards);
    facts_free(&facts->strategy_cards);
    facts_free(&facts->action_cards);
    facts_free(&facts->edicts);
}

int main(int argument_count, char **arguments)
{
    static struct tables tables;
    static struct catalogue_facts facts;

    if (argument_count != 3) {
        fprintf(stderr, "usage: compile_catalogue DATA_DIRECTORY OUTPUT.c\n");
        return EXIT_FAILURE;
    }
    facts = load(arguments[1]);
    read_tiles(&tables, &facts.tiles);
    read_layouts(&tables, &facts.layouts);
    read_cards(&tables, &facts);
    read_echo_cards(&tables, &facts.echo_cards);
    read_factions(&tables, &facts);
    read_kings(&tables, &facts.kings);
    read_decks(&tables, &facts);
    bool written = tables_write(&tables, arguments[2]);
    release(&facts);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
