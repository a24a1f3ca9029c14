// How a check script answers: one line a problem, saying where and what to do, and exit code 1; else one line of what it saw.
export const report = ({ problems, seen }) => {
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length === 0) process.stdout.write(`${seen}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
