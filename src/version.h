/* The version of the program, and its day. */
#ifndef VERSION_H
#define VERSION_H

#define ATTNLEARN_VERSION "0.1.0"
#define ATTNLEARN_DATE    "2026-11-29" /* of the manual page */

#endif
