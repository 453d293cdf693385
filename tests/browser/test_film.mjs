/* Training as a film: it moves, and its numbers are those of the snapshots. */
import fs from 'node:fs';
import { assert, assertEqual, assertNear, test } from './harness.mjs';
import {
    attnlearn,
    attnlearnJson,
    defaultReport,
    defaultRun,
    reported,
    rowsIn,
    trained,
    withPage,
} from './page.mjs';

const question = ['a3 c7 f1 b9 h0 d2', 'c'];

const snapshots = (run, model) =>
    fs
        .readdirSync(`${run}/snapshots`)
        .filter((name) => name.startsWith(`${model}-`))
        .sort();

const move = (page, i) =>
    page.$eval(
        '#film input[type=range]',
        (slider, value) => {
            slider.value = value;
            slider.dispatchEvent(new Event('input'));
        },
        i,
    );

const lastOf = (rows) => rows.map((row) => row.at(-1));

test('film: each moment is a snapshot as ask --json sees it', () =>
    withPage(defaultReport(), async (page) => {
        const files = snapshots(defaultRun(), 'attention');
        assertEqual(files.length, 40, 'snapshots');
        for (const i of [0, 7, 20, 39]) {
            const expected = attnlearnJson(
                'ask',
                `${defaultRun()}/snapshots/${files[i]}`,
                ...question,
                '--json',
            );
            await move(page, i);
            assertNear(
                lastOf(await rowsIn(page, '#film .bars >> nth=0')),
                expected.attention[0],
                1e-5,
                `weights ${i}`,
            );
            assertNear(
                lastOf(await rowsIn(page, '#film .bars >> nth=1')),
                expected.probabilities,
                1e-5,
                `answer ${i}`,
            );
            assertEqual(
                await page.textContent('#film .clock'),
                `step ${Number(/-0*(\d+)\./.exec(files[i])[1])}`,
                'the step',
            );
        }
    }));

test('film: the match grows from nothing to a diagonal', () =>
    withPage(defaultReport(), async (page) => {
        const diagonal = (rows) => rows.map((row, i) => row[i]);
        await move(page, 0);
        const first = await rowsIn(page, '#film .heat');
        await move(page, 39);
        const last = await rowsIn(page, '#film .heat');
        assertEqual(last.length, 8, 'rows');
        assert(
            diagonal(first).every((x) => x < 0.5),
            `it begins with ${diagonal(first)}`,
        );
        assert(
            diagonal(last).every((x) => x > 0.9),
            `it ends with ${diagonal(last)}`,
        );
        await page.check('#film input[value="score"]');
        const scores = await rowsIn(page, '#film .heat');
        assert(
            scores.every((row, i) => row.every((x) => x <= row[i])),
            'the own letter has the best score',
        );
    }));

/* The rows of one of plot's heat maps, from its title on. */
const plotted = (text, title) =>
    text
        .slice(text.indexOf(`\n${title}\n`))
        .split('\n')
        .slice(4, 12)
        .map((line) => line.match(/-?\d+\.\d+/g).map(Number));

test('film: the match at the end is that of plot, on the same questions', () =>
    withPage(defaultReport(), async (page) => {
        const file = `${defaultRun()}/attention.safetensors`;
        const text = attnlearn('plot', file, '--examples', '512', '--seed', '1');
        for (const kind of ['weight', 'score']) {
            await page.check(`#film input[value="${kind}"]`);
            const expected = plotted(text, `mean ${kind}`);
            assertNear(await rowsIn(page, '#film .heat'), expected, 0.00006, kind);
        }
    }));

test('film: it plays to its end, and stops when it is told', () =>
    withPage(defaultReport(), async (page) => {
        await page.click('#film .play');
        assertEqual(await page.textContent('#film .play'), 'Pause', 'the button');
        await page.waitForFunction(
            () => document.querySelector('#film input[type=range]').value >= 3,
        );
        await page.click('#film .play');
        const at = await page.inputValue('#film input[type=range]');
        await page.waitForTimeout(500);
        assertEqual(await page.inputValue('#film input[type=range]'), at, 'where it was stopped');
        await move(page, 37);
        await page.click('#film .play');
        await page.waitForFunction(
            () => document.querySelector('#film .play').textContent === 'Play',
        );
        assertEqual(await page.inputValue('#film input[type=range]'), '39', 'its end');
    }));

test('film: average and mlp have no match, and say so', () =>
    withPage(defaultReport(), async (page) => {
        for (const model of ['average', 'mlp']) {
            await page.check(`#film input[value="${model}"]`);
            assertEqual(await page.locator('#film .heat').count(), 0, 'heat maps');
            assert(
                (await page.textContent('#film .panel.note')).includes('no match to learn'),
                model,
            );
        }
        assert(
            (await page.textContent('#film-body > .note')).includes('of the run’s 40 snapshots'),
            'fewer',
        );
    }));

test('film: a run without snapshots shows its end, and says how to get more', () => {
    const run = trained('no-snapshots', '--model', 'attention', '--steps', '60');
    return withPage(reported(run), async (page) => {
        assert(
            (await page.textContent('#film-body > .note')).includes('--snapshots 40'),
            'the note',
        );
        assertEqual(await page.isDisabled('#film .play'), true, 'nothing to play');
        assertEqual((await rowsIn(page, '#film .heat')).length, 8, 'rows of the match');
    });
});
