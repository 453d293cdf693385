/* Questions as people write them: "a3 c7 f1" and the letter asked for.
 *
 * A question is {pairs: [{letter, digit}], query}, letters and digits being numbers. Letters are
 * named as the columns of a spreadsheet: a..z, aa, ab, ... */

export function letterName(letter) {
    let name = '';
    for (let rest = letter + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
        name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
    }
    return name;
}

const letterNumber = (name) =>
    [...name].reduce((number, c) => 26 * number + c.charCodeAt(0) - 96, 0) - 1;

export const pairsText = (question) =>
    question.pairs.map((pair) => letterName(pair.letter) + pair.digit).join(' ');

/* Throws a sentence where the letter is none, or none of the task's. */
function parseLetter(task, word, name) {
    const letter = letterNumber(name);
    if (letter < task.letters) return letter;
    throw new Error(`“${word}”: the letters go from a to ${letterName(task.letters - 1)}`);
}

function parsePair(task, word) {
    const parts = /^([a-z]{1,7})(\d{1,9})$/.exec(word);
    if (!parts) throw new Error(`“${word}” is not a pair: a small letter and a digit, like c7`);
    const letter = parseLetter(task, word, parts[1]);
    const digit = Number(parts[2]);
    if (digit < task.digits) return { letter, digit };
    throw new Error(`“${word}”: the digits go from 0 to ${task.digits - 1}`);
}

/* The question, or an error whose message says what is wrong with the text. */
export function parseQuestion(task, text, queryText) {
    const pairs = text
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => parsePair(task, word));
    const letters = pairs.map((pair) => pair.letter);
    const twice = letters.find((letter, i) => letters.indexOf(letter) < i);
    if (twice !== undefined) {
        throw new Error(`the letter ${letterName(twice)} stands twice: each letter has one digit`);
    }
    if (pairs.length === 0) throw new Error('there are no pairs');
    if (pairs.length > task.pairs) throw new Error(`there are more than ${task.pairs} pairs`);
    const name = queryText.trim();
    if (!/^[a-z]{1,7}$/.test(name)) throw new Error(`the query “${name}” is not a small letter`);
    const query = parseLetter(task, name, name);
    if (letters.includes(query)) return { pairs, query };
    throw new Error(`the query “${name}” is not among the letters of the pairs`);
}

/* "a3 c7 f1 c", as the run's data has its questions. */
export function readQuestion(task, line) {
    const space = line.lastIndexOf(' ');
    return parseQuestion(task, line.slice(0, space), line.slice(space + 1));
}

/* The same question with another letter in pair i; a pair that has that letter takes the old one. */
export function withLetter(question, i, letter) {
    const old = question.pairs[i].letter;
    const swap = (x) => (x === letter ? old : x === old ? letter : x);
    const pairs = question.pairs.map((pair) => ({ ...pair, letter: swap(pair.letter) }));
    const asked = question.pairs.findIndex((pair) => pair.letter === question.query);
    return { pairs, query: pairs[asked].letter };
}

export function withDigit(question, i, digit) {
    const pairs = question.pairs.map((pair, j) => (j === i ? { ...pair, digit } : pair));
    return { ...question, pairs };
}
