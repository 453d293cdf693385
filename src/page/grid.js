/* A matrix that is edited in the page: a field for each number, rows and columns to add and remove.
 *
 * What is not a number is marked and changes nothing. Rows of numbers can be pasted, as from CSV. */
import { make } from './dom.js';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const numberOf = (text) => {
    const clean = text.trim().replace('−', '-');
    return NUMBER.test(clean) && Number.isFinite(Number(clean)) ? Number(clean) : null;
};

/* The matrix with so many rows and columns: new entries are `filling(row, column)`. */
export const resized = (matrix, rows, columns, filling = () => 0) =>
    Array.from({ length: rows }, (_, r) =>
        Array.from({ length: columns }, (_, c) => matrix[r]?.[c] ?? filling(r, c)),
    );

/* Puts pasted rows in from a cell on, as far as there are cells; null where one is no number. */
function pasted(matrix, row, column, text) {
    const block = text
        .trim()
        .split(/\r?\n/)
        .map((line) =>
            line
                .trim()
                .split(/[,;\s]+/)
                .map(numberOf),
        );
    if (block.flat().includes(null)) return null;
    return matrix.map((line, r) => line.map((x, c) => block[r - row]?.[c - column] ?? x));
}

function fieldCell(name, matrix, r, c, set) {
    const read = () => {
        const x = numberOf(input.value);
        input.setAttribute('aria-invalid', String(x === null));
        if (x !== null)
            set(
                matrix().map((row, i) => (i === r ? row.with(c, x) : row)),
                false,
            );
    };
    const paste = (event) => {
        const next = pasted(matrix(), r, c, event.clipboardData.getData('text'));
        if (!next) return;
        event.preventDefault();
        set(next, true);
    };
    const input = make('input', {
        type: 'text',
        inputmode: 'decimal',
        autocomplete: 'off',
        size: 4,
        value: String(matrix()[r][c]),
        'aria-label': `${name}, row ${r + 1}, column ${c + 1}`,
        input: read,
        paste,
    });
    return make('td', {}, input);
}

/* A pair of buttons that make something one less or one more. */
function stepper(what, value, least, most, choose) {
    const button = (sign, word, next) =>
        make(
            'button',
            {
                type: 'button',
                'aria-label': `${word} ${what}`,
                disabled: next < least || next > most,
                click: () => choose(next),
            },
            sign,
        );
    return make(
        'span',
        { class: 'stepper' },
        button('−', 'remove a', value - 1),
        button('+', 'add a', value + 1),
        ` ${what}s`,
    );
}

/* grid({name, rowName, most, get, set, resize}): get() is the matrix, set(matrix, redraw) puts
 * another in its place; resize(rows, columns), where it is given, changes its size. Gives
 * {element, draw}. */
export function grid({ name, rowName, most, get, set, resize }) {
    const element = make('div', { class: 'grid' });
    const draw = () => {
        const matrix = get();
        const [rows, columns] = [matrix.length, matrix[0].length];
        const lines = matrix.map((row, r) =>
            make(
                'tr',
                {},
                make('th', { scope: 'row' }, rowName ? `${rowName}${r + 1}` : ''),
                row.map((_, c) => fieldCell(name, get, r, c, set)),
            ),
        );
        element.replaceChildren(
            make('table', {}, make('caption', {}, name), make('tbody', {}, lines)),
            resize
                ? make(
                      'p',
                      { class: 'steppers' },
                      stepper('row', rows, 1, most, (next) => resize(next, columns)),
                      stepper('column', columns, 1, most, (next) => resize(rows, next)),
                  )
                : '',
        );
    };
    draw();
    return { element, draw };
}
