/**
 * Characters that are one unit long, one column wide and join with no neighbour of this class: letters of Latin, Greek and
 * Cyrillic, punctuation, arrows, what frames and gauges are drawn of. Nearly every row is made of them alone, and measuring
 * the others compiles patterns for all of Unicode.
 */
export const PLAIN =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0481\u2010-\u2027\u2030-\u205e\u2190-\u2193\u2200-\u22ff\u2500-\u259f\u25b8\u25c6\u25cf\u2610\u2611\u2714\u2718\u2800-\u28ff]*$/
