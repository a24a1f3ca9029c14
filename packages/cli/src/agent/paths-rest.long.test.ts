// The second half of the paths, each with its sockets dropped between any two steps.
import { test } from 'vitest'
import { dropEverywhere } from '../testing/drop-everywhere.ts'
import { PATHS } from '../testing/paths.ts'

const HALF = PATHS.length / 2

test.each(PATHS.slice(HALF))('$name: the socket drops between any two steps', { timeout: 240_000 }, dropEverywhere)
