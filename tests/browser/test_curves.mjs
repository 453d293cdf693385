/* The curves: values under the pointer, axes, models on and off, gaps. */
import fs from 'node:fs';
import { assert, assertEqual, assertNear, test } from './harness.mjs';
import { defaultReport, defaultRun, numbersIn, reported, trained, withPage } from './page.mjs';

const readCurves = (run) => {
    const [header, ...rows] = fs
        .readFileSync(`${run}/curves.csv`, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(','));
    return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
};
const valueAt = (model, step, column) =>
    Number(
        readCurves(defaultRun()).find((row) => row.model === model && Number(row.step) === step)[
            column
        ],
    );

test('curves: the values under the pointer are those of the file', () =>
    withPage(defaultReport(), async (page) => {
        const place = page.locator('#curves .chart-place');
        await place.scrollIntoViewIfNeeded();
        const box = await place.boundingBox();
        await page.mouse.move(box.x + 200, box.y + 100);
        const step = Number((await page.textContent('#curves .step-name')).slice(5));
        assert(step > 0 && step < 2000, `step ${step}`);
        const shown = await numbersIn(page, '#curves .legend');
        assertNear(
            shown,
            ['attention', 'average', 'mlp'].map((model) => valueAt(model, step, 'eval_loss')),
            0,
            'values',
        );
    }));

test('curves: the slider reads them too, and says them', () =>
    withPage(defaultReport(), async (page) => {
        await page.focus('#curves .scrubber');
        await page.keyboard.press('Home');
        for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight');
        assertEqual(await page.textContent('#curves .step-name'), 'step 160', 'the step');
        assertNear(
            (await numbersIn(page, '#curves .legend'))[0],
            valueAt('attention', 160, 'eval_loss'),
            0,
            'value',
        );
        assert(
            (await page.getAttribute('#curves .scrubber', 'aria-valuetext')).startsWith(
                'step 160: attention ',
            ),
            'text',
        );
    }));

test('curves: models go and come, axes bend, other columns', () =>
    withPage(defaultReport(), async (page) => {
        const paths = () =>
            page.$$eval('#curves .chart .curve', (all) => all.map((one) => one.getAttribute('d')));
        const before = await paths();
        assertEqual(before.length, 3, 'curves');
        await page.click('#curves .legend label >> nth=1');
        assertEqual((await paths()).length, 2, 'curves without average');
        await page.click('#curves .legend label >> nth=1');
        await page.check('text=logarithmic values');
        assert(
            (await paths()).every((d, i) => d !== before[i]),
            'the axis bends',
        );
        await page.check('text=logarithmic steps');
        await page.selectOption('#curves select', { label: 'accuracy' });
        assert(
            (await paths()).every((d) => !/NaN|Infinity/.test(d)),
            'every place is a number',
        );
        assertNear((await numbersIn(page, '#curves .legend'))[0], 1, 0.001, 'accuracy');
    }));

test('curves: the floors stand as lines with their values', () =>
    withPage(defaultReport(), async (page) => {
        const names = await page.$$eval('#curves .level-name', (all) =>
            all.map((one) => one.textContent),
        );
        assertEqual(
            names.join('; '),
            'chance, ln 10 2.3026; average floor 1.6893; blind floor 1.4723',
            'levels',
        );
    }));

test('curves: what is not finite is a gap', () => {
    const run = trained('gaps', '--model', 'attention', '--steps', '100', '--eval-examples', '64');
    const lines = fs.readFileSync(`${run}/curves.csv`, 'utf8').trim().split('\n');
    const header = lines[0].split(',');
    ['nan', 'inf', '-inf'].forEach((word, i) => {
        const cells = lines[2 + i].split(',');
        cells[header.indexOf('eval_loss')] = word;
        lines[2 + i] = cells.join(',');
    });
    fs.writeFileSync(`${run}/curves.csv`, `${lines.join('\n')}\n`);
    return withPage(reported(run), async (page) => {
        const paths = await page.$$eval('#curves .chart path', (all) =>
            all.map((one) => one.getAttribute('d')),
        );
        assertEqual(paths.join('').match(/M/g).length, 2, 'parts');
        assert(!/NaN|Infinity|null/.test(paths.join('')), paths.join(''));
        await page.check('text=logarithmic values');
    });
});
