/* Settings that change nothing beside others: see idle.h. */
#include "command/idle.h"

#include "model/kind.h"

#include <stdio.h>
#include <string.h>

static bool lacks_scores(const struct model_kind *kind) {
    return !kind->has_score;
}

static bool lacks_weights(const struct model_kind *kind) {
    return !kind->has_weights;
}

static bool lacks_hidden_units(const struct model_kind *kind) {
    return !(kind->parts & PART_MLP);
}

static bool is_not_sgd(const struct settings *settings) {
    return strcmp(settings->optimizer, "sgd") != 0;
}

/* Fewer are refused. */
static bool has_enough_letters(const struct settings *settings) {
    return settings->letters >= settings->pairs;
}

/* It is idle where every model lacks something, or where the settings are so. */
static const struct idle_rule {
    const char *command; /* NULL: whichever takes it */
    const char *name;
    bool (*lacks)(const struct model_kind *kind);
    bool (*is_so)(const struct settings *settings);
    const char *why;
} rules[] = {
    {NULL, "score", lacks_scores, NULL, "no model of --model scores the pairs"},
    {NULL, "heads", lacks_scores, NULL, "no model of --model scores the pairs"},
    {NULL, "width", lacks_weights, NULL, "no model of --model weighs the pairs"},
    {NULL, "dropout", lacks_weights, NULL, "no model of --model weighs the pairs"},
    {NULL, "hidden", lacks_hidden_units, NULL, "no model of --model has hidden units"},
    {NULL, "momentum", NULL, is_not_sgd, "only --optimizer sgd has momentum"},
    {"floor", "letters", NULL, has_enough_letters, "the floors are the same for any letters"},
};

static bool all_models(const struct settings *settings,
                       bool (*lack)(const struct model_kind *kind)) {
    for (size_t i = 0; i < settings->model_count; i++) {
        if (!lack(model_kind_find(settings->models[i]))) return false;
    }
    return true;
}

static bool is_idle(const struct idle_rule *rule, const struct invocation *invocation,
                    const struct settings *settings) {
    const struct setting *setting = command_setting(invocation->command, rule->name);
    if (!setting || setting->section == SECTION_NONE || settings->vary_count) return false;
    if (!invocation->given[setting - settings_table]) return false;
    if (rule->command && strcmp(rule->command, invocation->command->name) != 0) return false;
    return rule->lacks ? all_models(settings, rule->lacks) : rule->is_so(settings);
}

void tell_idle(const struct invocation *invocation, const struct settings *settings) {
    for (size_t i = 0; !settings->quiet && i < sizeof rules / sizeof *rules; i++) {
        if (!is_idle(&rules[i], invocation, settings)) continue;
        fprintf(stderr, "attnlearn: --%s changes nothing here: %s\n", rules[i].name, rules[i].why);
    }
}
