import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { expect, test } from 'vitest'
import { openCertificate } from './certificate.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const DAY_MS = 86_400_000
const newHome = () => mkdtempSync(join(tmpdir(), 'rawr-tls-'))
const made = (home: string, more: { host?: string; now?: number } = {}) =>
  openCertificate({ home, tls: 'self_made', host: '127.0.0.1', now: NOW, ...more })

test('one is made, usable, kept for its owner alone, and the same the next time', async () => {
  const home = newHome()
  const first = await made(home)
  expect(() => createSecureContext(first)).not.toThrow()
  expect(first.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  expect(statSync(join(home, 'tls', 'key.pem')).mode & 0o777).toBe(0o600)
  expect(await made(home)).toEqual(first)
})

test('one that ends within a month, does not name the host, or cannot be read is replaced', async () => {
  const home = newHome()
  const first = await made(home)
  const later = await made(home, { now: NOW + 350 * DAY_MS })
  expect(later.fingerprint).not.toBe(first.fingerprint)
  const elsewhere = await made(home, { host: '10.1.2.3', now: NOW + 350 * DAY_MS })
  expect(elsewhere.fingerprint).not.toBe(later.fingerprint)
  writeFileSync(join(home, 'tls', 'cert.pem'), 'torn')
  expect((await made(home, { now: NOW + 350 * DAY_MS })).fingerprint).not.toBe(elsewhere.fingerprint)
})

test("a person's own files are read, and a missing one is an error that names it", async () => {
  const own = newHome()
  const { cert, key, fingerprint } = await made(newHome())
  const paths = { certPath: join(own, 'c.pem'), keyPath: join(own, 'k.pem') }
  const open = () => openCertificate({ home: newHome(), tls: paths, host: '0.0.0.0', now: NOW })
  writeFileSync(paths.keyPath, key)
  await expect(open()).rejects.toThrow('c.pem')
  writeFileSync(paths.certPath, cert)
  expect(await open()).toEqual({ cert, key, fingerprint })
  expect(readFileSync(paths.keyPath, 'utf8')).toBe(key)
})
