/* What a model says to a question, in bars: its attention and its probabilities. */
import { barTable } from './bars.js';
import { make } from './dom.js';
import { fixed } from './numbers.js';
import { letterName } from './question.js';

const pairName = ({ letter, digit }) => `${letterName(letter)}${digit}`;

/* Rows of one head's weights; `extra` names what stands before them: 'qk', 's'. */
const pairRows = (question, head, extra) =>
    question.pairs.map((pair, i) => ({
        label: pairName(pair),
        value: head.a[i],
        mark: pair.letter === question.query ? 'asked' : '',
        isMain: pair.letter === question.query,
        more: extra.map((name) => head[name]?.[i] ?? NaN),
    }));

const digitRows = (pass) =>
    pass.y.map((value, digit) => ({
        label: String(digit),
        value,
        mark: digit === pass.answer ? 'answer' : '',
        isMain: digit === pass.answer,
    }));

const DIGITS_SHOWN = 24;

/* The likeliest digits, where there are too many to show. */
function fewRows(rows) {
    if (rows.length <= DIGITS_SHOWN) return rows;
    const order = [...rows].sort((a, b) => b.value - a.value).slice(0, DIGITS_SHOWN);
    return rows.filter((row) => order.includes(row));
}

/* attentionBars(extra) -> {element, show(question, pass, h)}: of a pass without heads, a sentence. */
export function attentionBars(extra) {
    const titles = { qk: 'q · k', s: 'score' };
    const table = barTable({
        caption: 'attention on the pairs',
        label: 'pair',
        value: 'weight',
        extra: extra.map((name) => titles[name]),
    });
    const none = make(
        'p',
        { class: 'note' },
        'The mlp does not look at single pairs: it has no attention to show.',
    );
    return {
        element: make('div', {}, table.element, none),
        show(question, pass, h) {
            const head = pass.heads[Math.min(h, pass.heads.length - 1)];
            table.element.hidden = !head;
            none.hidden = Boolean(head);
            if (head) table.show(pairRows(question, head, extra));
        },
    };
}

/* probabilityBars() -> {element, show(pass)}. */
export function probabilityBars() {
    const table = barTable({ caption: 'probabilities of the digits', label: 'digit', value: 'y' });
    return { element: table.element, show: (pass) => table.show(fewRows(digitRows(pass))) };
}

/* "answers 7, which is right; its loss is 0.0003 nats". */
export const sentence = (pass) =>
    `answers ${pass.answer}, which is ${pass.answer === pass.right ? 'right' : 'wrong'}; ` +
    `the loss −ln y[${pass.right}] is ${fixed(pass.loss)} nats`;
