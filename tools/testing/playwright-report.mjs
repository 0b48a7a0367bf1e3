// Reads the JSON report of Playwright into the shape that vitest-report.mjs writes.

/** @returns {import('./vitest-report.mjs').TestReport} */
export function readPlaywrightReport({ suites, errors }) {
  const report = { passed: 0, failures: [], notRun: [], skipped: [] }
  for (const { message, stack } of errors)
    report.failures.push({ name: 'Outside the browser tests', message: stack ?? message })
  for (const { file, title, tests } of suites.flatMap(specsOf))
    for (const { status, results, annotations } of tests) {
      const name = `e2e/${file} › ${title}`
      const skip = annotations.find(({ type }) => type === 'skip' || type === 'fixme')
      if (status === 'expected' || status === 'flaky') report.passed += 1
      else if (status === 'unexpected')
        report.failures.push({ name, message: results.find(({ error }) => error)?.error.message })
      else if (skip) report.skipped.push({ name, message: skip.description })
      else report.notRun.push({ name, message: 'a test before it failed' })
    }
  return report
}

/** The tests of a suite and of those inside it. */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}
