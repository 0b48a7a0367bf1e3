// npm test: runs every check and test, on a fresh clone too. The last line is `N passed, N failed`.
// npm run test:quick: only types, rules and protocols, without build, database and browser.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
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
const playwrightReport = join(reports, 'e2e.json')
const vitestEnded = join(reports, 'vitest.ended')

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

await prepare()
console.log(`Node ${process.version}; seed of random test data ${testSeed()} (RUMBO_TEST_SEED)`)
if (isQuick) {
  const checking = runChecks(({ name }) => name === 'types')
  await startVitest('vitest', ['pure'], 2).finish()
  printChecks(await checking)
} else {
  // Checks, rules and components need no build, so they share the cores with it.
  const checking = runChecks()
  const withoutDatabase = startVitest('vitest', ['pure', 'web'], 2)
  await prepare({ programs: allPrograms, web: true })
  printChecks(await checking)
  const playwright = findOrInstallBrowser().then(startPlaywright, (error) => error)
  await withoutDatabase.finish()
  // These wait for processes and databases half of the time.
  await startVitest('vitest-database', ['database'], 4).finish()
  writeFileSync(vitestEnded, '')
  await finishPlaywright(await playwright)
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

/**
 * Its processes have a low priority: browser tests wait for each other and set the end of the run, and Vitest uses what
 * they leave idle.
 */
function startVitest(name, projects, workers) {
  const file = join(reports, `${name}.json`)
  const runner = start(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--reporter=default',
      '--reporter=./tools/testing/vitest-report.mjs',
      `--maxWorkers=${workers}`,
      ...projects.map((project) => `--project=${project}`),
    ],
    { RUMBO_TEST_REPORT: file },
  )
  setPriority(runner.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const finish = async () => {
    console.log(`\nTests of ${projects.join(' and ')}`)
    runner.showOutput()
    count(name, await runner.code, readReport(file))
  }
  return { finish }
}

/** The tests of the project `alone` wait until the file `vitestEnded` exists. */
function startPlaywright(browser) {
  return start(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    {
      ...browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
      RUMBO_E2E_ALONE_AFTER: vitestEnded,
    },
  )
}

/** @param playwright the started runner, or the error that explains why there is no browser */
async function finishPlaywright(playwright) {
  console.log('\nTests in a real browser')
  if (playwright instanceof Error) {
    print(playwright.message)
    return fail('The browser', playwright.message)
  }
  playwright.showOutput()
  const code = await playwright.code
  const report = readReport(playwrightReport)
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

/** Starts a test runner; its output is buffered until `showOutput` is called. */
function start(program, args, environment = {}) {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  process.once('exit', () => child.kill())
  const held = []
  let write = (chunk) => held.push(chunk)
  child.stdout.on('data', (chunk) => write(chunk))
  child.stderr.on('data', (chunk) => write(chunk))
  const code = new Promise((resolve) => {
    child.on('error', () => resolve(-1))
    child.on('close', (exitCode, signal) => resolve(exitCode ?? signal))
  })
  const showOutput = () => {
    write = (chunk) => process.stdout.write(chunk)
    for (const chunk of held.splice(0)) write(chunk)
  }
  return { pid: child.pid, code, showOutput }
}
