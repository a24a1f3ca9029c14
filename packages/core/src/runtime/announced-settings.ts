/** Settings as clients and the log may see them: what could hold a credential is left out. Core keeps the real ones. */
import type { Settings } from '@rawr/protocol'

const HIDDEN = '[hidden]'

/** Headers keep their names and lose their values; an address loses its user and password. */
export const announcedSettings = (settings: Settings): Settings => {
  const { headers, base_url, ...provider } = settings.provider
  const names = Object.keys(headers).map((name) => [name, HIDDEN] as const)
  const address = base_url === undefined ? {} : { base_url: withoutCredentials(base_url) }
  return { ...settings, provider: { ...provider, ...address, headers: Object.fromEntries(names) } }
}

const withoutCredentials = (address: string): string => {
  const url = URL.parse(address)
  if (url === null || (url.username === '' && url.password === '' && url.search === '')) return address
  url.username = ''
  url.password = ''
  url.search = ''
  return url.href
}
