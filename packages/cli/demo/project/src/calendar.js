// Days and hours as the harbour office counts them: a day runs from 00:00 to 24:00 UTC.

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

const pad = (n, width = 2) => String(n).padStart(width, '0')

/** '2031-05-04' for a time in milliseconds. */
export function dayOf(time) {
  const date = new Date(time)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** '14:30' for a time in milliseconds. */
export function clockOf(time) {
  const date = new Date(time)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** Milliseconds of '2031-05-04' or '2031-05-04T14:30'. */
export function parseTime(text) {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?$/.exec(text)
  if (match === null) throw new RangeError(`not a time: ${text}`)
  const [, year, month, day, hour = '0', minute = '0'] = match
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
}

/** Whole hours between two times, rounded down. */
export function hoursBetween(from, to) {
  return Math.floor((to - from) / HOUR_MS)
}

/** The days a span touches, first to last. */
export function daysTouched(from, to) {
  const days = []
  for (let time = from - (from % DAY_MS); time < to; time += DAY_MS) days.push(dayOf(time))
  return days
}

/** True when two spans share more than an instant. */
export function overlaps(a, b) {
  return a.from < b.to && b.from < a.to
}
