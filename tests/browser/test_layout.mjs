/* The layout: no sideways scrolling, dark and light, paper; pictures of all for people to look at. */
import { assert, assertEqual, test } from './harness.mjs';
import { defaultReport, screenshot, withPage } from './page.mjs';

for (const width of [360, 768, 1440]) {
    for (const colorScheme of ['light', 'dark']) {
        test(`layout: ${width} wide, ${colorScheme}`, () =>
            withPage(
                defaultReport(),
                async (page) => {
                    await page.evaluate(() =>
                        document.querySelectorAll('details').forEach((one) => {
                            one.open = true;
                        }),
                    );
                    const [scrolls, inner] = await page.evaluate(() => [
                        document.documentElement.scrollWidth,
                        innerWidth,
                    ]);
                    assert(scrolls <= inner, `${scrolls} of ${inner} pixels`);
                    const cut = await page.evaluate(() =>
                        [...document.querySelectorAll('main *')]
                            .filter(
                                (one) =>
                                    one.getBoundingClientRect().right > innerWidth + 1 &&
                                    one.checkVisibility(),
                            )
                            .map((one) => `${one.tagName} ${one.className}`),
                    );
                    assertEqual(cut.join(', '), '', 'cut at the right');
                    await screenshot(page, `page-${width}-${colorScheme}`);
                },
                { width, height: width < 500 ? 740 : 900, colorScheme },
            ));
    }
}

test('layout: a very long name does not widen it', () =>
    withPage(
        defaultReport(),
        async (page) => {
            await page.evaluate(() => {
                document.getElementById('run-name').textContent = 'x'.repeat(300);
            });
            assert(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                'it scrolls',
            );
        },
        { width: 360, height: 740 },
    ));

test('layout: the switch turns the page dark and light', () =>
    withPage(defaultReport(), async (page) => {
        const paper = () =>
            page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        assertEqual(await paper(), 'rgb(255, 255, 255)', 'light');
        await page.click('#theme');
        assertEqual(await paper(), 'rgb(20, 23, 26)', 'dark');
        assertEqual(await page.getAttribute('#theme', 'aria-pressed'), 'true', 'pressed');
        await page.click('#theme');
        assertEqual(await paper(), 'rgb(255, 255, 255)', 'light again');
    }));

/* Relative luminance by WCAG, of "rgb(r, g, b)". */
const contrastScript = () => {
    const parts = (text) =>
        text
            .match(/[\d.]+/g)
            .slice(0, 4)
            .map(Number);
    const luminance = (colour) =>
        colour
            .slice(0, 3)
            .map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4))
            .reduce((sum, x, i) => sum + [0.2126, 0.7152, 0.0722][i] * x, 0);
    const ground = (one) => {
        const colour = parts(getComputedStyle(one).backgroundColor);
        return colour[3] === 0 && one.parentElement ? ground(one.parentElement) : colour;
    };
    const poor = [];
    for (const one of document.querySelectorAll('main *, header *')) {
        const text = [...one.childNodes].some(
            (node) => node.nodeType === 3 && node.textContent.trim(),
        );
        if (!text || !one.checkVisibility() || one.closest('svg') || one.closest(':disabled'))
            continue;
        const [a, b] = [luminance(parts(getComputedStyle(one).color)), luminance(ground(one))];
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5)
            poor.push(`${one.tagName} “${one.textContent.slice(0, 20)}” ${contrast.toFixed(2)}`);
    }
    return poor.join('; ');
};

for (const colorScheme of ['light', 'dark']) {
    test(`layout: text stands out, ${colorScheme}`, () =>
        withPage(
            defaultReport(),
            async (page) => {
                assertEqual(await page.evaluate(contrastScript), '', 'contrast below 4.5');
            },
            { colorScheme },
        ));
}

test('layout: on paper it is light, without controls, and nothing is cut', () =>
    withPage(
        defaultReport(),
        async (page) => {
            await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
            assertEqual(await page.isVisible('.top'), false, 'the bar');
            assertEqual(await page.isVisible('#film .play'), false, 'the player');
            assertEqual(
                await page.evaluate(() => getComputedStyle(document.body).color),
                'rgb(22, 25, 29)',
                'ink',
            );
            const pdf = await page.pdf({ format: 'A4' });
            assert(pdf.length > 20000, `${pdf.length} bytes`);
        },
        { width: 794, height: 1123 },
    ));
