// After each test: every thread that a bench recorded in it must have kept the laws.
import { afterEach, expect } from 'vitest'
import { keepThreads, takeBreaches } from '../packages/core/src/testing/recorded-threads.ts'

keepThreads()
afterEach(() => {
  expect(takeBreaches()).toEqual([])
})
