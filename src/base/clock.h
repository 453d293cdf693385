/* The monotonic clock. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Seconds since some fixed moment; never goes back. For progress and timing only: no result may
 * depend on it. */
double clock_seconds(void);

#endif
