/* Ask the model: the page's numbers are those of `ask --json`. */
import { assertEqual, assertNear, test } from './harness.mjs';
import {
    attnlearnJson,
    defaultReport,
    defaultRun,
    reported,
    rowsIn,
    trained,
    withPage,
} from './page.mjs';

const TOLERANCE = 1e-5;
const questions = [
    ['a3 c7 f1 b9 h0 d2', 'c'],
    ['h9 g8 f7 e6 d5 c4', 'h'],
    ['b0 a0 d0 c0 f0 e5', 'e'],
];

/* The query is emptied first, so that no other question is asked on the way. */
const ask = async (page, [pairs, query]) => {
    await page.fill('#query-text', '');
    await page.fill('#pairs-text', pairs);
    await page.fill('#query-text', query);
};

/* Weights and probabilities as the page has them: the last number of each row. */
const lastOf = (rows) => rows.map((row) => row.at(-1));
const weights = async (page) => lastOf(await rowsIn(page, '#ask .bars >> nth=0'));
const probabilities = async (page) => lastOf(await rowsIn(page, '#ask .bars >> nth=1'));

async function compare(page, file, question, heads) {
    const expected = attnlearnJson('ask', file, ...question, '--json');
    await ask(page, question);
    assertNear(await probabilities(page), expected.probabilities, TOLERANCE, 'probabilities');
    assertEqual(
        await page.textContent('#ask .marked:has-text("answer") th'),
        String(expected.answer),
        'the answer',
    );
    for (let h = 0; h < heads; h++) {
        if (heads > 1) await page.check(`#ask fieldset:has-text("head") input[value="${h}"]`);
        assertNear(
            await weights(page),
            expected.attention[h],
            TOLERANCE,
            `weights of head ${h + 1}`,
        );
    }
}

for (const model of ['attention', 'average', 'mlp']) {
    test(`ask: ${model} says what ask --json says`, () =>
        withPage(defaultReport(), async (page) => {
            await page.check(`#ask input[value="${model}"]`);
            for (const question of questions) {
                await compare(
                    page,
                    `${defaultRun()}/${model}.safetensors`,
                    question,
                    model === 'mlp' ? 0 : 1,
                );
            }
        }));
}

for (const [score, heads] of [
    ['scaled-dot', 2],
    ['dot', 1],
    ['additive', 4],
    ['bilinear', 1],
    ['distance', 2],
]) {
    test(`ask: the score ${score} with ${heads} heads`, () => {
        const run = trained(
            `score-${score}`,
            '--model',
            'attention',
            '--score',
            score,
            '--heads',
            heads,
            '--steps',
            '150',
            '--min-pairs',
            '1',
        );
        return withPage(reported(run), async (page) => {
            for (const question of [...questions, ['b4 a1', 'b'], ['c2', 'c']]) {
                await compare(page, `${run}/attention.safetensors`, question, heads);
            }
        });
    });
}

test('ask: scores are q . k over the root of the width', () =>
    withPage(defaultReport(), async (page) => {
        await ask(page, questions[0]);
        for (const [qk, s] of await rowsIn(page, '#ask .bars >> nth=0')) {
            assertNear(s, qk / 4, 1e-12, 'score');
        }
    }));

test('ask: a question by clicking', () =>
    withPage(defaultReport(), async (page) => {
        await page.click('#ask button[aria-label="ask for f"]');
        assertEqual(await page.inputValue('#query-text'), 'f', 'the query');
        await page.click('#ask button[aria-label="edit pair 3, f1"]');
        await page.click('#ask [aria-label="letter"] button:text-is("a")');
        await page.click('#ask [aria-label="digit"] button:text-is("8")');
        assertEqual(await page.inputValue('#pairs-text'), 'f3 c7 a8 b9 h0 d2', 'the pairs');
        assertEqual(await page.inputValue('#query-text'), 'a', 'the query follows its pair');
        const file = `${defaultRun()}/attention.safetensors`;
        const expected = attnlearnJson('ask', file, 'f3 c7 a8 b9 h0 d2', 'a', '--json');
        assertNear(await probabilities(page), expected.probabilities, TOLERANCE, 'probabilities');
    }));

test('ask: what is no question is told in words and changes nothing', () =>
    withPage(defaultReport(), async (page) => {
        const before = await probabilities(page);
        for (const [pairs, query, words] of [
            ['a3 c7 zz', 'c', '“zz” is not a pair'],
            ['a3 c7 z1', 'c', 'the letters go from a to h'],
            ['a3 c7 b10', 'c', 'the digits go from 0 to 9'],
            ['a3 a7', 'a', 'the letter a stands twice'],
            ['a3 c7', 'd', 'not among the letters'],
            ['a1 b2 c3 d4 e5 f6 g7', 'a', 'more than 6 pairs'],
            ['', 'a', 'there are no pairs'],
            ['a3', '1', 'is not a small letter'],
            ['<img src=x onerror=alert(1)>', 'a', 'is not a pair'],
        ]) {
            await ask(page, [pairs, query]);
            const said = await page.textContent('#pairs-problem');
            assertEqual(said.includes(words), true, `“${said}” has “${words}”`);
        }
        assertNear(await probabilities(page), before, 0, 'probabilities');
    }));

test('ask: the film shows the same question', () =>
    withPage(defaultReport(), async (page) => {
        await ask(page, questions[1]);
        assertNear(
            lastOf(await rowsIn(page, '#film .bars >> nth=1')),
            await probabilities(page),
            0,
            'film',
        );
    }));
