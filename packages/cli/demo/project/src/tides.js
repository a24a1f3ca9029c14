// Height of the water over chart datum, from a handful of harmonic constituents per station.
import { HOUR_MS } from './calendar.js'

/** Speeds in degrees per hour of the constituents we know. */
export const SPEEDS = { M2: 28.9841, S2: 30.0, N2: 28.4397, K1: 15.0411, O1: 13.943 }

/** Water height in metres at a station and a time. */
export function heightAt(station, time) {
  const hours = (time - station.epoch) / HOUR_MS
  let height = station.meanLevel
  for (const part of station.parts) {
    const speed = SPEEDS[part.name]
    if (speed === undefined) throw new RangeError(`unknown constituent ${part.name}`)
    const angle = ((speed * hours - part.phase) * Math.PI) / 180
    height += part.amplitude * Math.cos(angle)
  }
  return height
}

/** Samples every `step` milliseconds, both ends included. */
export function curve(station, from, to, step = HOUR_MS / 4) {
  const points = []
  for (let time = from; time <= to; time += step) points.push({ time, height: heightAt(station, time) })
  return points
}

/** Highs and lows between two times, in order. */
export function turningPoints(station, from, to) {
  const points = curve(station, from, to, HOUR_MS / 12)
  const found = []
  for (let i = 1; i < points.length - 1; i += 1) {
    const [before, here, after] = [points[i - 1], points[i], points[i + 1]]
    if (here.height > before.height && here.height >= after.height) found.push({ ...here, kind: 'high' })
    if (here.height < before.height && here.height <= after.height) found.push({ ...here, kind: 'low' })
  }
  return found
}

/** Spans in which the water stands at least `level` metres high. */
export function windowsAbove(station, level, from, to) {
  const windows = []
  let open = null
  for (const point of curve(station, from, to)) {
    if (point.height >= level && open === null) open = point.time
    if (point.height < level && open !== null) {
      windows.push({ from: open, to: point.time })
      open = null
    }
  }
  if (open !== null) windows.push({ from: open, to })
  return windows
}
