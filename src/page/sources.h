/* The page's sources, line by line, as the build laid them into the program; a NULL ends each.
 *
 * page_html is page.html, in which "<!-- style -->" and the like stand for what page.h puts there;
 * page_style is all *.css; page_script is the modules *.js as one, without imports and exports. */
#ifndef PAGE_SOURCES_H
#define PAGE_SOURCES_H

extern const char *const page_html[], *const page_style[], *const page_script[];

#endif
