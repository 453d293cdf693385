/* Explore attention: the page's numbers are those of `attend --json`. */
import fs from 'node:fs';
import { assert, assertEqual, assertNear, test } from './harness.mjs';
import { attnlearnJson, defaultReport, folder, rowsIn, withPage } from './page.mjs';

const TOLERANCE = 1e-5;
const lastOf = (rows) => rows.map((row) => row.map((x) => (Number.isNaN(x) ? 0 : x)));

const setRange = (page, label, value) =>
    page.$eval(
        `#explore input[aria-label="${label}"]`,
        (slider, to) => {
            slider.value = to;
            slider.dispatchEvent(new Event('input'));
        },
        value,
    );

const shown = async (page) => ({
    weights: lastOf(await rowsIn(page, '#explore .heat')),
    output: await rowsIn(page, '#explore .outputs'),
});

/* The matrices in the page's fields, as files. */
async function writeMatrices(page) {
    const files = {};
    for (const name of ['Q', 'K', 'V', 'M', 'w']) {
        const rows = await page.$$eval(
            '#explore .grid tr',
            (all, wanted) =>
                all
                    .filter((row) =>
                        row.closest('table').caption.textContent.startsWith(`${wanted},`),
                    )
                    .map((row) => [...row.querySelectorAll('input')].map((input) => input.value)),
            name,
        );
        files[name] = `${folder}/explore-${name}.csv`;
        fs.writeFileSync(files[name], `${rows.map((row) => row.join(',')).join('\n')}\n`);
    }
    return files;
}

/* Compares with attend, given the options that say the same as the page's controls. */
async function compare(page, what, options) {
    const { Q, K, V, M, w } = await writeMatrices(page);
    const width = fs.readFileSync(Q, 'utf8').split('\n')[0].split(',').length;
    const identity = `${folder}/explore-identity.csv`;
    fs.writeFileSync(
        identity,
        Array.from(
            { length: width },
            (_, r) => `${Array.from({ length: width }, (__, c) => (r === c ? 1 : 0)).join(',')}\n`,
        ).join(''),
    );
    const parameters = {
        bilinear: ['--bilinear', M],
        additive: [
            '--additive-query',
            identity,
            '--additive-key',
            identity,
            '--additive-vector',
            w,
        ],
    };
    const score = await page.$eval(
        '#explore option[value="dot"]',
        (option) => option.parentNode.value,
    );
    const expected = attnlearnJson(
        'attend',
        '--query',
        Q,
        '--key',
        K,
        '--value',
        V,
        '--score',
        score,
        ...(parameters[score] ?? []),
        ...options,
        '--json',
    );
    const { weights, output } = await shown(page);
    assertNear(weights, expected.weights[0], TOLERANCE, `${what}: weights`);
    assertNear(output, expected.output, TOLERANCE, `${what}: output`);
}

const field = (page, name, row, column) =>
    page.locator(`#explore input[aria-label="${name}, row ${row}, column ${column}"]`);

test('explore: the three tokens of the beginning', () =>
    withPage(defaultReport(), async (page) => {
        assertNear(
            (await shown(page)).output,
            [
                [6.02, 3.98],
                [3.98, 6.02],
                [5, 5],
            ],
            0.005,
            'outputs',
        );
        await page.check('text=causal mask');
        assertNear(
            (await shown(page)).output,
            [
                [10, 0],
                [3.3, 6.7],
                [5, 5],
            ],
            0.005,
            'causal outputs',
        );
        await page.selectOption('#explore select >> nth=0', { label: 'a soft dictionary' });
        assertNear((await shown(page)).output, [[13.938218]], 1e-6, 'the dictionary');
    }));

test('explore: every score, mask, sharpness and length as attend --json', () =>
    withPage(defaultReport(), async (page) => {
        for (const score of ['scaled-dot', 'dot', 'additive', 'bilinear', 'distance']) {
            await page.selectOption('#explore select >> nth=1', score);
            await compare(page, score, []);
            await page.check('text=causal mask');
            await setRange(page, 'sharpness', 2.5);
            await compare(page, `${score}, causal`, ['--causal', '--sharpness', '2.5']);
            await page.uncheck('text=causal mask');
            for (const length of [0, 2]) {
                await setRange(page, 'valid length', length);
                await compare(page, `${score}, ${length} keys`, [
                    '--valid-lens',
                    length,
                    '--sharpness',
                    '2.5',
                ]);
            }
            await setRange(page, 'valid length', 3);
            await setRange(page, 'sharpness', 1);
        }
    }));

test('explore: edited numbers, more rows and columns', () =>
    withPage(defaultReport(), async (page) => {
        await field(page, 'Q, queries', 1, 1).fill('-2.75');
        await field(page, 'V, values', 3, 2).fill('1e2');
        await compare(page, 'edited', []);
        await page.click('#explore .grid >> nth=1 >> button[aria-label="add a row"]');
        await page.click('#explore .grid >> nth=0 >> button[aria-label="add a column"]');
        await field(page, 'K, keys', 4, 3).fill('.5');
        await field(page, 'Q, queries', 2, 3).fill('3');
        await compare(page, 'larger', []);
        await page.selectOption('#explore select >> nth=1', 'bilinear');
        await field(page, 'M, of the score', 3, 1).fill('-1.5');
        await compare(page, 'bilinear', []);
        await page.selectOption('#explore select >> nth=1', 'additive');
        await field(page, 'w, of the score', 1, 2).fill('2');
        await compare(page, 'additive', []);
    }));

test('explore: what is no number is marked and changes nothing', () =>
    withPage(defaultReport(), async (page) => {
        const before = await shown(page);
        for (const text of ['', 'x', '1e999', 'NaN', '0x10', '--1']) {
            await field(page, 'K, keys', 1, 1).fill(text);
            assertEqual(
                await field(page, 'K, keys', 1, 1).getAttribute('aria-invalid'),
                'true',
                `“${text}”`,
            );
        }
        assertNear((await shown(page)).output, before.output, 0, 'outputs');
    }));

test('explore: rows of numbers can be pasted', () =>
    withPage(defaultReport(), async (page) => {
        await field(page, 'V, values', 1, 1).evaluate((input) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text', '1,2\n3,4\n5,6\n');
            input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
        });
        assertEqual(await field(page, 'V, values', 3, 2).inputValue(), '6', 'the last field');
        await compare(page, 'pasted', []);
    }));

test('explore: a row that is clicked shows where it looks and how it mixes', () =>
    withPage(defaultReport(), async (page) => {
        await page.click('#explore .heat tbody tr >> nth=1 >> td >> nth=0');
        assertEqual(
            await page.textContent('#explore .detail caption'),
            'q2 looks at',
            'the detail',
        );
        assertEqual(
            await page.getAttribute('#explore .heat tbody tr >> nth=1 >> button', 'aria-pressed'),
            'true',
            'pressed',
        );
        const { weights, output } = await shown(page);
        const rows = await rowsIn(page, '#explore .detail .bars');
        assertNear(
            rows.map((row) => row.at(-1)),
            weights[1],
            1e-12,
            'weights',
        );
        const mixture = await page.textContent('#explore .mixture');
        assert(mixture.startsWith('o2 = ') && mixture.includes('(3.98, 6.02)'), mixture);
        assertNear(output[1], [3.98, 6.02], 0.005, 'output');
    }));
