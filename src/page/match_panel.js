/* The learned match of a model at the moments of its training, as a heat map. */
import { scaleKey } from './colours.js';
import { data } from './data.js';
import { choice, make } from './dom.js';
import { heatTable } from './heat.js';
import { learnedMatch } from './match.js';
import { short } from './numbers.js';
import { letterName } from './question.js';

/* The match at every moment, when it is first wanted, and the range of its scores over all of them:
 * the colours of the film mean the same from its beginning to its end. */
function matchFilm(model, moments, h, questions) {
    const film = moments.map(() => null);
    const at = (i) =>
        (film[i] ??= learnedMatch(data.task, model, moments[i].weights(), h, questions));
    const range = () => {
        const all = moments.flatMap((_, i) => at(i).score.flat());
        return [Math.min(...all), Math.max(...all)];
    };
    return { at, range };
}

/* The panel of the match: {element, show(moment)}. */
export function matchPanel(model, moments, questions) {
    const names = Array.from({ length: data.task.letters }, (_, letter) => letterName(letter));
    const table = heatTable({
        caption: 'the learned match',
        rowTitle: 'asked',
        columnTitle: 'pair',
        rows: names,
        columns: names,
    });
    const films = Array.from({ length: model.heads }, (_, h) =>
        matchFilm(model, moments, h, questions),
    );
    const key = make('div');
    const look = { kind: 'weight', h: 0, moment: moments.length - 1 };
    const show = () => {
        const film = films[look.h];
        const [low, high] = look.kind === 'weight' ? [0, 1] : film.range();
        table.show(film.at(look.moment)[look.kind], low, high);
    };
    const rescale = () => {
        const [low, high] = look.kind === 'weight' ? [0, 1] : films[look.h].range();
        key.replaceChildren(scaleKey(short(low), short(high)));
        show();
    };
    const kinds = choice(
        'each cell is',
        [
            ['weight', 'mean weight'],
            ['score', 'mean score'],
        ],
        'weight',
        (kind) => {
            look.kind = kind;
            rescale();
        },
    );
    const heads = films.map((_, h) => [h, `${h + 1}`]);
    rescale();
    return {
        element: make(
            'div',
            { class: 'panel match' },
            table.element,
            key,
            kinds,
            films.length > 1
                ? choice('head', heads, 0, (h) => {
                      look.h = h;
                      rescale();
                  })
                : null,
        ),
        show(moment) {
            look.moment = moment;
            show();
        },
    };
}

export function noMatch(model) {
    return make(
        'p',
        { class: 'panel note' },
        model.name === 'attention'
            ? 'There are too many letters and digits for a table of the learned match.'
            : `${model.name} compares no letters, so there is no match to learn: ` +
                  (model.name === 'average'
                      ? 'every pair gets the same weight.'
                      : 'it is one net over all inputs.'),
    );
}
