// Reporter of vitest for `npm test`: writes what passed, failed, did not run and was skipped to RUMBO_TEST_REPORT.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * @typedef {{ name: string, message?: string }} Entry a test, a file or an error outside tests
 * @typedef {{ passed: number, failures: Entry[], notRun: Entry[], skipped: Entry[] }} TestReport
 */

export default class VitestReport {
  onInit(vitest) {
    this.root = vitest.config.root
  }

  onTestRunEnd(modules, unhandledErrors) {
    /** @type {TestReport} */
    const report = { passed: 0, failures: [], notRun: [], skipped: [] }
    for (const module of modules) this.addModule(report, module)
    for (const error of unhandledErrors) report.failures.push(this.unhandled(error))
    writeFileSync(process.env.RUMBO_TEST_REPORT, JSON.stringify(report))
  }

  addModule(report, module) {
    const file = relative(this.root, module.moduleId)
    for (const suite of [module, ...module.children.allSuites()])
      for (const error of suite.errors())
        report.failures.push({
          name: suite === module ? file : `${file} › ${suite.fullName}`,
          message: textOf(error),
        })
    for (const suite of module.children.allSuites())
      if (suite.children.size === 0)
        report.skipped.push({ name: `${file} › ${suite.fullName}`, message: suite.meta().needs })
    for (const test of module.children.allTests()) {
      const { state, errors = [], note } = test.result()
      const name = `${file} › ${test.fullName}`
      if (state === 'passed') report.passed += 1
      else if (state === 'failed') report.failures.push({ name, message: errors.map(textOf).join('\n') })
      else if (state === 'pending') report.notRun.push({ name, message: 'the run ended before it' })
      else if (hasFailedSuite(test)) report.notRun.push({ name, message: 'the set-up of its suite failed' })
      else report.skipped.push({ name, message: note ?? test.meta().needs })
    }
  }

  /** An error outside the promise of a test: vitest knows the file, and the test that was running. */
  unhandled(error) {
    const file = error.VITEST_TEST_PATH ? relative(this.root, error.VITEST_TEST_PATH) : 'unknown file'
    const during = error.VITEST_TEST_NAME ? ` › while "${error.VITEST_TEST_NAME}" ran` : ''
    return { name: `${error.type ?? 'Unhandled Error'} in ${file}${during}`, message: textOf(error) }
  }
}

function hasFailedSuite({ parent }) {
  return parent.errors().length > 0 || (parent.type !== 'module' && hasFailedSuite(parent))
}

/** The stack starts with name and message; errors thrown as plain values have none. */
function textOf({ stack, name, message }) {
  return stack || `${name ?? 'Error'}: ${message}`
}
