/**
 * The certificate of the daemon's outer door: the person's own from two files, or one made here and kept in the home, so
 * that clients which have pinned its fingerprint know it again after a restart.
 */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { writeAtomic } from '../adapters/store/atomic-file.ts'
import type { BindOptions } from './bind.ts'

export type Certificate = {
  readonly cert: string
  readonly key: string
  /** SHA-256, as `openssl x509 -fingerprint -sha256` shows it. */
  readonly fingerprint: string
}

export type CertificateSource = {
  readonly home: string
  readonly tls: NonNullable<BindOptions['tls']>
  readonly host: string
  readonly now: number
}

/** Throws where a given file cannot be read or is no certificate. */
export const openCertificate = async ({ home, tls, host, now }: CertificateSource): Promise<Certificate> => {
  if (tls !== 'self_made') {
    const [cert, key] = await Promise.all([readFile(tls.certPath, 'utf8'), readFile(tls.keyPath, 'utf8')])
    return withFingerprint(cert, key)
  }
  const names = namesOf(host)
  const kept = await readKept(home)
  if (kept !== null && isGood(kept.cert, names, now)) return kept
  return makeOne({ home, names, now })
}

const withFingerprint = (cert: string, key: string): Certificate => ({
  cert,
  key,
  fingerprint: new X509Certificate(cert).fingerprint256,
})

const pathsIn = (home: string) => ({ cert: join(home, 'tls', 'cert.pem'), key: join(home, 'tls', 'key.pem') })

/** One that is not there or cannot be read is made anew. */
const readKept = async (home: string): Promise<Certificate | null> => {
  const { cert, key } = pathsIn(home)
  try {
    return withFingerprint(await readFile(cert, 'utf8'), await readFile(key, 'utf8'))
  } catch {
    return null
  }
}

/** A machine that listens on every address is known under every one it has now. */
const namesOf = (host: string): string[] => {
  const isEvery = host === '0.0.0.0' || host === '::'
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  const named = isEvery ? own.map((address) => address.replace(/%.*$/, '')) : [host]
  return [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...named])]
}

const DAY_MS = 86_400_000

const VALID_DAYS = 365

/** Replaced before it ends, and when it does not name what is listened on. */
const isGood = (cert: string, names: readonly string[], now: number): boolean => {
  const read = new X509Certificate(cert)
  const isKnown = (name: string): boolean => (isAddress(name) ? read.checkIP(name) : read.checkHost(name)) !== undefined
  return Date.parse(read.validTo) - now > (VALID_DAYS / 12) * DAY_MS && names.every(isKnown)
}

const isAddress = (name: string): boolean => /^[\d.]+$/.test(name) || name.includes(':')

type Making = { readonly home: string; readonly names: readonly string[]; readonly now: number }

const makeOne = async ({ home, names, now }: Making): Promise<Certificate> => {
  // Loaded only where a certificate is made: it is large, and needed once a year.
  const { generate } = await import('selfsigned')
  const altNames = names.map((name) =>
    isAddress(name) ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const),
  )
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'rawr' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + VALID_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  const paths = pathsIn(home)
  await writeAtomic(paths.key, key)
  await writeAtomic(paths.cert, cert)
  return withFingerprint(cert, key)
}
