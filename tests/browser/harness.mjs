/* The tests' own small harness: named checks, one after another, and a count at the end. */

const tests = [];
let failures = 0;

/* Declares a test; `body` throws where it does not hold. */
export function test(name, body) {
    tests.push({ name, body });
}

export function assert(holds, message) {
    if (!holds) throw new Error(message);
}

export function assertEqual(got, expected, what) {
    assert(got === expected, `${what}: ${JSON.stringify(got)} is not ${JSON.stringify(expected)}`);
}

/* |a - b| <= tolerance for numbers or lists of them, however deep; not a number is never near. */
export function assertNear(got, expected, tolerance, what) {
    if (Array.isArray(expected)) {
        assertEqual(got.length, expected.length, `${what}: length`);
        expected.forEach((x, i) => assertNear(got[i], x, tolerance, `${what}[${i}]`));
        return;
    }
    assert(Math.abs(got - expected) <= tolerance, `${what}: ${got} is not ${expected}`);
}

/* Runs all tests (of those whose name has `only` in it); prints a line each and the count. */
export async function runTests(only) {
    const chosen = tests.filter(({ name }) => name.includes(only));
    for (const { name, body } of chosen) {
        try {
            await body();
            console.log(`ok ${name}`);
        } catch (error) {
            failures += 1;
            const places = error.stack.split('\n').filter((line) => /^\s+at /.test(line));
            console.log(`not ok ${name}\n   ${error.message}\n${places.slice(0, 4).join('\n')}`);
        }
    }
    console.log(`${chosen.length - failures} passed, ${failures} failed`);
    return failures === 0 && chosen.length > 0;
}
