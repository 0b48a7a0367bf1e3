// npm test: runs every check and test, on a fresh clone too. The last line is `N passed, N failed`.
// npm run test:quick: only types, rules and protocols, without build, database and browser.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallBrowser } from '../prepare/browser.mjs'
import { allPrograms, prepare, print, root } from '../prepare/prepare.mjs'
import { readPlaywrightReport } from '../testing/playwright-report.mjs'
import { testSeed } from '../testing/seed.mjs'

/** Printed at the end, so that the last lines of a long run name every failure. */
const isQuick = process.argv.includes('--quick')
const totals = { passed: 0, failures: [], notRun: [], skipped: [] }
const reports = join(root, '.cache', 'reports')

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

await prepare()
console.log(`Node ${process.version}; seed of random test data ${testSeed()} (RUMBO_TEST_SEED)`)
if (isQuick) {
  const checking = runChecks(({ name }) => name === 'types')
  await runVitest('--project=pure')
  printChecks(await checking)
} else {
  // The checks need no build; they run beside it on the cores it leaves idle.
  const checking = runChecks()
  await prepare({ programs: allPrograms, web: true })
  printChecks(await checking)
  // A browser that has to be installed is fetched while the other tests run.
  const findingBrowser = findOrInstallBrowser().catch((error) => error)
  await runVitest()
  await runEndToEnd(await findingBrowser)
}

console.log('')
list('Skipped', totals.skipped, ({ name, message }) => `  ${name}: ${message ?? 'no reason given'}`)
list('Did not run', totals.notRun, ({ name, message }) => `  ${name}: ${message}`)
list('Failed', totals.failures, describeFailure)
const failed = totals.failures.length + totals.notRun.length
console.log(`${totals.passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function list(title, entries, describe) {
  if (entries.length > 0) console.log(`${title} (${entries.length}):\n${entries.map(describe).join('\n')}\n`)
}

async function runChecks(isWanted = () => true) {
  const { checks } = await import('./check.mjs')
  return Promise.all(
    checks
      .filter(isWanted)
      .map(async ({ name, run }) => ({ name, sentences: await run().catch((error) => [error.stack]) })),
  )
}

function printChecks(results) {
  console.log('\nChecks')
  for (const { name, sentences } of results) {
    print(`${sentences.length === 0 ? 'ok    ' : 'failed'} ${name}`)
    for (const sentence of sentences) console.log(`         ${sentence.replaceAll('\n', '\n         ')}`)
    if (sentences.length === 0) totals.passed += 1
    else fail(`check: ${name}`, sentences[0])
  }
}

async function runVitest(...options) {
  console.log('\nTests of rules, domains, protocols and components')
  const file = join(reports, 'vitest.json')
  const code = await stream(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=./tools/testing/vitest-report.mjs', ...options],
    { RUMBO_TEST_REPORT: file },
  )
  count('vitest', code, readReport(file))
}

/** @param browser environment variables that name the browser, or the error why there is none */
async function runEndToEnd(browser) {
  console.log('\nTests in a real browser')
  if (browser instanceof Error) {
    print(browser.message)
    fail('The browser', browser.message)
    return
  }
  const file = join(reports, 'e2e.json')
  const code = await stream(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { ...browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  )
  const report = readReport(file)
  count('Playwright', code, report && readPlaywrightReport(report))
}

/** Adds a runner's report to the totals; an exit code without a failure to explain it is a failure too. */
function count(runner, code, report) {
  if (!report) return fail(runner, `ended with ${code} and wrote no report`)
  const { passed, failures, notRun, skipped } = report
  totals.passed += passed
  totals.skipped.push(...skipped)
  totals.notRun.push(...notRun)
  for (const { name, message } of failures) fail(name, message)
  if (code !== 0 && failures.length + notRun.length === 0)
    fail(runner, `ended with ${code}, and its report names no failure`)
}

function fail(name, message) {
  totals.failures.push({ name, message })
}

/** Name and first lines of the reason, without the colours of a terminal. */
function describeFailure({ name, message = 'no reason given' }) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [`  ${name}`, ...lines.slice(0, 6).map((line) => `      ${line.trim().slice(0, 300)}`)].join('\n')
}

function readReport(file) {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function stream(program, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, program), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    })
    child.on('error', () => resolve(-1))
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
}
