/** Text from outside on its way to a terminal: control sequences are shown, never obeyed (SEC-06). Pure. */

// C0 but tab and newline, DEL, C1, and what changes the direction of writing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A carriage return before a newline is an ending of a line and goes. */
export const withoutControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, (control) => picture(control.codePointAt(0) ?? 0))

/** Unicode's pictures of controls: ␛ for escape. */
const picture = (code: number): string => {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return code === 0x7f ? '␡' : `<${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
