/* What the tests know of SVG. */
#ifndef TESTS_SUPPORT_SVG_H
#define TESTS_SUPPORT_SVG_H

/* Asserts that the text is well-formed XML of characters that XML allows, without script and
 * references, and that every coordinate is a number inside the view box. */
void assert_sound_svg(const char *svg);

#endif
