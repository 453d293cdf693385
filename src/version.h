/* The version of the program. */
#ifndef VERSION_H
#define VERSION_H

#define ATTNLEARN_VERSION "0.1.0"

#endif
