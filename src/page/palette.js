/* A question by clicking: its pairs as tiles, and the letters and digits that the chosen pair can
 * have. */
import { data } from './data.js';
import { make } from './dom.js';
import { letterName, withDigit, withLetter } from './question.js';

/* More than these are typed, not clicked. */
const MOST_PAIRS = 16;
const MOST_KEYS = 40;

function tile(question, pair, i, look, asked) {
    const isAsked = pair.letter === question.query;
    const name = letterName(pair.letter);
    const edit = make(
        'button',
        {
            type: 'button',
            class: 'pair',
            'aria-pressed': String(i === look.chosen),
            'aria-label': `edit pair ${i + 1}, ${name}${pair.digit}`,
            'data-key': `pair ${i}`,
            click: () => {
                look.chosen = i;
                asked.set(question);
            },
        },
        make('span', { class: 'letter' }, name),
        make('span', { class: 'digit' }, String(pair.digit)),
    );
    const ask = make(
        'button',
        {
            type: 'button',
            class: 'ask',
            'aria-pressed': String(isAsked),
            'data-key': `ask ${i}`,
            'aria-label': `ask for ${name}`,
            click: () => asked.set({ ...question, query: pair.letter }),
        },
        isAsked ? 'asked' : 'ask',
    );
    return make('li', { class: isAsked ? 'tile asked' : 'tile' }, edit, ask);
}

/* A row of buttons 0..count-1, one of them pressed. */
function keys(label, count, nameOf, pressed, press) {
    if (count > MOST_KEYS) return null;
    const buttons = Array.from({ length: count }, (_, i) =>
        make(
            'button',
            {
                type: 'button',
                'aria-pressed': String(i === pressed),
                'data-key': `${label} ${i}`,
                click: () => press(i),
            },
            nameOf(i),
        ),
    );
    return make(
        'div',
        { class: 'keys', role: 'group', 'aria-label': label },
        make('span', { class: 'keys-name' }, label),
        buttons,
    );
}

function parts(question, look, asked) {
    const i = Math.min(look.chosen, question.pairs.length - 1);
    const pair = question.pairs[i];
    return [
        make(
            'ul',
            { class: 'tiles' },
            question.pairs.map((one, j) => tile(question, one, j, look, asked)),
        ),
        keys('letter', data.task.letters, letterName, pair.letter, (letter) =>
            asked.set(withLetter(question, i, letter)),
        ),
        keys('digit', data.task.digits, String, pair.digit, (digit) =>
            asked.set(withDigit(question, i, digit)),
        ),
    ].filter(Boolean);
}

/* Drawn anew with every question; what had the focus keeps it. */
export function makePalette(asked) {
    const element = make('div', { class: 'palette' });
    const look = { chosen: 0 };
    asked.watch((question) => {
        const key = element.contains(document.activeElement)
            ? document.activeElement.dataset.key
            : null;
        if (question.pairs.length > MOST_PAIRS) {
            element.replaceChildren();
            return;
        }
        look.chosen = Math.min(look.chosen, question.pairs.length - 1);
        element.replaceChildren(...parts(question, look, asked));
        if (key) element.querySelector(`[data-key="${key}"]`)?.focus();
    });
    return element;
}
