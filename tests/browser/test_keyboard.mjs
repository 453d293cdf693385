/* The page by keyboard alone, and what a screen reader is told. */
import { assert, assertEqual, test } from './harness.mjs';
import { defaultReport, withPage } from './page.mjs';

const focused = (page) =>
    page.evaluate(() => {
        const one = document.activeElement;
        const style = getComputedStyle(one);
        return {
            name: one.getAttribute('aria-label') || one.textContent.trim() || one.name || one.id,
            tag: one.tagName,
            section: one.closest('section')?.id ?? '',
            id: one.id,
            outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
        };
    });

test('keyboard: Tab reaches every section, and the focus can be seen', () =>
    withPage(defaultReport(), async (page) => {
        const seen = new Set();
        let steps = 0;
        for (; steps < 200; steps++) {
            await page.keyboard.press('Tab');
            const at = await focused(page);
            if (at.tag === 'BODY') break;
            assert(at.outlined, `no outline on ${at.tag} “${at.name}”`);
            seen.add(at.section);
        }
        assert(steps > 40 && steps < 200, `${steps} steps`);
        for (const section of ['curves', 'film', 'ask', 'explore', 'run']) {
            assert(seen.has(section), `${section} was not reached`);
        }
    }));

test('keyboard: a question, the film and a row without a pointer', () =>
    withPage(defaultReport(), async (page) => {
        await page.focus('#ask button[aria-label="edit pair 1, a3"]');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        assertEqual(await page.inputValue('#query-text'), 'a', 'the query');
        assertEqual((await focused(page)).name, 'ask for a', 'the focus stays');
        await page.focus('#ask [aria-label="digit"] button >> nth=0');
        await page.keyboard.press('Space');
        assert((await page.inputValue('#pairs-text')).startsWith('a0 '), 'the digit');
        await page.focus('#film input[type=range]');
        await page.keyboard.press('Home');
        assertEqual(await page.textContent('#film .clock'), 'step 0', 'the film');
        await page.focus('#explore .heat button >> nth=2');
        await page.keyboard.press('Enter');
        assertEqual(await page.textContent('#explore .detail caption'), 'q3 looks at', 'the row');
    }));

test('keyboard: everything that can be used has a name', () =>
    withPage(defaultReport(), async (page) => {
        const nameless = await page.evaluate(() =>
            [...document.querySelectorAll('button, input, select, a, svg[role]')]
                .filter(
                    (one) =>
                        !(
                            one.getAttribute('aria-label') ||
                            one.textContent.trim() ||
                            [...(one.labels ?? [])].some((label) => label.textContent.trim())
                        ),
                )
                .map((one) => one.outerHTML.slice(0, 80)),
        );
        assertEqual(nameless.join('\n'), '', 'without a name');
        const ids = await page.$$eval('[id]', (all) => all.map((one) => one.id));
        assertEqual(new Set(ids).size, ids.length, 'ids');
        assertEqual(await page.locator('h1').count(), 1, 'first headings');
        assertEqual(
            await page
                .locator('table:not(:has(caption)):not(:has(thead)):not(.plain):not(.formulas)')
                .count(),
            0,
            'tables without a caption',
        );
    }));

test('keyboard: with less motion nothing moves by itself', () =>
    withPage(
        defaultReport(),
        async (page) => {
            assertEqual(
                await page.evaluate(
                    () => getComputedStyle(document.querySelector('.bars .bar')).transitionDuration,
                ),
                '0s',
                'transitions',
            );
            assertEqual(
                await page.evaluate(
                    () => getComputedStyle(document.documentElement).scrollBehavior,
                ),
                'auto',
                'scrolling',
            );
        },
        { reducedMotion: 'reduce' },
    ));
