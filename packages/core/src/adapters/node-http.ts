/**
 * `node:http` without its face as an ES module: making that one reads every export, and one of them loads the HTTP client behind
 * `fetch`, which took 70 ms of 350 until a daemon listened.
 */
export const http: typeof import('node:http') = process.getBuiltinModule('node:http')
