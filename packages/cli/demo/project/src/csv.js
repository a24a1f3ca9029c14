// The harbour office's CSV: commas, quotes doubled, first line names the columns.

/** Cells of one line. */
export function splitLine(line) {
  const cells = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < line.length; i += 1) {
    const c = line[i]
    if (quoted && c === '"' && line[i + 1] === '"') {
      cell += '"'
      i += 1
    } else if (c === '"') quoted = !quoted
    else if (c === ',' && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += c
  }
  cells.push(cell)
  return cells
}

/** Rows as objects by column name; empty lines are skipped, a short row is an error with its line number. */
export function parseCsv(text) {
  const lines = text.split('\n')
  const names = splitLine(lines[0].trim())
  const rows = []
  for (const [index, line] of lines.slice(1).entries()) {
    if (line.trim() === '') continue
    const cells = splitLine(line)
    if (cells.length !== names.length) throw new SyntaxError(`line ${index + 2}: ${cells.length} cells, ${names.length} columns`)
    rows.push(Object.fromEntries(names.map((name, column) => [name, cells[column]])))
  }
  return rows
}

/** One line for a row, quoted where it must be. */
export function formatLine(cells) {
  return cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}
