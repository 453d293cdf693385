/* Explore attention: small matrices, where each token looks, and how its output is mixed. */
import { lookDefault } from './attention.js';
import { byId, check, make } from './dom.js';
import { makeView } from './explore_view.js';
import { grid, resized } from './grid.js';
import { scores } from './scores.js';
import { watched } from './watched.js';

const MOST_ROWS = 8;

const examples = [
    ['three tokens', {}],
    [
        'a soft dictionary',
        {
            Q: [[2, 1]],
            K: [
                [1, 0],
                [0, 1],
                [-1, 0],
            ],
            V: [[10], [20], [30]],
        },
    ],
    [
        'a look-up: almost hard',
        {
            sharpness: 20,
            Q: [
                [0, 1],
                [1, 0],
                [0, 1],
            ],
            K: [
                [1, 0],
                [0, 1],
                [-1, -1],
            ],
        },
    ],
    ['a running mean: all alike, causal', { sharpness: 0, causal: true }],
];

const identity = (r, c) => (r === c ? 1 : 0);
const one = () => 1;

/* Queries and keys keep one width, keys and values one number of rows, and the parameters fit. */
function fitted(look, { queries, keys, width, valueWidth }) {
    return {
        ...look,
        Q: resized(look.Q, queries, width),
        K: resized(look.K, keys, width),
        V: resized(look.V, keys, valueWidth),
        M: resized(look.M, width, width, identity),
        w: resized(look.w, 1, width, one),
        valid: look.valid === look.K.length ? keys : Math.min(look.valid, keys),
    };
}

const sizesOf = (look) => ({
    queries: look.Q.length,
    keys: look.K.length,
    width: look.Q[0].length,
    valueWidth: look.V[0].length,
});

/* The fields of the matrices. `set` takes the changed look, and whether the fields are drawn anew. */
function makeGrids(state) {
    const resize = (change) => (rows, columns) => {
        const look = state.get();
        state.set(fitted(look, { ...sizesOf(look), ...change(rows, columns) }));
        draw();
    };
    const entry = (key, name, rowName, change) =>
        grid({
            name,
            rowName,
            most: MOST_ROWS,
            get: () => state.get()[key],
            set: (matrix, redraw) => {
                state.set({ ...state.get(), [key]: matrix });
                if (redraw) draw();
            },
            resize: change && resize(change),
        });
    const grids = {
        Q: entry('Q', 'Q, queries', 'q', (queries, width) => ({ queries, width })),
        K: entry('K', 'K, keys', 'k', (keys, width) => ({ keys, width })),
        V: entry('V', 'V, values', 'v', (keys, valueWidth) => ({ keys, valueWidth })),
        M: entry('M', 'M, of the score', ''),
        w: entry('w', 'w, of the score', ''),
    };
    function draw() {
        Object.values(grids).forEach((one) => one.draw());
    }
    state.watch((look) => {
        grids.M.element.hidden = scores[look.score].parameter !== 'matrix';
        grids.w.element.hidden = scores[look.score].parameter !== 'vector';
    });
    return {
        element: make(
            'div',
            { class: 'grids' },
            Object.values(grids).map((g) => g.element),
        ),
        draw,
    };
}

/* A slider that shows its value: {element, input, shown}. */
function slider(name, attributes, change) {
    const shown = make('output');
    const input = make('input', {
        type: 'range',
        ...attributes,
        'aria-label': name,
        input: () => change(Number(input.value)),
    });
    return {
        element: make('label', { class: 'field slider' }, `${name} `, input, shown),
        input,
        shown,
    };
}

function makeControls(state, grids) {
    const change = (part) => state.set({ ...state.get(), ...part });
    const example = make(
        'select',
        {
            change: () => {
                const look = { ...lookDefault(), ...examples[example.selectedIndex][1] };
                state.set(fitted({ ...look, valid: look.K.length }, sizesOf(look)));
                grids.draw();
            },
        },
        examples.map(([name]) => make('option', {}, name)),
    );
    const score = make(
        'select',
        { change: () => change({ score: score.value }) },
        Object.entries(scores).map(([name, { formula }]) =>
            make('option', { value: name }, `${name}: ${formula}`),
        ),
    );
    const causal = check('causal mask', false, (on) => change({ causal: on }));
    const sharpness = slider('sharpness', { min: 0, max: 20, step: 0.1 }, (x) =>
        change({ sharpness: x }),
    );
    const valid = slider('valid length', { min: 0, max: 3, step: 1 }, (x) => change({ valid: x }));
    state.watch((look) => {
        score.value = look.score;
        causal.firstChild.checked = look.causal;
        sharpness.input.value = look.sharpness;
        sharpness.shown.textContent = look.sharpness.toFixed(1);
        valid.input.max = look.K.length;
        valid.input.value = look.valid;
        valid.shown.textContent = `${look.valid} of ${look.K.length} keys`;
    });
    return make(
        'div',
        { class: 'controls' },
        make('label', { class: 'field' }, 'example ', example),
        make('label', { class: 'field' }, 'score ', score),
        sharpness.element,
        valid.element,
        causal,
    );
}

export function showExplore() {
    const state = watched(lookDefault());
    const grids = makeGrids(state);
    byId('explore-body').append(makeControls(state, grids), grids.element, makeView(state));
}
