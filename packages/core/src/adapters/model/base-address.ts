/**
 * The address from the settings, taken apart: a name and password in it become a header, as `fetch` refuses them in a URL,
 * and a query (`?api-version=…`) goes behind the path of every request.
 */

export type BaseAddress = {
  /** Without credentials, query, fragment and closing slash. */
  readonly url: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

export const baseAddress = (text: string): BaseAddress => {
  const { protocol, host, pathname, searchParams, username, password } = new URL(text)
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    url: `${protocol}//${host}${pathname.replace(/\/+$/, '')}`,
    query: Object.fromEntries(searchParams),
    headers: username === '' ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` },
  }
}
