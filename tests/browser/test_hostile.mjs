/* Names and numbers that mean harm: shown as they are, and run by nobody. */
import fs from 'node:fs';
import { assert, assertEqual, test } from './harness.mjs';
import { attnlearn, folder, reported, trained, withPage } from './page.mjs';

const quick = ['--model', 'attention', '--steps', '20', '--eval-examples', '64'];

/* A run under another name. */
function renamed(name) {
    const run = `${folder}/${name}`;
    fs.rmSync(run, { recursive: true, force: true });
    fs.cpSync(trained('harmless', ...quick), run, { recursive: true });
    return run;
}

for (const name of [
    '<script>alert(1)<\u2215script>',
    '<!--',
    ']]>&amp;"\'\\u003c',
    '<img src=x onerror=alert(1)>',
    '\u2028\u202e',
    '${alert(1)}`',
    '日本 ру',
]) {
    test(`hostile: a run named ${JSON.stringify(name)}`, () =>
        withPage(reported(renamed(name)), async (page) => {
            assertEqual(await page.textContent('#run-name'), name, 'the name');
            assertEqual(await page.title(), `${name}: attnlearn report`, 'the title');
            assertEqual(await page.locator('main img').count(), 0, 'images');
        }));
}

test('hostile: the end of a script in the settings and the curves', async () => {
    const run = renamed('ends');
    const end = '</script><script>alert(1)</script><!--<script>';
    const config = fs.readFileSync(`${run}/config.ini`, 'utf8');
    fs.writeFileSync(`${run}/config.ini`, config.replace(/^# ?save =.*$/m, `save = ${end}`));
    const curves = fs.readFileSync(`${run}/curves.csv`, 'utf8');
    fs.writeFileSync(`${run}/curves.csv`, `${curves}"${end}",,1,0,0,,2,0.1,,,,,,,\n`);
    const file = reported(run);
    assertEqual(fs.readFileSync(file, 'utf8').match(/<\/script/g).length, 2, 'ends of scripts');
    await withPage(file, async (page) => {
        await page.click('summary:text("Settings")');
        assert((await page.textContent('#settings')).includes(end), 'the setting');
        assert((await page.textContent('#curves .legend')).includes(end), 'the curve');
    });
});

test('hostile: numbers at the ends of what there is', () => {
    const run = renamed('extremes');
    const header = fs.readFileSync(`${run}/curves.csv`, 'utf8').split('\n')[0];
    const rows = ['1e308', '1e-300', '-1e308', 'nan', 'inf', '0', '4.9e-324'].map(
        (x, i) => `attention,dot,1,${i},${i},${x},${x},${x},${x},${x},${x},${x},2.3,1.7,1.5`,
    );
    fs.writeFileSync(`${run}/curves.csv`, `${[header, ...rows].join('\n')}\n`);
    return withPage(reported(run), async (page) => {
        for (let i = 0; i < (await page.locator('#curves option').count()); i++) {
            await page.selectOption('#curves select', { index: i });
            for (const box of ['logarithmic values', 'logarithmic steps']) {
                await page.click(`text=${box}`);
                const drawn = await page.$eval('#curves .chart', (svg) => svg.outerHTML);
                assert(!/NaN|Infinity/.test(drawn), `a place that is no number, ${i} ${box}`);
            }
        }
    });
});

test('hostile: the policy allows the page its own script alone', () =>
    withPage(reported(trained('harmless', ...quick)), async (page) => {
        const policy = await page.getAttribute('meta[http-equiv]', 'content');
        assert(!/unsafe|\*|https?:/.test(policy), policy);
        assert(
            /default-src 'none'/.test(policy) && /script-src 'sha256-[\w+/]{43}='/.test(policy),
            policy,
        );
    }));

test('hostile: many letters, digits and pairs', () => {
    const run = trained(
        'large',
        '--model',
        'attention',
        '--pairs',
        '40',
        '--letters',
        '100',
        '--digits',
        '50',
        '--steps',
        '3',
        '--eval-examples',
        '16',
        '--snapshots',
        '3',
    );
    return withPage(
        reported(run),
        async (page) => {
            assert(
                (await page.textContent('#film .panel.note')).includes('too many letters'),
                'the match',
            );
            assertEqual(
                await page.locator('#film .bars >> nth=0 >> tbody tr').count(),
                40,
                'pairs',
            );
            await page.click('text=Another question');
            assert(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                'it scrolls',
            );
        },
        { width: 360, height: 740 },
    );
});

test('hostile: equal runs give equal bytes', () => {
    const file = reported(trained('harmless', ...quick));
    const first = fs.readFileSync(file);
    attnlearn('report', `${folder}/harmless/`, '-o', file);
    assert(first.equals(fs.readFileSync(file)), 'they differ');
    return Promise.resolve();
});
