/* What attention over small matrices gives: the heat map, the outputs, and one row in full. */
import { attend } from './attention.js';
import { barTable } from './bars.js';
import { scaleKey } from './colours.js';
import { make } from './dom.js';
import { heatTable } from './heat.js';
import { fixed, numberElement, short } from './numbers.js';
import { plane } from './plane.js';

const vector = (numbers) => [
    '(',
    numbers.map((x, i) => [i ? ', ' : '', numberElement(x, fixed(x, 2))]),
    ')',
];

/* o = 0.40 (10, 0) + ... = (6.02, 3.98), in words where nothing is seen. */
function mixture(look, result, i) {
    const terms = result.a[i].map((a, j) => ({ a, j })).filter(({ j }) => result.s[i][j] !== null);
    if (!terms.length) return make('p', { class: 'mixture' }, 'It sees no key: its output is 0.');
    return make(
        'p',
        { class: 'mixture' },
        make('i', {}, `o${i + 1}`),
        ' = ',
        terms.map(({ a, j }, n) => [
            n ? ' + ' : '',
            fixed(a, 3),
            ' ',
            `(${look.V[j].map(short).join(', ')})`,
        ]),
        ' = ',
        make('b', {}, vector(result.o[i])),
    );
}

/* What one token does: scores, weights, mixture. */
function showRow(place, look, result, i) {
    const table = barTable({
        caption: `q${i + 1} looks at`,
        label: 'key',
        value: 'weight',
        extra: ['score'],
    });
    table.show(
        look.K.map((_, j) => ({
            label: `k${j + 1}`,
            value: result.a[i][j],
            more: [result.s[i][j] ?? NaN],
            mark: result.s[i][j] === null ? 'masked' : '',
        })),
    );
    const picture = plane(look.V, result.a[i], result.o[i]);
    place.replaceChildren(...[table.element, mixture(look, result, i), picture].filter(Boolean));
}

function outputs(result) {
    return make(
        'table',
        { class: 'outputs' },
        make('caption', {}, 'outputs'),
        make(
            'tbody',
            {},
            result.o.map((row, i) =>
                make(
                    'tr',
                    {},
                    make('th', { scope: 'row' }, `o${i + 1}`),
                    row.map((x) => make('td', { class: 'number' }, numberElement(x, fixed(x, 2)))),
                ),
            ),
        ),
    );
}

/* The heat map and what belongs to it, made anew only when the number of rows changes. */
export function makeView(state) {
    const detail = make('div', { class: 'panel detail' });
    const heat = make('div', { class: 'panel' });
    const made = { size: '', table: null };
    let chosen = 0;
    const names = (letter, rows) => rows.map((_, i) => `${letter}${i + 1}`);
    const makeTable = (look) =>
        heatTable({
            caption: 'where each query looks',
            rowTitle: 'query',
            columnTitle: 'key',
            rows: names('q', look.Q),
            columns: names('k', look.K),
            choose: (i) => {
                chosen = i;
                show(state.get());
            },
        });
    function show(look) {
        const size = `${look.Q.length} ${look.K.length}`;
        if (size !== made.size) {
            Object.assign(made, { size, table: makeTable(look) });
            chosen = Math.min(chosen, look.Q.length - 1);
        }
        const result = attend(look);
        made.table.show(
            result.a.map((row, i) => row.map((a, j) => (result.s[i][j] === null ? null : a))),
            0,
            1,
        );
        made.table.mark(chosen);
        if (heat.firstChild !== made.table.element)
            heat.replaceChildren(made.table.element, scaleKey('0', '1'));
        heat.querySelector('.outputs')?.remove();
        heat.append(outputs(result));
        showRow(detail, look, result, chosen);
    }
    state.watch(show);
    return make('div', { class: 'panels two' }, heat, detail);
}
